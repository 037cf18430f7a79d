import { command } from "../platform/db/command.ts";
import type { Tx } from "../platform/db/tx.ts";
import { nameFiles, type StoredCaseFile } from "./case-files.ts";
import type { CaseProgress } from "./result.ts";
import { searchTextOf } from "./search-text.ts";
import type { LeakCaseRow } from "./tables.ts";

/** A process that says nothing for so long is taken for dead, and its case is traced again. */
export const LEASE_MS = 20_000;
/** A case that ends the process that traces it is not tried for ever. */
const MOST_ATTEMPTS = 2;

interface Claim {
	readonly runner: string;
	readonly nowMs: number;
}

/** Takes the case that is to be traced next, unless one is being traced: one at a time, however many processes there are. */
export const claimCase = command<Claim, LeakCaseRow | null>("cases.claim", async (tx, claim, traits) => {
	const query = tx
		.selectFrom("leak_case")
		.selectAll()
		.where("status", "in", ["running", "waiting"])
		.orderBy("status")
		.orderBy("queued_at");
	const rows = await (traits.locksRows ? query.forUpdate() : query).execute();
	const running = rows.filter(({ status }) => status === "running");
	if (running.some(({ lease_until }) => Number(lease_until) > claim.nowMs)) return null;
	const tried = running.filter(({ attempts }) => attempts >= MOST_ATTEMPTS);
	for (const { case_id } of tried) await giveUp(tx, case_id, claim.nowMs);
	const next = rows.find((row) => !tried.includes(row));
	if (!next) return null;
	const begun = {
		status: "running",
		runner: claim.runner,
		lease_until: claim.nowMs + LEASE_MS,
		attempts: next.attempts + 1,
	};
	await tx.updateTable("leak_case").set(begun).where("case_id", "=", next.case_id).execute();
	return { ...next, ...begun };
});

async function giveUp(tx: Tx, caseId: string, nowMs: number): Promise<void> {
	const problem = "The server ended twice while it was traced.";
	const ended = { status: "failed", problem, finished_at: nowMs, runner: null, lease_until: null };
	await tx
		.updateTable("leak_case")
		.set({ ...ended, progress: null })
		.where("case_id", "=", caseId)
		.execute();
}

interface Running {
	readonly caseId: string;
	readonly runner: string;
	readonly nowMs: number;
}

/** Says that a process is still at it, and how far. `lost`: it was cancelled or deleted, or another process took it. */
export const renewCase = command<Running & { readonly progress: CaseProgress }, "renewed" | "lost">(
	"cases.renew",
	async (tx, { progress, ...running }) => {
		const renewed = { progress: JSON.stringify(progress), lease_until: running.nowMs + LEASE_MS };
		return (await changed(tx, running, renewed)) ? "renewed" : "lost";
	},
);

/** How tracing ended: with a result and the files that belong to it, without, or not at all because the process ends. */
export type CaseEnd =
	| { readonly kind: "done"; readonly result: string; readonly files: readonly StoredCaseFile[] }
	| { readonly kind: "failed"; readonly problem: string }
	| { readonly kind: "released" };

/** Ends tracing, unless it was cancelled meanwhile. */
export const endCase = command<Running & { readonly end: CaseEnd }, "ended" | "lost">(
	"cases.end",
	async (tx, { end, ...running }) => {
		const free = { runner: null, lease_until: null, progress: null };
		if (end.kind === "released") {
			return (await changed(tx, running, { ...free, status: "waiting", attempts: 0 })) ? "ended" : "lost";
		}
		const ended = { ...free, status: end.kind, finished_at: running.nowMs };
		if (end.kind === "failed") {
			return (await changed(tx, running, { ...ended, problem: end.problem })) ? "ended" : "lost";
		}
		const row = await changed(tx, running, { ...ended, result: end.result });
		if (!row) return "lost";
		await nameFiles(tx, row.case_id, end.files);
		await tx
			.updateTable("leak_case")
			.set({ search_text: searchTextOf(row) })
			.where("case_id", "=", row.case_id)
			.execute();
		return "ended";
	},
);

function changed(
	tx: Tx,
	{ caseId, runner }: Running,
	values: Partial<LeakCaseRow>,
): Promise<LeakCaseRow | undefined> {
	return tx
		.updateTable("leak_case")
		.set(values)
		.where("case_id", "=", caseId)
		.where("runner", "=", runner)
		.where("status", "=", "running")
		.returningAll()
		.executeTakeFirst();
}
