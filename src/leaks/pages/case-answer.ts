import { requireFound } from "../../pages/errors.ts";
import { emailOf } from "../../people/accounts/accounts.ts";
import type { Database } from "../../platform/db/database.ts";
import { tasksToDo } from "../../platform/tasks/stored-tasks.ts";
import { isoTime, isoTimeOrNull } from "../../platform/time/clock.ts";
import { notesOf } from "../cases/hand-over.ts";
import { type ListedCase as CaseRow, filesOf, findCase, statusOf, type TracedCase } from "../cases/read.ts";
import type { CaseProgress, CaseResult } from "../cases/result.ts";
import type { FullCase, ListedCase } from "./contract.ts";

/** @throws HttpError 404 */
export async function requireCase(db: Database, caseId: string): Promise<TracedCase> {
	return requireFound(await findCase(db, caseId));
}

export function listedCase(row: CaseRow): ListedCase {
	return { ...commonOf(row, resultOf(row)), leak_count: row.leaks };
}

function commonOf(row: TracedCase, result: CaseResult | undefined) {
	return {
		case_id: row.case_id,
		name: row.name,
		note: row.note,
		state: row.state as ListedCase["state"],
		status: statusOf(row),
		barcode: row.barcode,
		variant: row.variant,
		created_at: isoTime(row.created_at),
		finished_at: isoTimeOrNull(row.finished_at),
		verdict: result?.verdict ?? null,
		named: (result?.candidates ?? [])
			.filter(({ is_named }) => is_named)
			.map(({ client_id, client_name }) => ({ client_id, client_name })),
	};
}

export function resultOf({ result }: Pick<TracedCase, "result">): CaseResult | undefined {
	return result === null ? undefined : (JSON.parse(result) as CaseResult);
}

export async function fullCase(db: Database, row: TracedCase): Promise<FullCase> {
	const result = resultOf(row);
	const isRunning = row.task_state === "running";
	const files = await filesOf(db, row.case_id);
	const leaks = files.filter(({ file }) => file.startsWith("leak-"));
	const notes = await notesOf(db, row.case_id);
	const holder = await emailOf(db.read, row.holder_id);
	const owners = await ownersOf(db, result);
	return {
		...commonOf(row, result),
		created_by: await emailOf(db.read, row.created_by),
		holder: row.holder_id === null || holder === null ? null : { account_id: row.holder_id, email: holder },
		notes: notes.map(({ note_id, at, text, email }) => ({ note_id, at: isoTime(at), by: email, text })),
		progress: isRunning && row.progress !== null ? (JSON.parse(row.progress) as CaseProgress) : null,
		waiting_before: row.task_state === "waiting" ? await waitingBefore(db, row) : 0,
		problem: row.task_state === "failed" ? row.failure : null,
		leaks: leaks.map((leak, i) => ({
			leak: i + 1,
			name: leak.name,
			content_type: leak.content_type,
			size_bytes: Number(leak.size_bytes),
			width: leak.width,
			height: leak.height,
			sha256: leak.sha256,
			shows: result?.leaks[i]?.shows ?? null,
		})),
		result: result ? resultAnswer(result, owners) : null,
	};
}

function resultAnswer(result: CaseResult, owners: Owners) {
	const { guesses = null, packshot = null } = result;
	const candidates = result.candidates.map((candidate) => ({
		...candidate,
		owner_email: owners.get(candidate.client_id) ?? null,
		deliveries: candidate.deliveries.map(({ person = null, ...delivery }) => ({ ...delivery, person })),
		evidence: [...candidate.evidence],
	}));
	return { ...result, guesses, packshot, candidates };
}

/** E-mail addresses by client. */
type Owners = ReadonlyMap<string, string>;

/** Whose the scored clients are now. */
export async function ownersOf(db: Database, result: CaseResult | undefined): Promise<Owners> {
	const ids = result?.candidates.map(({ client_id }) => client_id) ?? [];
	if (ids.length === 0) return new Map();
	const rows = await db.read
		.selectFrom("client")
		.innerJoin("account", "account.account_id", "client.owner_id")
		.select(["client.client_id", "account.email"])
		.where("client.client_id", "in", ids)
		.execute();
	return new Map(rows.map(({ client_id, email }) => [client_id, email]));
}

async function waitingBefore(db: Database, { case_id }: TracedCase): Promise<number> {
	const waiting = await tasksToDo(db.read, "case");
	return waiting.findIndex(({ ref }) => ref === case_id);
}
