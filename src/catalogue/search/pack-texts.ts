import { sql } from "kysely";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import { type Pace, pause } from "../../platform/db/pace.ts";
import type { BuiltPack } from "./build-pack.ts";
import { buildFromLines, linesOf } from "./pack-lines.ts";
import {
	addToPack,
	beginPack,
	closeBatch,
	countLiving,
	dropUnusedPack,
	putPackToUse,
	readIndexState,
	readPacks,
	type UsedPack,
} from "./pack-store.ts";

/** Makes a pack of products (pack-lines.ts): here, or in a thread where requests must not wait for it. */
export type BuildPack = (lines: readonly string[]) => BuiltPack | Promise<BuiltPack>;

export interface PackingParts {
	readonly db: Database;
	readonly clock: Clock;
	readonly build?: BuildPack;
	readonly sizes?: PackSizes;
}

/** Thresholds; tests lower them. */
export interface PackSizes {
	/** Fewer rows that are not packed are looked up one by one. */
	readonly fewest: number;
	/** Rows of a pack, above which no other batch joins. */
	readonly full: number;
	/** Rows from which a pack is not merged any more. */
	readonly large: number;
	/** Small packs that are merged. */
	readonly merged: number;
}

const SIZES: PackSizes = { fewest: 2000, full: 60_000, large: 40_000, merged: 6 };

/** Searches under way may still read a pack that was replaced so long ago. */
const LINGER_MS = 60_000;
/** Pages and slices of one transaction: a quarter of a megabyte. */
const ROWS_A_WRITE = 64;

/**
 * Packs what is not packed yet and merges small packs, as long as there is something to do. Nothing of it changes what is found; whatever
 * is interrupted is done again.
 * @returns how many packs were made.
 */
export async function packTexts(parts: PackingParts, pace: Pace): Promise<number> {
	let made = 0;
	while (await packOnce(parts, pace)) made++;
	return made;
}

/**
 * One pack of that. @returns false when there is nothing left to do but to delete what was replaced, which it has done then.
 * @param merges whether packs are weighed and merged: that counts what is left of each, which reads an index of all products.
 */
export async function packOnce(
	parts: PackingParts,
	pace: Pace,
	signal?: AbortSignal,
	merges = true,
): Promise<boolean> {
	if (signal?.aborted) return false;
	if (await packNext(parts, pace, signal)) return true;
	if (merges && (await mergeNext(parts, pace, signal))) return true;
	const beforeMs = parts.clock.now() - LINGER_MS;
	while (!signal?.aborted && (await parts.db.write(dropUnusedPack, { beforeMs }))) await pause(pace);
	return false;
}

/** Packs the oldest batches that are not packed, as many as one pack holds. @returns false where there are too few rows. */
async function packNext(parts: PackingParts, pace: Pace, signal?: AbortSignal): Promise<boolean> {
	const { db, sizes = SIZES } = parts;
	const { packed_batch, open_batch } = await readIndexState(db.read);
	const packed = Number(packed_batch);
	let closed = Number(open_batch) - 1;
	if (closed <= packed) {
		if ((await countAfter(db, packed, sizes.fewest)) < sizes.fewest) return false;
		closed = await db.write(closeBatch, null);
	}
	const toBatch = await lastThatFits(db, { after: packed, upTo: closed }, sizes.full);
	const lines = await readLines(db, { from: packed + 1, to: toBatch });
	const order = { replaces: [], packedBefore: packed, packedAfter: toBatch };
	return usePack(parts, { from: packed + 1, to: toBatch }, { lines, ...order }, pace, signal);
}

async function countAfter({ scan }: Database, batch: number, most: number): Promise<number> {
	const rows = await scan
		.selectFrom("product_text")
		.select("batch")
		.where("batch", ">", batch)
		.limit(most)
		.execute();
	return rows.length;
}

interface Batches {
	readonly from: number;
	readonly to: number;
}

/** The last of some batches, so that those up to it fit into a pack; at least one. */
async function lastThatFits(
	{ scan }: Database,
	{ after, upTo }: { after: number; upTo: number },
	full: number,
): Promise<number> {
	const batches = await scan
		.selectFrom("product_text")
		.select((is) => ["batch", is.fn.countAll<number>().as("rows")])
		.where("batch", ">", after)
		.where("batch", "<=", upTo)
		.groupBy("batch")
		.orderBy("batch")
		.execute();
	let rows = 0;
	const over = batches.findIndex((each, place) => {
		rows += Number(each.rows);
		return place > 0 && rows > full;
	});
	return over < 0 ? upTo : Number(batches[over - 1]?.batch);
}

/** Rows that are handed over at once: a server does nothing else meanwhile. */
const READ_AT_ONCE = 2000;

async function readLines({ scan }: Database, { from, to }: Batches): Promise<string[]> {
	const lines: string[] = [];
	let last = { batch: from, barcode: "" };
	for (;;) {
		const rows = await scan
			.selectFrom("product_text")
			.select(["batch", "barcode", "words", "marks"])
			.where(sql<boolean>`(batch, barcode) > (${last.batch}, ${last.barcode})`)
			.where("batch", "<=", to)
			.orderBy("batch")
			.orderBy("barcode")
			.limit(READ_AT_ONCE)
			.execute();
		if (rows.length > 0) lines.push(linesOf(rows));
		const end = rows.at(-1);
		if (!end || rows.length < READ_AT_ONCE) return lines;
		last = end;
	}
}

interface PackPlan {
	readonly lines: readonly string[];
	readonly replaces: readonly number[];
	readonly packedBefore: number;
	readonly packedAfter: number;
}

/** Makes a pack of some rows and puts it to use. @returns whether to look for more. */
async function usePack(
	{ db, clock, build = buildFromLines }: PackingParts,
	{ from, to }: Batches,
	{ lines, ...order }: PackPlan,
	pace: Pace,
	signal?: AbortSignal,
): Promise<boolean> {
	let pack: number | null = null;
	if (lines.length > 0) {
		const built = await build(lines);
		const nowMs = clock.now();
		pack = await db.write(beginPack, { fromBatch: from, toBatch: to, products: built.products, nowMs });
		if (!(await writeRows(db, pack, built, pace, signal))) return false;
	}
	return db.write(putPackToUse, { pack, ...order, nowMs: clock.now() });
}

/** Writes a pack in short transactions. @returns false when told to stop: what was written is deleted later. */
async function writeRows(
	db: Database,
	pack: number,
	{ pages, slices }: BuiltPack,
	pace: Pace,
	signal?: AbortSignal,
): Promise<boolean> {
	const numbered = slices.map((each, slice) => ({ slice, ...each }));
	for (let at = 0; at < Math.max(pages.length, numbered.length); at += ROWS_A_WRITE) {
		if (signal?.aborted) return false;
		const some = { pages: pages.slice(at, at + ROWS_A_WRITE), slices: numbered.slice(at, at + ROWS_A_WRITE) };
		await db.write(addToPack, { pack, ...some });
		await pause(pace);
	}
	return true;
}

/** Merges packs that lie side by side, or makes one again most of whose rows have changed. @returns whether it did. */
async function mergeNext(parts: PackingParts, pace: Pace, signal?: AbortSignal): Promise<boolean> {
	const { db, sizes = SIZES } = parts;
	const packs = await readPacks(db.read);
	const living = await countLiving(db);
	const run = runToMerge(
		packs.map((pack) => ({ ...pack, living: living.get(Number(pack.pack)) ?? 0 })),
		sizes,
	);
	if (!run) return false;
	const batches = { from: Number(run[0]?.from_batch), to: Number(run.at(-1)?.to_batch) };
	const lines = await readLines(db, batches);
	const replaces = run.map(({ pack }) => Number(pack));
	return usePack(parts, batches, { lines, replaces, packedBefore: 0, packedAfter: 0 }, pace, signal);
}

type WeighedPack = UsedPack & { readonly living: number };

/**
 * The packs to merge next: several small ones, or fewer that fill a pack without one of them being most of it. Each product is packed a few
 * times in all, and packs stay few.
 */
export function runToMerge(
	packs: readonly WeighedPack[],
	sizes: PackSizes = SIZES,
): readonly WeighedPack[] | undefined {
	const outdated = packs.find(({ living, products }) => 2 * living < products);
	if (outdated) return [outdated];
	for (let start = 0; start < packs.length; start++) {
		let rows = 0;
		let largest = 0;
		for (let end = start; end < packs.length; end++) {
			const { living } = packs[end] as WeighedPack;
			if (rows + living > sizes.full) break;
			rows += living;
			largest = Math.max(largest, living);
			const count = end - start + 1;
			const isFull = rows >= sizes.large && 2 * largest <= rows;
			if (count > 1 && (count >= sizes.merged || isFull) && largest < sizes.large)
				return packs.slice(start, end + 1);
		}
	}
	return undefined;
}
