import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import { type Pace, pause } from "../../platform/db/pace.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { type BuiltPack, buildPack, linesOf, PACK_RULES } from "./build-pack.ts";
import {
	addToPack,
	beginPack,
	closeBatch,
	dropUnusedPack,
	putPackToUse,
	readIndexState,
	type WeighedPack,
	weighPacks,
} from "./pack-store.ts";

/** Builds a pack from products (build-pack.ts): on this thread, or on another one if requests must not wait for it. */
export type BuildPack = (lines: readonly string[]) => BuiltPack | Promise<BuiltPack>;

export interface PackingParts {
	readonly db: Database;
	readonly clock: Clock;
	readonly build?: BuildPack;
	readonly sizes?: PackSizes;
}

/** Thresholds; tests lower them. */
export interface PackSizes {
	/** Fewer unpacked rows than this are looked up one by one instead. */
	readonly fewest: number;
	/** Number of rows in a pack at which no further batch is added. */
	readonly full: number;
	/** Number of rows from which on a pack is no longer merged. */
	readonly large: number;
	/** How many small packs are merged at a time. */
	readonly merged: number;
}

const SIZES: PackSizes = { fewest: 2000, full: 60_000, large: 40_000, merged: 6 };

/** For this long, searches in progress may still read a pack that was replaced. */
const LINGER_MS = 60_000;
/** Pages and slices per transaction: a quarter of a megabyte. */
const ROWS_A_WRITE = 64;

/** Packs unpacked rows and merges small packs until nothing is left to do; interrupted work is simply repeated. @returns how many packs were made. */
export async function packTexts(parts: PackingParts, pace: Pace): Promise<number> {
	let made = 0;
	while (await packOnce(parts, pace)) made++;
	return made;
}

/**
 * Makes one such pack. @returns false when none is left to make, after deleting replaced packs.
 * @param merges whether to consider merging: that counts the remaining rows of each pack, which reads an index of all products.
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

/** Packs the oldest unpacked batches, as many as fit into one pack. @returns false if there are too few rows. */
async function packNext(parts: PackingParts, pace: Pace, signal?: AbortSignal): Promise<boolean> {
	const { db, sizes = SIZES } = parts;
	const { packed_batch, open_batch } = await readIndexState(db.read);
	let closed = open_batch - 1;
	if (closed <= packed_batch) {
		if ((await countAfter(db, packed_batch, sizes.fewest)) < sizes.fewest) return false;
		closed = await db.write(closeBatch, null);
	}
	const from = packed_batch + 1;
	const to = await lastThatFits(db, { after: packed_batch, upTo: closed }, sizes.full);
	const lines = await readLines(db, { from, to });
	const order = { replaces: [], packedBefore: packed_batch, packedAfter: to };
	return usePack(parts, { from, to }, { lines, ...order }, pace, signal);
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

/** The last of the batches such that all up to it fit into a pack; at least one. */
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
	let last: number | undefined;
	for (const each of batches) {
		rows += each.rows;
		if (last !== undefined && rows > full) return last;
		last = each.batch;
	}
	return upTo;
}

/** Rows transferred at a time: a server does nothing else meanwhile. */
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

/** Makes a pack of rows and puts it to use. @returns whether to look for more. */
async function usePack(
	{ db, clock, build = buildPack }: PackingParts,
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

/** Writes a pack in short transactions. @returns false when stopped: what was written is deleted later. */
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

/** Merges adjacent packs, or rebuilds one that an earlier version made or most of whose rows have changed. @returns whether it did. */
async function mergeNext(parts: PackingParts, pace: Pace, signal?: AbortSignal): Promise<boolean> {
	const { db, sizes = SIZES } = parts;
	const run = runToMerge(await weighPacks(db), sizes);
	const [first, last] = [run?.[0], run?.at(-1)];
	if (!run || !first || !last) return false;
	const batches = { from: first.from_batch, to: last.to_batch };
	const lines = await readLines(db, batches);
	const replaces = run.map(({ pack }) => pack);
	return usePack(parts, batches, { lines, replaces, packedBefore: 0, packedAfter: 0 }, pace, signal);
}

/**
 * The packs to merge next: several small ones, or fewer that fill a pack if none of them makes up most of it. This way each product is repacked only
 * a few times in all, and there are never many packs.
 */
export function runToMerge(
	packs: readonly WeighedPack[],
	sizes: PackSizes = SIZES,
): readonly WeighedPack[] | undefined {
	const outdated = packs.find(({ living, products, rules }) => 2 * living < products || rules !== PACK_RULES);
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
