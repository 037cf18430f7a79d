import { command } from "../../platform/db/command.ts";
import { updateRow, updateRows } from "../../platform/db/rows.ts";
import { claimTask, type HeldTask, leave } from "../../platform/tasks/claims.ts";
import type { LeaseHolder } from "../../platform/tasks/lease.ts";
import type { TaskTable } from "../../platform/tasks/task-table.ts";
import { nameFiles, type StoredCaseFile } from "./case-files.ts";
import { searchTextOf } from "./search-text.ts";

/** A case that crashes the process tracing it is not retried forever. */
const GIVE_UP = { attempts: 2, failure: "The server stopped twice while this case was being traced." };

/** Claims the next case to trace. */
export const claimCase = command<LeaseHolder, TaskTable | undefined>("cases.claim", (tx, holder, traits) =>
	claimTask(tx, traits, "case", holder, { giveUp: GIVE_UP }),
);

interface Traced {
	readonly result: string;
	readonly files: readonly StoredCaseFile[];
}

/** Records the result of tracing, unless it was cancelled meanwhile. */
export const endCase = command<HeldTask & Traced, "ended" | "lost">(
	"cases.end",
	async (tx, { result, files, ...held }, traits) => {
		if (!(await leave(tx, { ...held, end: { kind: "done" } }, traits))) return "lost";
		const key = { case_id: held.ref };
		const row = await updateRow(tx, "leak_case", key, { result });
		if (!row) return "lost";
		await nameFiles(tx, held.ref, files);
		await updateRows(tx, "leak_case", key, { search_text: searchTextOf(row) });
		return "ended";
	},
);
