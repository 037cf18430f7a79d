import { command } from "../../platform/db/command.ts";
import { databaseTimeMs } from "../../platform/db/database-time.ts";
import { updateRow, updateRows } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import type { Renewal } from "../../platform/tasks/hold-lease.ts";
import { beginClaim, LEASE_MS, type LeaseHolder, leaseLeftMs } from "../../platform/tasks/lease.ts";
import { nameFiles, type StoredCaseFile } from "./case-files.ts";
import type { CaseProgress } from "./result.ts";
import { searchTextOf } from "./search-text.ts";
import type { LeakCaseRow } from "./tables.ts";

/** A case that crashes the process tracing it is not retried forever. */
const MOST_ATTEMPTS = 2;

/** Claims the next case to trace, unless one is being traced already: one at a time, however many processes there are. */
export const claimCase = command<LeaseHolder, LeakCaseRow | null>(
	"cases.claim",
	async (tx, holder, traits) => {
		const nowMs = await beginClaim(tx, traits, "case", holder);
		const rows = await tx
			.selectFrom("leak_case")
			.selectAll()
			.where("status", "in", ["running", "waiting"])
			.orderBy("status")
			.orderBy("queued_at")
			.execute();
		const running = rows.filter(({ status }) => status === "running");
		if (running.some(({ lease_until }) => leaseLeftMs(lease_until, nowMs) > 0)) return null;
		const tried = running.filter(({ attempts }) => attempts >= MOST_ATTEMPTS);
		for (const { case_id } of tried) await giveUp(tx, case_id, nowMs);
		const next = rows.find((row) => !tried.includes(row));
		if (!next) return null;
		const begun = {
			status: "running",
			runner: holder.leaseId,
			lease_until: nowMs + LEASE_MS,
			attempts: next.attempts + 1,
		};
		await tx.updateTable("leak_case").set(begun).where("case_id", "=", next.case_id).execute();
		return { ...next, ...begun };
	},
);

async function giveUp(tx: Tx, caseId: string, nowMs: number): Promise<void> {
	const problem = "The server stopped twice while this case was being traced.";
	const ended = { status: "failed", problem, finished_at: nowMs, runner: null, lease_until: null };
	await updateRows(tx, "leak_case", { case_id: caseId }, { ...ended, progress: null });
}

interface HeldCase extends LeaseHolder {
	readonly caseId: string;
}

/** Renews the lease and stores the progress. `lost`: the case was cancelled or deleted, or another process took it over. */
export const renewCase = command<HeldCase & { readonly progress: CaseProgress }, Renewal>(
	"cases.renew",
	async (tx, { progress, ...held }, traits) => {
		const nowMs = await databaseTimeMs(tx, traits, held.manualMs);
		const renewed = { progress: JSON.stringify(progress), lease_until: nowMs + LEASE_MS };
		return (await changeHeld(tx, held, renewed)) ? "go_on" : "lost";
	},
);

/** How tracing ended: with a result and its files, with a failure, or not at all because the process is shutting down. */
export type CaseEnd =
	| { readonly kind: "done"; readonly result: string; readonly files: readonly StoredCaseFile[] }
	| { readonly kind: "failed"; readonly problem: string }
	| { readonly kind: "released" };

/** Records how tracing ended, unless it was cancelled meanwhile. */
export const endCase = command<HeldCase & { readonly end: CaseEnd }, "ended" | "lost">(
	"cases.end",
	async (tx, { end, ...held }, traits) => {
		const free = { runner: null, lease_until: null, progress: null };
		if (end.kind === "released") {
			return (await changeHeld(tx, held, { ...free, status: "waiting", attempts: 0 })) ? "ended" : "lost";
		}
		const nowMs = await databaseTimeMs(tx, traits, held.manualMs);
		const ended = { ...free, status: end.kind, finished_at: nowMs };
		if (end.kind === "failed") {
			return (await changeHeld(tx, held, { ...ended, problem: end.problem })) ? "ended" : "lost";
		}
		const row = await changeHeld(tx, held, { ...ended, result: end.result });
		if (!row) return "lost";
		await nameFiles(tx, row.case_id, end.files);
		await updateRows(tx, "leak_case", { case_id: row.case_id }, { search_text: searchTextOf(row) });
		return "ended";
	},
);

function changeHeld(tx: Tx, { caseId, leaseId }: HeldCase, values: Partial<LeakCaseRow>) {
	return updateRow(tx, "leak_case", { case_id: caseId, runner: leaseId, status: "running" }, values);
}
