import { FingerprintError } from "@packshot/marking/search";
import { lockCatalogue } from "../../catalogue/fields/field-counts.ts";
import { command } from "../../platform/db/command.ts";
import type { Database } from "../../platform/db/database.ts";
import { inBatches, type Pace, pause } from "../../platform/db/pace.ts";
import type { Tx } from "../../platform/db/tx.ts";
import type { ImageRow } from "../tables.ts";
import { openLastPack } from "./open-pack.ts";

/** Adds the print of a new version to the index. The previous version may show the same photograph, whose print then serves both. */
export async function packOf(
	tx: Tx,
	{ image_id, fingerprint }: Pick<ImageRow, "image_id" | "fingerprint">,
	before: Pick<ImageRow, "fingerprint" | "search_pack"> | undefined,
): Promise<number | null> {
	if (!fingerprint) return null;
	if (before?.fingerprint && before.search_pack !== null && isSame(before.fingerprint, fingerprint))
		return before.search_pack;
	const packs = await openLastPack(tx);
	try {
		const pack = packs.add(image_id, fingerprint);
		await packs.write();
		return pack;
	} catch (fault) {
		if (fault instanceof FingerprintError) return null;
		throw fault;
	}
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
	return Buffer.compare(one, other) === 0;
}

interface IndexOrder {
	readonly afterImageId: string;
	readonly limit: number;
}

/** A picture with a damaged fingerprint: its leaks are found only if the barcode is given. */
export interface UnindexedPicture {
	readonly barcode: string;
	readonly variant: string;
	readonly problem: string;
}

interface IndexOutcome {
	readonly indexed: number;
	readonly unindexed: readonly UnindexedPicture[];
	/** The last picture that was processed; undefined when none was left. */
	readonly lastImageId: string | undefined;
}

/** Indexes some pictures that are not in a pack: those stored by earlier versions of the program, and those of dropped packs. */
export const indexImages = command<IndexOrder, IndexOutcome>(
	"images.index",
	async (tx, { afterImageId, limit }, traits) => {
		await lockCatalogue(tx, traits);
		const rows = await tx
			.selectFrom("image")
			.select(["image_id", "barcode", "variant", "fingerprint"])
			.where("search_pack", "is", null)
			.where("fingerprint", "is not", null)
			.where("image_id", ">", afterImageId)
			.orderBy("image_id")
			.limit(limit)
			.execute();
		const packs = await openLastPack(tx);
		const unindexed: UnindexedPicture[] = [];
		for (const { image_id, barcode, variant, fingerprint } of rows) {
			try {
				const pack = packs.add(image_id, fingerprint ?? new Uint8Array());
				await tx.updateTable("image").set({ search_pack: pack }).where("image_id", "=", image_id).execute();
			} catch (fault) {
				if (!(fault instanceof FingerprintError)) throw fault;
				unindexed.push({ barcode, variant, problem: fault.message });
			}
		}
		await packs.write();
		return { indexed: rows.length - unindexed.length, unindexed, lastImageId: rows.at(-1)?.image_id };
	},
);

/** Removes some packs, damaged or not; their pictures then count as not indexed. */
export const dropPacks = command<{ readonly from: number; readonly to: number }, null>(
	"images.drop_packs",
	async (tx, { from, to }, traits) => {
		await lockCatalogue(tx, traits);
		await tx.deleteFrom("search_pack").where("pack", ">=", from).where("pack", "<=", to).execute();
		await tx
			.updateTable("image")
			.set({ search_pack: null })
			.where("search_pack", ">=", from)
			.where("search_pack", "<=", to)
			.execute();
		return null;
	},
);

interface IndexWatch {
	readonly signal?: AbortSignal;
	readonly onProgress?: (indexed: number) => void;
	readonly onUnindexed?: (picture: UnindexedPicture) => void;
}

/** Indexes, batch by batch, all pictures that are not indexed; resumes after an interruption. @returns how many were indexed. */
export async function indexPictures(db: Database, pace: Pace, watch: IndexWatch = {}): Promise<number> {
	let indexed = 0;
	let afterImageId = "";
	const indexSome = async (limit: number) => {
		if (!(await hasUnindexed(db, afterImageId))) return 0;
		const outcome = await db.write(indexImages, { afterImageId, limit });
		if (outcome.lastImageId === undefined) return 0;
		indexed += outcome.indexed;
		for (const picture of outcome.unindexed) watch.onUnindexed?.(picture);
		watch.onProgress?.(indexed);
		afterImageId = outcome.lastImageId;
		return outcome.indexed + outcome.unindexed.length;
	};
	await inBatches(pace, indexSome, watch.signal);
	return indexed;
}

async function hasUnindexed(db: Database, afterImageId: string): Promise<boolean> {
	const row = await db.scan
		.selectFrom("image")
		.select("image_id")
		.where("search_pack", "is", null)
		.where("fingerprint", "is not", null)
		.where("image_id", ">", afterImageId)
		.limit(1)
		.executeTakeFirst();
	return row !== undefined;
}

const PACKS_AT_ONCE = 20;

/** Rebuilds the whole index while imports and searches continue: a search first indexes what is missing. @returns how many pictures were indexed. */
export async function rebuildIndex(db: Database, pace: Pace, watch: IndexWatch = {}): Promise<number> {
	const last = await lastPack(db);
	for (let from = 0; from <= last; from += PACKS_AT_ONCE) {
		await db.write(dropPacks, { from, to: Math.min(last, from + PACKS_AT_ONCE - 1) });
		await pause(pace);
	}
	return indexPictures(db, pace, watch);
}

/** The highest number of a pack that exists, or that a picture refers to. */
async function lastPack(db: Database): Promise<number> {
	const there = await db.scan
		.selectFrom("search_pack")
		.select((row) => row.fn.max("pack").as("pack"))
		.executeTakeFirst();
	const named = await db.scan
		.selectFrom("image")
		.select((row) => row.fn.max("search_pack").as("pack"))
		.executeTakeFirst();
	return Math.max(0, there?.pack ?? 0, named?.pack ?? 0);
}
