import { holdsPrint } from "@packshot/marking/search";
import type { Database } from "../../platform/db/database.ts";
import { countRows } from "../../platform/db/rows.ts";
import { idsOf, isSound } from "./open-pack.ts";
import "./tables.ts";

/** Faults of the index in which leaks are looked up; `packshot images index` rebuilds it. */
export interface IndexCheck {
	/** Versions of pictures that can be found through the index. */
	readonly indexed: number;
	/** Versions not indexed yet: starting a server indexes them, and so does a search. */
	readonly waiting: number;
	readonly faults: readonly string[];
}

const PACKS_AT_ONCE = 20;

/** Checks that the index has the print of every picture whose row says so, including removed and replaced ones. */
export async function checkIndex(db: Database): Promise<IndexCheck> {
	const faults: string[] = [];
	let indexed = 0;
	const last = await highestPack(db);
	for (let after = -1; after < last; after += PACKS_AT_ONCE) {
		const range = { after, upTo: after + PACKS_AT_ONCE };
		const packs = await packsIn(db, range);
		for (const picture of await picturesIn(db, range)) {
			const problem = problemOf(picture, packs.get(picture.search_pack ?? -1));
			if (problem) faults.push(`${picture.barcode} ${picture.variant}: ${problem}`);
			else indexed++;
		}
	}
	return { indexed, waiting: await countWaiting(db), faults };
}

interface Range {
	readonly after: number;
	readonly upTo: number;
}

type Pack = Awaited<ReturnType<typeof readPacks>>[number];

function problemOf(
	{ image_id, fingerprint, search_pack }: Awaited<ReturnType<typeof picturesIn>>[number],
	pack: Pack | undefined,
): string | undefined {
	if (!pack) return `row ${search_pack} of the search index is missing`;
	if (!isSound(pack)) return `row ${search_pack} of the search index is damaged`;
	return isHeld(pack, image_id, fingerprint)
		? undefined
		: `row ${search_pack} of the search index does not contain its fingerprint`;
}

/** Whether a pack has this picture's print, which may be that of another version of the same photograph. */
function isHeld({ image_ids, prints }: Pack, imageId: string, fingerprint: Uint8Array | null): boolean {
	if (!fingerprint) return false;
	const ids = idsOf(image_ids);
	const own = ids.indexOf(imageId);
	const places = own >= 0 ? [own] : [...ids.keys()];
	return places.some((place) => holdsPrint(prints, place, fingerprint));
}

async function packsIn(db: Database, range: Range): Promise<Map<number, Pack>> {
	return new Map((await readPacks(db, range)).map((row) => [row.pack, row]));
}

function readPacks(db: Database, { after, upTo }: Range) {
	return db.scan
		.selectFrom("search_pack")
		.selectAll()
		.where("pack", ">", after)
		.where("pack", "<=", upTo)
		.execute();
}

function picturesIn(db: Database, { after, upTo }: Range) {
	return db.scan
		.selectFrom("image")
		.select(["image_id", "barcode", "variant", "fingerprint", "search_pack"])
		.where("search_pack", ">", after)
		.where("search_pack", "<=", upTo)
		.orderBy("image_id")
		.execute();
}

async function highestPack(db: Database): Promise<number> {
	const row = await db.scan
		.selectFrom("image")
		.select((one) => one.fn.max("search_pack").as("pack"))
		.executeTakeFirst();
	return row?.pack ?? -1;
}

function countWaiting({ scan }: Database): Promise<number> {
	const unindexed = scan.selectFrom("image").where("search_pack", "is", null);
	return countRows(unindexed.where("fingerprint", "is not", null));
}
