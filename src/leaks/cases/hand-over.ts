import type { Database } from "../../platform/db/database.ts";
import { insertRow } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { lockedCase } from "./changes.ts";
import type { CaseLinkRow } from "./tables.ts";

/** Neither a page nor a case may grow without end. */
const MOST_NOTES = 500;
const MOST_LINKS = 50;

export type HandOverOutcome = "added" | "not_found" | "full";

export interface NewNote {
	readonly noteId: string;
	readonly caseId: string;
	readonly accountId: string | null;
	readonly text: string;
	readonly nowMs: number;
}

/** Adds a note. There is no way to change or remove one but to delete the case. */
export async function addNote(tx: Tx, { noteId, caseId, accountId, text, nowMs }: NewNote) {
	return addedTo(tx, caseId, { table: "leak_case_note", most: MOST_NOTES }, () =>
		insertRow(tx, "leak_case_note", {
			note_id: noteId,
			case_id: caseId,
			at: nowMs,
			account_id: accountId,
			text,
		}),
	);
}

export interface NewLink {
	readonly linkId: string;
	readonly tokenHash: string;
	readonly caseId: string;
	readonly accountId: string | null;
	readonly nowMs: number;
	readonly expiresAtMs: number;
}

export async function addLink(tx: Tx, link: NewLink): Promise<HandOverOutcome> {
	return addedTo(tx, link.caseId, { table: "case_link", most: MOST_LINKS }, () =>
		insertRow(tx, "case_link", {
			token_hash: link.tokenHash,
			link_id: link.linkId,
			case_id: link.caseId,
			created_by: link.accountId,
			created_at: link.nowMs,
			expires_at: link.expiresAtMs,
			opened_count: 0,
		}),
	);
}

async function addedTo(
	tx: Tx,
	caseId: string,
	{ table, most }: { readonly table: "leak_case_note" | "case_link"; readonly most: number },
	add: () => Promise<void>,
): Promise<HandOverOutcome> {
	if (!(await lockedCase(tx, caseId))) return "not_found";
	const { count } = await tx
		.selectFrom(table)
		.select((row) => row.fn.countAll<number>().as("count"))
		.where("case_id", "=", caseId)
		.executeTakeFirstOrThrow();
	if (Number(count) >= most) return "full";
	await add();
	return "added";
}

/** Ends a link at once. @returns whether it still worked. */
export async function endLink(
	tx: Tx,
	{ caseId, linkId, nowMs }: { readonly caseId: string; readonly linkId: string; readonly nowMs: number },
): Promise<boolean> {
	const ended = await tx
		.updateTable("case_link")
		.set({ revoked_at: nowMs })
		.where("case_id", "=", caseId)
		.where("link_id", "=", linkId)
		.where("revoked_at", "is", null)
		.where("expires_at", ">", nowMs)
		.returning("link_id")
		.executeTakeFirst();
	return ended !== undefined;
}

/** Counts an opening. One statement for every token, whether its link works, has ended or never was. @returns the case, if the link works. */
export async function countOpening(
	tx: Tx,
	{ tokenHashes, nowMs }: { readonly tokenHashes: readonly string[]; readonly nowMs: number },
): Promise<{ case_id: string; link_id: string } | undefined> {
	return tx
		.updateTable("case_link")
		.set((row) => ({ opened_count: row("opened_count", "+", 1), last_opened_at: nowMs }))
		.where("token_hash", "in", tokenHashes)
		.where("revoked_at", "is", null)
		.where("expires_at", ">", nowMs)
		.returning(["case_id", "link_id"])
		.executeTakeFirst();
}

/** Notes with their writers' addresses, oldest first. */
export function notesOf(db: Database, caseId: string) {
	return db.read
		.selectFrom("leak_case_note")
		.leftJoin("account", "account.account_id", "leak_case_note.account_id")
		.select(["note_id", "at", "text", "account.email as email"])
		.where("case_id", "=", caseId)
		.orderBy("note_id")
		.execute();
}

export interface ListedLink extends CaseLinkRow {
	readonly email: string | null;
}

/** Links with their makers' addresses, newest first. */
export async function linksOf(db: Database, caseId: string): Promise<ListedLink[]> {
	return db.read
		.selectFrom("case_link")
		.leftJoin("account", "account.account_id", "case_link.created_by")
		.selectAll("case_link")
		.select("account.email as email")
		.where("case_id", "=", caseId)
		.orderBy("link_id", "desc")
		.execute();
}
