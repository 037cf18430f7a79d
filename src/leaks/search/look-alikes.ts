import {
	byLikeness,
	hashMatchDistance,
	hopefulPictures,
	isSmallLeak,
	type LeakDescription,
	type Likeness,
	likelyPictures,
} from "@packshot/marking/search";
import { sql } from "kysely";
import { indexPictures } from "../../pictures/prints/index-pictures.ts";
import { idsOf } from "../../pictures/prints/open-pack.ts";
import type { Database, NumberedBytes } from "../../platform/db/database.ts";
import { BESIDE_A_SERVER } from "../../platform/db/pace.ts";
import { forEachConcurrently } from "../../platform/for-each-concurrently.ts";
import { type BestSighted, createBestSighted, type SightedPicture } from "./best-sighted.ts";
import type { SearchThreads } from "./search-threads.ts";
import "../../pictures/prints/tables.ts";

/** A picture of the catalogue that looks like a leak. */
export interface LookAlike {
	readonly barcode: string;
	readonly variant: string;
	readonly likeness: Likeness;
}

/** Stages: leaks are read, missing pictures indexed, all pictures searched and the likeliest compared; then clients are scored. */
export type SearchStage = "read" | "index" | "search" | "compare" | "attribute";

/** Called with the progress of a search: how many units of work are done, out of how many. */
export type SearchProgress<Answer = void> = (stage: SearchStage, done: number, total?: number) => Answer;

/** The catalogue that is searched, and by which threads. */
export interface Searched {
	readonly db: Database;
	readonly threads: SearchThreads;
	readonly progress: SearchProgress;
}

/** Packs that are read and scanned together: a megabyte and a half. */
const PACKS_AT_ONCE = 64;
/** Fingerprints that are read and compared together: all of a leak whose hash matches, for which another thread would take longer to start. */
const FINGERPRINTS_AT_ONCE = 200;

/** Finds the pictures most similar to a leak, also among removed and replaced ones. @throws PrintError, FingerprintError for damaged data. */
export async function findLookAlikes(searched: Searched, leak: LeakDescription): Promise<LookAlike[]> {
	const compared = await search(searched, leak);
	const alike = compared.filter(({ likeness }) => likeness.alike);
	if (alike.length > 0) return likeliest(alike).slice(0, likelyPictures);
	return isSmallLeak(leak) ? likeliest(compared).slice(0, hopefulPictures) : [];
}

/** The picture itself has the most corners in common; flavours of one brand have fewer than half of them. */
const DUPLICATE_SHARE = 0.5;

/**
 * Finds the pictures that show the same photograph as a picture of the catalogue: the picture itself, and others that are stored elsewhere or nearly
 * the same.
 * @throws PrintError, FingerprintError for stored data that is damaged.
 */
export async function findDuplicates(searched: Searched, picture: LeakDescription): Promise<LookAlike[]> {
	const compared = await search(searched, picture);
	const most = Math.max(...compared.map(({ likeness }) => likeness.cornerEvidence));
	const isDuplicate = ({ alike, hashDistance, cornerEvidence }: Likeness) =>
		alike && (hashDistance <= hashMatchDistance || cornerEvidence >= DUPLICATE_SHARE * most);
	return likeliest(compared.filter(({ likeness }) => isDuplicate(likeness)));
}

/** Scans the packed prints of all pictures, then compares the fingerprints of the best thousand. Pictures that are not indexed yet are indexed first. */
async function search(searched: Searched, leak: LeakDescription): Promise<LookAlike[]> {
	const { db, progress } = searched;
	await indexPictures(db, BESIDE_A_SERVER, { onProgress: (done) => progress("index", done) });
	return compareAll(searched, leak, await scanIndex(searched, leak));
}

async function scanIndex(
	{ db, threads, progress }: Searched,
	{ hashes, words }: LeakDescription,
): Promise<BestSighted> {
	const best = createBestSighted();
	// The description contains more than the search needs, and would be copied for every task.
	const leak = { hashes, words };
	const last = await lastPack(db);
	let done = 0;
	await forEachConcurrently(multiples(PACKS_AT_ONCE, last), threads.count + 1, async (after) => {
		const rows = await packsBetween(db, after, after + PACKS_AT_ONCE);
		const packs = rows.map(({ bytes }) => bytes);
		const sighted = await threads.scan({ leak, packs, leastWords: best.leastWords() });
		best.add(sighted.map((one) => ({ ...one, pack: rows[one.pack]?.number ?? 0 })));
		done += PACKS_AT_ONCE;
		progress("search", Math.min(done, last), last);
	});
	return best;
}

async function lastPack(db: Database): Promise<number> {
	const row = await db.scan
		.selectFrom("search_pack")
		.select((one) => one.fn.max("pack").as("pack"))
		.executeTakeFirst();
	return Number(row?.pack ?? 0);
}

function packsBetween(db: Database, after: number, upTo: number): Promise<NumberedBytes[]> {
	const packs = db.scan
		.selectFrom("search_pack")
		.select(["pack as number", "prints as bytes"])
		.where("pack", ">", sql.lit(after))
		.where("pack", "<=", sql.lit(upTo))
		.orderBy("pack");
	return db.scanBytes(packs.compile());
}

/** Compares the best candidates in detail. */
async function compareAll(
	{ db, threads, progress }: Searched,
	leak: LeakDescription,
	best: BestSighted,
): Promise<LookAlike[]> {
	const tasks = chunks(await imageIdsOf(db, best.pictures()));
	const compared: LookAlike[] = [];
	let done = 0;
	await forEachConcurrently(tasks, threads.count + 1, async (some) => {
		const rows = await printedPictures(db, some);
		const fingerprints = rows.map(({ fingerprint }) => fingerprint ?? new Uint8Array());
		const found = await threads.compare({ leak, fingerprints });
		rows.forEach(({ barcode, variant }, i) => {
			const likeness = found[i];
			if (likeness) compared.push({ barcode, variant, likeness });
		});
		progress("compare", ++done, tasks.length);
	});
	return compared;
}

/** Each picture once: the most similar of its versions. */
function likeliest(alike: readonly LookAlike[]): LookAlike[] {
	const found = new Map<string, LookAlike>();
	for (const one of [...alike].sort((a, b) => byLikeness(a.likeness, b.likeness))) {
		const key = `${one.barcode} ${one.variant}`;
		if (!found.has(key)) found.set(key, one);
	}
	return [...found.values()];
}

async function imageIdsOf(db: Database, sighted: readonly SightedPicture[]): Promise<string[]> {
	const packs = [...new Set(sighted.map(({ pack }) => pack))];
	const ids = new Map<number, string[]>();
	for (const some of chunks(packs)) {
		const rows = await db.scan
			.selectFrom("search_pack")
			.select(["pack", "image_ids"])
			.where("pack", "in", some)
			.execute();
		for (const { pack, image_ids } of rows) ids.set(Number(pack), idsOf(image_ids));
	}
	return sighted.flatMap(({ pack, place }) => ids.get(pack)?.[place] ?? []);
}

function printedPictures(db: Database, imageIds: readonly string[]) {
	return db.scan
		.selectFrom("image")
		.select(["barcode", "variant", "fingerprint"])
		.where("image_id", "in", imageIds)
		.execute();
}

/** 0, `step` and so on, below `end`. */
function multiples(step: number, end: number): number[] {
	return Array.from({ length: Math.ceil(end / step) }, (_, i) => i * step);
}

function chunks<T>(items: readonly T[]): T[][] {
	return multiples(FINGERPRINTS_AT_ONCE, items.length).map((from) =>
		items.slice(from, from + FINGERPRINTS_AT_ONCE),
	);
}
