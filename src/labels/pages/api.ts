import { handlers, pageApi } from "../../pages/call.ts";
import { pageErrors, requireFound } from "../../pages/errors.ts";
import { holdsOneOf } from "../../pages/roles.ts";
import type { Database } from "../../platform/db/database.ts";
import { findRow } from "../../platform/db/rows.ts";
import { findTask, isToDo } from "../../platform/tasks/stored-tasks.ts";
import type { TaskTable } from "../../platform/tasks/task-table.ts";
import { isoTime, isoTimeOrNull } from "../../platform/time/clock.ts";
import { readToday } from "../../proposals/compare.ts";
import { valueAt } from "../../proposals/fields.ts";
import { labelErrors } from "../errors.ts";
import { CERTAIN } from "../read-label.ts";
import { isFilled, isSaidAlike } from "../record-reading.ts";
import { beginReading, stopReading } from "../requests.ts";
import { countUnread, figuresOf, READING } from "../run.ts";
import type { StoredReading } from "../tables.ts";
import { type LabelReading, type LabelStatus, labelRoutes } from "./contract.ts";

/** What the pages of labels call. */
export const labelsPageApi = pageApi(labelRoutes, ({ db }: { readonly db: Database }) =>
	handlers(labelRoutes)({
		"GET /admin/labels": () => statusOf(db),
		async "POST /admin/labels"({ actor, body, person }) {
			const { enter_from: enterFrom = null } = body;
			// Without a review only administrators change the catalogue.
			if (enterFrom !== null && !holdsOneOf(person.account, ["administrator"]))
				throw pageErrors.role_missing();
			if (!(await db.write(beginReading, { actor, enterFrom }))) throw labelErrors.reading_under_way();
			return statusOf(db);
		},
		async "POST /admin/labels/stop"({ actor }) {
			if (!(await db.write(stopReading, { actor }))) throw labelErrors.nothing_being_read();
			return statusOf(db);
		},
		"GET /admin/review/{proposal_id}/label": ({ path }) => readingOf(db, path.proposal_id),
	}),
);

async function statusOf(db: Database): Promise<LabelStatus> {
	const [unread, task] = await Promise.all([countUnread(db), findTask(db.read, READING)]);
	return { unread, run: task ? runOf(task) : null };
}

function runOf(task: TaskTable): NonNullable<LabelStatus["run"]> {
	const { enterFrom: enter_from, ...figures } = figuresOf(task);
	return {
		state: isToDo(task) ? "going" : (task.state as "done" | "stopped" | "failed"),
		failure: task.failure,
		started_at: isoTime(task.created_at),
		ended_at: isoTimeOrNull(task.ended_at),
		...figures,
		enter_from,
	};
}

async function readingOf(db: Database, proposalId: string): Promise<LabelReading> {
	const row = requireFound(await findRow(db.read, "label_reading", { proposal_id: proposalId }));
	const today = (await readToday(db.scan, [row.barcode]))(row.barcode);
	const { values, kosher }: StoredReading = JSON.parse(row.reading ?? '{"values":[],"kosher":[]}');
	return {
		image_id: row.image_id,
		read_at: isoTime(row.read_at),
		kosher: [...kosher],
		values: values.map((each) => {
			const has = valueAt(today.given, each.key) ?? null;
			const agrees = isFilled(each.key, has) ? isSaidAlike(each.value, has) : null;
			return { ...each, is_certain: each.certainty >= CERTAIN, today: has, agrees };
		}),
	};
}
