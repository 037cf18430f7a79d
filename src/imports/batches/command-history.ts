import type { Database } from "../../platform/db/database.ts";
import { ulid } from "../../platform/ids.ts";
import { plainFault } from "../../platform/plain-fault.ts";
import type { TaskEnd } from "../../platform/tasks/claims.ts";
import { holdLease } from "../../platform/tasks/hold-lease.ts";
import type { Clock } from "../../platform/time/clock.ts";
import type { ImportOrder } from "../import-order.ts";
import type { ImportReport } from "../report.ts";
import { beginCommandImport, leaveImport, noteChangeSet, renewImport } from "./claims.ts";
import { describePaths, namesOf } from "./file-digest.ts";
import { storeRefusals } from "./refusals.ts";
import { type ImportProgress, importTask } from "./store.ts";
import { summaryOf } from "./summary.ts";

/** A command-line import that is recorded in the history while it runs. */
export interface ImportEntry {
	/** Called with the id of its change set. */
	readonly onChangeSet: (changeSet: number) => Promise<unknown>;
	/** Aborted when somebody stops it in the pages. */
	readonly signal: AbortSignal;
	/** Records how it ended. @param fault what ended it, if anything did. */
	end(fault?: unknown): Promise<void>;
}

/** Records a command-line import, so that the pages show it in the history. */
export async function noteImport(
	stores: { readonly db: Database; readonly clock: Clock },
	order: Pick<
		ImportOrder,
		"paths" | "batch" | "ownership" | "uploadedBy" | "existingOnly" | "mode" | "exact"
	>,
	report: ImportReport,
	progress: () => ImportProgress | null,
): Promise<ImportEntry> {
	const { db, clock } = stores;
	const importId = ulid(clock.now()).toLowerCase();
	const held = { ...importTask(importId), leaseId: importId };
	const reading = new AbortController();
	const described = describePaths(order.paths, reading.signal);
	const names = namesOf(order.paths);
	const { batch: sourceBatch, ownership, uploadedBy, existingOnly, mode, exact } = order;
	const said = { sourceBatch, ownership, uploadedBy, existingOnly, mode, exact };
	await db.write(beginCommandImport, { ...held, ...said, files: names });
	const startedMs = performance.now();
	const summary = () => JSON.stringify(summaryOf(report, Math.round(performance.now() - startedMs), null));
	const done = () => {
		const now = progress();
		return now && { progress: now, reports: { report: summary() } };
	};
	const lease = holdLease(db, () => db.write(renewImport, { ...held, done: done() }));
	return {
		onChangeSet: (changeSet) => db.write(noteChangeSet, { ...held, changeSet }),
		signal: lease.signal,
		async end(fault) {
			const isStopped = (await lease.end()) !== undefined;
			if (fault !== undefined) reading.abort();
			await storeRefusals(db, importId, report.refused);
			const end: Exclude<TaskEnd, { kind: "released" }> =
				fault === undefined
					? { kind: isStopped ? "stopped" : "done" }
					: { kind: "failed", failure: plainFault(fault) };
			await db.write(leaveImport, {
				...held,
				end,
				files: await described,
				reports: { report: summary() },
				state: end.kind === "done" ? "imported" : end.kind,
			});
		},
	};
}
