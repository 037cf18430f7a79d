import { type Actor, type EventAction, recordEvent } from "../../pages/events.ts";
import { command } from "../../platform/db/command.ts";
import type { Database } from "../../platform/db/database.ts";
import { findRow, insertRow } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { lockedCase, type OnCase, recorded } from "./changes.ts";
import type { CaseLinkRow } from "./tables.ts";

/** Neither a page nor a case may grow without end. */
const MOST_NOTES = 500;
const MOST_LINKS = 50;

type HandOverOutcome = "added" | "not_found" | "full";

/** Adds a note. There is no way to change or remove one but to delete the case. */
export const noteOnCase = command<OnCase & { noteId: string; text: string }, HandOverOutcome>(
	"portal.note_on_case",
	async (tx, { noteId, text, ...order }) =>
		addedTo(tx, order, { table: "leak_case_note", most: MOST_NOTES, event: "case.noted" }, () =>
			insertRow(tx, "leak_case_note", {
				note_id: noteId,
				case_id: order.caseId,
				at: order.actor.atMs,
				account_id: order.actor.accountId,
				text,
			}),
		),
);

interface NewLink extends OnCase {
	readonly linkId: string;
	readonly tokenHash: string;
	readonly expiresAtMs: number;
}

export const makeCaseLink = command<NewLink, HandOverOutcome>(
	"portal.make_case_link",
	async (tx, { linkId, tokenHash, expiresAtMs, ...order }) =>
		addedTo(tx, order, { table: "case_link", most: MOST_LINKS, event: "case.link_made" }, () =>
			insertRow(tx, "case_link", {
				token_hash: tokenHash,
				link_id: linkId,
				case_id: order.caseId,
				created_by: order.actor.accountId,
				created_at: order.actor.atMs,
				expires_at: expiresAtMs,
				opened_count: 0,
			}),
		),
);

interface Addition {
	readonly table: "leak_case_note" | "case_link";
	readonly most: number;
	readonly event: EventAction;
}

async function addedTo(
	tx: Tx,
	order: OnCase,
	{ table, most, event }: Addition,
	add: () => Promise<void>,
): Promise<HandOverOutcome> {
	if (!(await lockedCase(tx, order.caseId))) return "not_found";
	const { count } = await tx
		.selectFrom(table)
		.select((row) => row.fn.countAll<number>().as("count"))
		.where("case_id", "=", order.caseId)
		.executeTakeFirstOrThrow();
	if (Number(count) >= most) return "full";
	await add();
	return recorded(tx, order, event, "added", "added");
}

/** Ends a link at once. @returns `not_found` also for one that worked no longer. */
export const revokeCaseLink = command<OnCase & { linkId: string }, "ended" | "not_found">(
	"portal.revoke_case_link",
	async (tx, { linkId, ...order }) => {
		const nowMs = order.actor.atMs;
		const ended = await tx
			.updateTable("case_link")
			.set({ revoked_at: nowMs })
			.where("case_id", "=", order.caseId)
			.where("link_id", "=", linkId)
			.where("revoked_at", "is", null)
			.where("expires_at", ">", nowMs)
			.returning("link_id")
			.executeTakeFirst();
		return recorded(tx, order, "case.link_revoked", ended ? "ended" : "not_found", "ended");
	},
);

/** Counts and records the opening of a link. One statement for every token, whether its link works, has ended or never was. @returns the case, if the link works. */
export const openCaseLink = command<{ tokenHashes: readonly string[]; actor: Actor }, string | undefined>(
	"portal.open_case_link",
	async (tx, { tokenHashes, actor }) => {
		const opened = await tx
			.updateTable("case_link")
			.set((row) => ({ opened_count: row("opened_count", "+", 1), last_opened_at: actor.atMs }))
			.where("token_hash", "in", tokenHashes)
			.where("revoked_at", "is", null)
			.where("expires_at", ">", actor.atMs)
			.returning("case_id")
			.executeTakeFirst();
		if (!opened) return undefined;
		const { case_id } = opened;
		const named = await findRow(tx, "leak_case", { case_id }, ["name"]);
		// Whoever opens a link is not asked who they are, even if they are signed in here.
		await recordEvent(tx, { ...actor, accountId: null }, "case.link_opened", case_id, named?.name ?? null);
		return case_id;
	},
);

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
