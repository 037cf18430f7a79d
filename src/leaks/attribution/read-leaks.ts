import type { LeakMatch } from "@packshot/marking/attribute";
import type { BlobStore } from "../../platform/blobs/blob-store.ts";
import type { Database } from "../../platform/db/database.ts";
import { findLookAlikes, findTwins, type LookAlike, type SearchProgress } from "../search/look-alikes.ts";
import type { AttributionProcess } from "./attribution-process.ts";
import {
	baseOf,
	type LeakHint,
	openPhotograph,
	openSuspects,
	type SuspectBase,
	suspectsAmong,
} from "./leak-suspects.ts";

/** What a leak reveals, and what it was compared with. */
export interface ReadLeak {
	readonly matches: readonly LeakMatch[];
	readonly bases: readonly SuspectBase[];
	/** The pictures that resemble it; `undefined` if its barcode was given. */
	readonly lookAlikes: readonly LookAlike[] | undefined;
	/** Whether more pictures show the same photograph than it was compared with. */
	readonly isIncomplete: boolean;
}

/** Where leaks are read, and what they are compared with. */
export interface Reading {
	readonly db: Database;
	readonly blobs: BlobStore;
	readonly thread: AttributionProcess;
	/** The installation's seed of the global codeword. */
	readonly seed: Uint8Array;
	readonly progress: SearchProgress;
}

/** Without a barcode, a leak is looked up as it is and mirrored; only if that finds nothing, turned and inverted too, which takes longer. */
export async function readLeak(reading: Reading, leak: Uint8Array, hint: LeakHint): Promise<ReadLeak> {
	if (hint.barcode !== undefined)
		return { ...(await readAmong(reading, leak, [hint])), lookAlikes: undefined, isIncomplete: false };
	let read: ReadLeak = { matches: [], bases: [], lookAlikes: [], isIncomplete: false };
	for (const manner of ["usual", "unusual"] as const) {
		if (read.matches.length > 0) break;
		const description = await reading.thread.describe({ leak, manner });
		const lookAlikes = await findLookAlikes(reading.db, description, reading.progress);
		read = { ...read, ...(await readAmong(reading, leak, lookAlikes)), lookAlikes };
	}
	return read;
}

/** Each takes as long to compare as a picture that was found by the search. */
const MOST_TWINS = 12;

/**
 * The same, read against the twins of the picture that the leak most probably shows as well. One photograph may be stored under many barcodes, of
 * which the search keeps three and a given barcode names one, while the copy may have been delivered under any.
 */
export async function withTwins(
	reading: Reading,
	leak: Uint8Array,
	read: ReadLeak,
	shown: LeakMatch | undefined,
): Promise<ReadLeak> {
	const base = shown && baseOf(shown, read.bases);
	if (!base) return read;
	const photograph = await openPhotograph(reading.blobs, base.version);
	const description = await reading.thread.describe({ leak: photograph, manner: "usual" });
	const known = new Set(read.bases.map(({ version }) => pictureKey(version)));
	const twins = (await findTwins(reading.db, description, reading.progress)).filter(
		(twin) => !known.has(pictureKey(twin)),
	);
	const { matches, bases } = await readAmong(reading, leak, twins.slice(0, MOST_TWINS));
	return {
		matches: [...read.matches, ...matches],
		bases: [...read.bases, ...bases],
		lookAlikes: read.lookAlikes,
		isIncomplete: twins.length > MOST_TWINS,
	};
}

function pictureKey({ barcode, variant }: { readonly barcode: string; readonly variant: string }): string {
	return `${barcode} ${variant}`;
}

async function readAmong(
	{ db, blobs, thread, seed }: Reading,
	leak: Uint8Array,
	pictures: readonly LeakHint[],
): Promise<Pick<ReadLeak, "matches" | "bases">> {
	const bases = await suspectsAmong(db, pictures);
	if (bases.length === 0) return { matches: [], bases };
	const matches = await thread.read({ leak, bases: await openSuspects(blobs, seed, bases) });
	return { matches, bases };
}
