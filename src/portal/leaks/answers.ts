import { type ListedCase as CaseRow, filesOf } from "../../leaks/cases/read.ts";
import type { CaseProgress, CaseResult } from "../../leaks/cases/result.ts";
import type { LeakCaseRow } from "../../leaks/cases/tables.ts";
import type { Database } from "../../platform/db/database.ts";
import { isoTime } from "../../platform/time/clock.ts";
import type { FullCase, ListedCase } from "./contract.ts";

export function listedCase(row: CaseRow): ListedCase {
	return { ...commonOf(row, resultOf(row)), leak_count: row.leaks };
}

function commonOf(row: LeakCaseRow, result: CaseResult | undefined) {
	return {
		case_id: row.case_id,
		name: row.name,
		note: row.note,
		state: row.state as ListedCase["state"],
		status: row.status as ListedCase["status"],
		barcode: row.barcode,
		variant: row.variant,
		created_at: isoTime(row.created_at),
		finished_at: row.finished_at === null ? null : isoTime(row.finished_at),
		verdict: result?.verdict ?? null,
		named: (result?.candidates ?? [])
			.filter(({ is_named }) => is_named)
			.map(({ client_id, client_name }) => ({ client_id, client_name })),
	};
}

function resultOf({ result }: LeakCaseRow): CaseResult | undefined {
	return result === null ? undefined : (JSON.parse(result) as CaseResult);
}

/** A case with its leaks and the result of tracing. */
export async function fullCase(db: Database, row: LeakCaseRow): Promise<FullCase> {
	const result = resultOf(row);
	const files = await filesOf(db, row.case_id);
	const leaks = files.filter(({ file }) => file.startsWith("leak-"));
	return {
		...commonOf(row, result),
		created_by: await emailOf(db, row.created_by),
		progress: row.progress === null ? null : (JSON.parse(row.progress) as CaseProgress),
		waiting_before: row.status === "waiting" ? await waitingBefore(db, row) : 0,
		problem: row.problem,
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
		result: result ? { ...result, candidates: result.candidates.map(candidateAnswer) } : null,
	};
}

function candidateAnswer(candidate: CaseResult["candidates"][number]) {
	return { ...candidate, deliveries: [...candidate.deliveries], evidence: [...candidate.evidence] };
}

async function emailOf(db: Database, accountId: string | null): Promise<string | null> {
	if (accountId === null) return null;
	const row = await db.read
		.selectFrom("account")
		.select("email")
		.where("account_id", "=", accountId)
		.executeTakeFirst();
	return row?.email ?? null;
}

async function waitingBefore(db: Database, { queued_at }: LeakCaseRow): Promise<number> {
	const { count } = await db.read
		.selectFrom("leak_case")
		.select((row) => row.fn.countAll<number>().as("count"))
		.where((row) =>
			row.or([
				row("status", "=", "running"),
				row.and([row("status", "=", "waiting"), row("queued_at", "<", queued_at ?? 0)]),
			]),
		)
		.executeTakeFirstOrThrow();
	return Number(count);
}
