import { command } from "../../platform/db/command.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { newestHistory } from "./created-since.ts";
import "./tables.ts";

/** The kind of operation that changes were made by. */
export const CHANGE_KINDS = [
	"import",
	"edit",
	"removal",
	"undo",
	"review",
	"merge",
	"barcode",
	"alert",
	"certificate",
	"label",
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** An operation that changes products, and who performs it. */
export interface ChangeSource {
	readonly kind: ChangeKind;
	/** The account that performs it in the pages; null for the command line. */
	readonly accountId: string | null;
	/** The name given along with it. */
	readonly byName?: string | null;
	/** `source_batch` and `ownership` of the pictures it adds. */
	readonly batch?: string | null;
	readonly ownership?: string | null;
}

export function fromCommandLine(kind: ChangeKind): ChangeSource {
	return { kind, accountId: null };
}

/** Opens a set of changes inside the transaction that makes the first of them. @returns its id. */
export async function insertChangeSet(tx: Tx, source: ChangeSource, atMs: number): Promise<number> {
	const newest = await newestHistory(tx);
	const { id } = await tx
		.insertInto("change_set")
		.values({
			opened_at: atMs,
			closed_at: source.kind === "import" ? null : atMs,
			kind: source.kind,
			account_id: source.accountId,
			by_name: source.byName ?? null,
			batch: source.batch ?? null,
			ownership: source.ownership ?? null,
			after_history: newest,
			last_history: null,
		})
		.returning("id")
		.executeTakeFirstOrThrow();
	return id;
}

/** Opens a set for changes made in several transactions, such as an import. @returns its id. */
export const openChangeSet = command<{ readonly source: ChangeSource; readonly atMs: number }, number>(
	"catalogue.open_change_set",
	(tx, { source, atMs }) => insertChangeSet(tx, source, atMs),
);

/** Records that a set is complete. */
export const closeChangeSet = command<{ readonly id: number; readonly atMs: number }, undefined>(
	"catalogue.close_change_set",
	async (tx, { id, atMs }) => {
		const last_history = await newestHistory(tx);
		await tx
			.updateTable("change_set")
			.set({ closed_at: atMs, last_history })
			.where("id", "=", id)
			.where("closed_at", "is", null)
			.execute();
		return undefined;
	},
);
