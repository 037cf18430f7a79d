import { command } from "../../platform/db/command.ts";
import type { Database } from "../../platform/db/database.ts";
import { insertion, insertRow, updateRows } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { PACK_RULES, SLICE_PLACES } from "./build-pack.ts";
import { TEXT_RULES } from "./product-text.ts";
import type { TextIndexTable, TextPackTable } from "./tables.ts";

/** A pack that is used by searches. */
export type UsedPack = Pick<TextPackTable, "pack" | "from_batch" | "to_batch" | "products">;

/**
 * The handle that searches read with. On SQLite, searches must not run on the thread that handles requests, as point reads do; on a server, a search
 * consists of many short statements.
 */
export function readerOf({ traits, scan, read }: Database): Tx {
	return traits.statementsAreCalls ? scan : read;
}

/** Maximum number of unpacked rows to examine: there are more only during large imports, which are packed right away. */
const MOST_UNPACKED = 5000;

/** Rows that no pack holds yet, up to a few thousand. */
export function unpackedRows(db: Database, packedBatch: number) {
	return readerOf(db).selectFrom("product_text").where("batch", ">", packedBatch).limit(MOST_UNPACKED);
}

export const FIRST_BATCH = 1;

/** The state before the first product is written, which creates the row. */
const NO_PRODUCTS: TextIndexTable = {
	id: 1,
	open_batch: FIRST_BATCH,
	in_batch: 0,
	packed_batch: 0,
	written_by: TEXT_RULES,
	filling_by: null,
	filled_to: 0,
};

export async function readIndexState(tx: Tx): Promise<TextIndexTable> {
	const row = await tx.selectFrom("text_index").selectAll().where("id", "=", 1).executeTakeFirst();
	return row ?? NO_PRODUCTS;
}

/** The packs in use, in the order of their batches. */
export function readPacks(tx: Tx): Promise<UsedPack[]> {
	return tx
		.selectFrom("text_pack")
		.select(["pack", "from_batch", "to_batch", "products"])
		.where("is_used", "=", 1)
		.orderBy("from_batch")
		.execute();
}

/** The last packed batch and the packs in use, in the order of their batches; both as of the same moment. */
export async function readPacked(
	tx: Tx,
): Promise<{ readonly packedBatch: number; readonly packs: readonly UsedPack[] }> {
	const rows = await tx
		.selectFrom("text_index")
		.leftJoin("text_pack", (on) => on.on("text_pack.is_used", "=", 1))
		.select([
			"text_index.packed_batch",
			"text_pack.pack",
			"text_pack.from_batch",
			"text_pack.to_batch",
			"text_pack.products",
		])
		.where("text_index.id", "=", 1)
		.orderBy("text_pack.from_batch")
		.execute();
	const packs = rows.flatMap(({ pack, from_batch, to_batch, products }) =>
		pack === null || from_batch === null || to_batch === null || products === null
			? []
			: [{ pack, from_batch, to_batch, products }],
	);
	return { packedBatch: rows[0]?.packed_batch ?? NO_PRODUCTS.packed_batch, packs };
}

/** Closes the open batch: rows written from now on belong to the next one. @returns the last closed batch. */
export const closeBatch = command<null, number>("catalogue.close_text_batch", async (tx) => {
	const row = await tx
		.updateTable("text_index")
		.set((row) => ({ open_batch: row("open_batch", "+", 1), in_batch: 0 }))
		.where("id", "=", 1)
		.returning("open_batch")
		.executeTakeFirst();
	return (row?.open_batch ?? FIRST_BATCH) - 1;
});

interface PackOrder {
	readonly fromBatch: number;
	readonly toBatch: number;
	readonly products: number;
	readonly nowMs: number;
}

/** Begins a pack, which is not searched yet. @returns its number. */
export const beginPack = command<PackOrder, number>(
	"catalogue.begin_text_pack",
	async (tx, { fromBatch, toBatch, products, nowMs }) => {
		// Locks this row, so that two processes never take the same number.
		await updateRows(tx, "text_index", { id: 1 }, { id: (row) => row.ref("id") });
		const { last } = await tx
			.selectFrom("text_pack")
			.select((is) => is.fn.max("pack").as("last"))
			.executeTakeFirstOrThrow();
		const pack = (last ?? 0) + 1;
		await insertRow(tx, "text_pack", {
			pack,
			from_batch: fromBatch,
			to_batch: toBatch,
			products,
			is_used: 0,
			unused_since: nowMs,
			rules: PACK_RULES,
		});
		return pack;
	},
);

const insertSlices = insertion("text_slice", ["slice_key", "pack", "slice", "first_words", "barcodes"]);

export interface PackRows {
	readonly pack: number;
	readonly pages: readonly { readonly firstTerm: string; readonly content: Uint8Array }[];
	readonly slices: readonly {
		readonly slice: number;
		readonly firstWords: string;
		readonly barcodes: string;
	}[];
}

/** Adds rows to a pack that is being built. */
export const addToPack = command<PackRows, null>(
	"catalogue.add_to_text_pack",
	async (tx, { pack, pages, slices }, traits) => {
		const rows = pages.map(({ firstTerm, content }) => ({ pack, first_term: firstTerm, content }));
		if (rows.length > 0) await tx.insertInto("text_page").values(rows).execute();
		await insertSlices(
			tx,
			traits,
			slices.map(({ slice, firstWords, barcodes }) => ({
				slice_key: sliceKey(pack, slice),
				pack,
				slice,
				first_words: firstWords,
				barcodes,
			})),
		);
		return null;
	},
);

/** Key of the row that holds a slice of a pack. */
export function sliceKey(pack: number, slice: number): string {
	return `${pack}.${slice}`;
}

export function sliceOf(place: number): number {
	return Math.floor(place / SLICE_PLACES);
}

interface UseOrder {
	/** The new pack; null if nothing is left of the old ones. */
	readonly pack: number | null;
	/** Packs that it replaces. */
	readonly replaces: readonly number[];
	/** The last packed batch before and after; the same if the pack only replaces others. */
	readonly packedBefore: number;
	readonly packedAfter: number;
	readonly nowMs: number;
}

/** Makes a finished pack available to searches. @returns false if another process was faster, in which case nothing changes. */
export const putPackToUse = command<UseOrder, boolean>(
	"catalogue.use_text_pack",
	async (tx, { pack, replaces, packedBefore, packedAfter, nowMs }) => {
		const moved = await tx
			.updateTable("text_index")
			.set((row) => ({ packed_batch: row("packed_batch", "+", packedAfter - packedBefore) }))
			.where("id", "=", 1)
			.$if(packedAfter !== packedBefore, (query) => query.where("packed_batch", "=", packedBefore))
			.executeTakeFirst();
		if (Number(moved.numUpdatedRows) === 0) return false;
		const used = (await readPacks(tx)).map((each) => each.pack);
		if (replaces.some((each) => !used.includes(each))) return false;
		if (replaces.length > 0)
			await tx
				.updateTable("text_pack")
				.set({ is_used: 0, unused_since: nowMs })
				.where("pack", "in", replaces)
				.execute();
		if (pack !== null)
			await tx.updateTable("text_pack").set({ is_used: 1 }).where("pack", "=", pack).execute();
		return true;
	},
);

/** Takes all packs out of use: rows are looked up one by one until they are packed again, and all products are examined again. */
export const unpack = command<{ readonly nowMs: number }, null>(
	"catalogue.unpack_texts",
	async (tx, { nowMs }) => {
		await updateRows(
			tx,
			"text_index",
			{ id: 1 },
			{ packed_batch: 0, written_by: null, filling_by: null, filled_to: 0 },
		);
		await updateRows(tx, "text_pack", { is_used: 1 }, { is_used: 0, unused_since: nowMs });
		return null;
	},
);

/** Pages and slices deleted per transaction. */
const ROWS_AT_ONCE = 64;

/** Deletes some rows of a pack that has been out of use for long enough. @returns whether there may be more. */
export const dropUnusedPack = command<{ readonly beforeMs: number }, boolean>(
	"catalogue.drop_text_pack",
	async (tx, { beforeMs }) => {
		const found = await tx
			.selectFrom("text_pack")
			.select("pack")
			.where("is_used", "=", 0)
			.where("unused_since", "<", beforeMs)
			.limit(1)
			.executeTakeFirst();
		if (!found) return false;
		const { pack } = found;
		const pages = await tx
			.deleteFrom("text_page")
			.where("pack", "=", pack)
			.where("first_term", "in", (rows) =>
				rows.selectFrom("text_page").select("first_term").where("pack", "=", pack).limit(ROWS_AT_ONCE),
			)
			.executeTakeFirst();
		const slices = await tx
			.deleteFrom("text_slice")
			.where("slice_key", "in", (rows) =>
				rows.selectFrom("text_slice").select("slice_key").where("pack", "=", pack).limit(ROWS_AT_ONCE),
			)
			.executeTakeFirst();
		const isEmpty = Number(pages.numDeletedRows) + Number(slices.numDeletedRows) === 0;
		if (isEmpty) await tx.deleteFrom("text_pack").where("pack", "=", pack).execute();
		return true;
	},
);

/** A pack with what decides whether it is made again. */
export type WeighedPack = UsedPack &
	Pick<TextPackTable, "rules"> & {
		/** How many of its rows have not changed since it was made. */
		readonly living: number;
	};

/** The packs in use, in the order of their batches. */
export function weighPacks({ scan }: Database): Promise<WeighedPack[]> {
	return scan
		.selectFrom("text_pack")
		.select((pack) => [
			"pack",
			"from_batch",
			"to_batch",
			"products",
			"rules",
			pack
				.selectFrom("product_text")
				.select((is) => is.fn.countAll<number>().as("n"))
				.whereRef("product_text.batch", ">=", "text_pack.from_batch")
				.whereRef("product_text.batch", "<=", "text_pack.to_batch")
				.$asScalar()
				.$notNull()
				.as("living"),
		])
		.where("is_used", "=", 1)
		.orderBy("from_batch")
		.execute();
}
