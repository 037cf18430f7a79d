import {
	convincingCorrelation,
	type HowRead,
	type LeakMatch,
	type Manners,
} from "@packshot/marking/attribute";
import type { BlobStore } from "../../platform/blobs/blob-store.ts";
import { findDuplicates, findLookAlikes, type LookAlike, type Searched } from "../search/look-alikes.ts";
import type { AttributionProcess } from "./attribution-process.ts";
import {
	baseOf,
	type LeakHint,
	openPhotograph,
	openSuspects,
	type SuspectBase,
	suspectsAmong,
} from "./leak-suspects.ts";

/** What a leak reveals, how it was read, and what it was compared with. */
export interface ReadLeak extends HowRead {
	readonly matches: readonly LeakMatch[];
	readonly bases: readonly SuspectBase[];
	/** How many matches clients were scored on before these were found to fit better; absent: none. */
	readonly discarded?: number;
	/** The base that it most probably shows, read as a mixture of several copies; absent: it was not read as one. */
	readonly mixed?: LeakMatch;
	/** The pictures that resemble it; `undefined` if its barcode was given. */
	readonly lookAlikes: readonly LookAlike[] | undefined;
	/** Whether more pictures show the same photograph than it was compared with. */
	readonly isIncomplete: boolean;
}

/** Where leaks are read, and what they are compared with. */
export interface Reading extends Searched {
	readonly blobs: BlobStore;
	readonly reader: AttributionProcess;
	/** The installation's seed of the global codeword. */
	readonly seed: Uint8Array;
}

/** Without a barcode, a leak is looked up as it is and mirrored; only if that finds nothing, turned and inverted too, which takes longer. */
export async function readLeak(reading: Reading, leak: Uint8Array, hint: LeakHint): Promise<ReadLeak> {
	if (hint.barcode !== undefined)
		return { ...(await readAmong(reading, leak, [hint])), lookAlikes: undefined, isIncomplete: false };
	let read: ReadLeak = { matches: [], bases: [], lookAlikes: [], isIncomplete: false };
	for (const manner of ["usual", "unusual"] as const) {
		if (read.matches.length > 0) break;
		const lookAlikes = await lookUp(reading, leak, manner);
		read = { ...read, ...(await readAmong(reading, leak, lookAlikes)), lookAlikes };
	}
	return read;
}

/**
 * The same or, if the leak looks more like a picture when it is turned or inverted, what it reveals then: many packs turned by half resemble one
 * another. A leak that was found beyond doubt is not looked for again.
 */
export async function inUnusualViews(
	reading: Reading,
	leak: Uint8Array,
	read: ReadLeak,
	hint: LeakHint,
): Promise<ReadLeak> {
	const correlation = correlationOf(read);
	if (correlation === undefined || correlation > convincingCorrelation) return read;
	const lookAlikes = read.lookAlikes && (await lookUp(reading, leak, "unusual"));
	const turned = {
		...read,
		...(await readAmong(reading, leak, lookAlikes ?? [hint], { manner: "unusual" })),
		lookAlikes,
		manner: "unusual" as const,
		discarded: read.matches.length,
	};
	return (correlationOf(turned) ?? 0) > correlation ? turned : read;
}

/**
 * The same, and what the leak reveals when it is fitted more closely, in the manner in which it was found. Both readings are judged: neither replaces
 * the other, so what the first one shows is not lost, and each of them counts as a guess.
 */
export async function fittedToo(
	{ reader, blobs, seed }: Reading,
	leak: Uint8Array,
	read: ReadLeak,
): Promise<ReadLeak> {
	if (read.matches.length === 0) return read;
	const bases = await openSuspects(blobs, seed, read.bases);
	const fitted = await reader.read({ leak, bases, manner: read.manner, isFitted: true });
	return { ...read, matches: [...fitted, ...read.matches], isFitted: true };
}

/** The same, and what mixing several copies of the base that the leak most probably shows left in it. */
export async function mixedToo(
	{ reader, blobs, seed }: Reading,
	leak: Uint8Array,
	read: ReadLeak,
	shown: LeakMatch,
): Promise<ReadLeak> {
	const base = baseOf(shown, read.bases);
	if (!base) return read;
	const bases = await openSuspects(blobs, seed, [base]);
	const [mixed] = await reader.read({ leak, bases, manner: read.manner, isMixed: true });
	return mixed ? { ...read, mixed, isMixed: true } : read;
}

/** How much the leak looks like the picture that it most resembles. */
function correlationOf({ matches }: ReadLeak): number | undefined {
	return matches.length > 0 ? Math.max(...matches.map(({ alignment }) => alignment.correlation)) : undefined;
}

async function lookUp(reading: Reading, leak: Uint8Array, manner: Manners): Promise<LookAlike[]> {
	return findLookAlikes(reading, await reading.reader.describe({ leak, manner }));
}

/** Each takes as long to compare as a picture that was found by the search. */
const MOST_DUPLICATES = 12;

/**
 * The same, read against the duplicates of the picture that the leak most probably shows as well. One photograph may be stored under many barcodes, of
 * which the search keeps three and a given barcode names one, while the copy may have been delivered under any.
 */
export async function withDuplicates(
	reading: Reading,
	leak: Uint8Array,
	read: ReadLeak,
	shown: LeakMatch | undefined,
): Promise<ReadLeak> {
	const base = shown && baseOf(shown, read.bases);
	if (!base) return read;
	const photograph = await openPhotograph(reading.blobs, base.version);
	const description = await reading.reader.describe({ leak: photograph, manner: "usual" });
	const known = new Set(read.bases.map(({ version }) => pictureKey(version)));
	const duplicates = (await findDuplicates(reading, description)).filter(
		(duplicate) => !known.has(pictureKey(duplicate)),
	);
	const { matches, bases } = await readAmong(reading, leak, duplicates.slice(0, MOST_DUPLICATES));
	return {
		...read,
		matches: [...read.matches, ...matches],
		bases: [...read.bases, ...bases],
		isIncomplete: duplicates.length > MOST_DUPLICATES,
	};
}

function pictureKey({ barcode, variant }: { readonly barcode: string; readonly variant: string }): string {
	return `${barcode} ${variant}`;
}

async function readAmong(
	{ db, blobs, reader, seed }: Reading,
	leak: Uint8Array,
	pictures: readonly LeakHint[],
	how: HowRead = {},
): Promise<Pick<ReadLeak, "matches" | "bases">> {
	const bases = await suspectsAmong(db, pictures);
	if (bases.length === 0) return { matches: [], bases };
	const matches = await reader.read({ leak, bases: await openSuspects(blobs, seed, bases), ...how });
	return { matches, bases };
}
