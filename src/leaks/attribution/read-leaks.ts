import {
	type Attribution,
	convincingCorrelation,
	type HowRead,
	type LeakMatch,
	type Manners,
} from "@packshot/marking/attribute";
import type { BlobStore } from "../../platform/blobs/blob-store.ts";
import { findDuplicates, findLookAlikes, type LookAlike, type Searched } from "../search/look-alikes.ts";
import type { AttributionProcess } from "./attribution-process.ts";
import type { ClientPage } from "./client-pages.ts";
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
	/** How many matches clients were scored on before these were found to fit better. */
	readonly discarded: number;
	/** The base that it most probably shows, read as a mixture of several copies; undefined if it was not read as one. */
	readonly mixed: LeakMatch | undefined;
	/** The pictures that resemble it; `undefined` if its barcode was given. */
	readonly lookAlikes: readonly LookAlike[] | undefined;
	/** Whether more pictures show the same photograph than it was compared with. */
	readonly isIncomplete: boolean;
}

const UNREAD: ReadLeak = {
	matches: [],
	bases: [],
	discarded: 0,
	mixed: undefined,
	lookAlikes: undefined,
	isIncomplete: false,
};

/** Where leaks are read, and what they are compared with. */
export interface Reading extends Searched {
	readonly blobs: BlobStore;
	readonly reader: AttributionProcess;
	/** The installation's seed of the global codeword. */
	readonly seed: Uint8Array;
}

export interface LeaksToRead {
	readonly leaks: readonly Uint8Array[];
	readonly hint: LeakHint;
	readonly clients: readonly ClientPage[];
}

/** A leak, and what the steps before have found out about it. */
interface KnownLeak {
	readonly leak: Uint8Array;
	readonly hint: LeakHint;
	readonly read: ReadLeak;
	/** The match that it most probably shows. */
	readonly shown: LeakMatch | undefined;
	readonly mayBeMixed: boolean;
}

/** A way of reading a leak: what it adds to what is known, or undefined if that is nothing. */
type ReadMore = (reading: Reading, known: KnownLeak) => Promise<Partial<ReadLeak> | undefined>;

/** The ways of reading leaks, and what they name so far if that is worth its time: each takes as long as those before. */
const STEPS: readonly { readonly readMore: ReadMore; isNeeded(found: Attribution | undefined): boolean }[] = [
	{ readMore: asItIs, isNeeded: () => true },
	{ readMore: turnedOrInverted, isNeeded: mayBeOfAnother },
	{ readMore: amongDuplicates, isNeeded: mayBeOfAnother },
	{ readMore: fittedMoreClosely, isNeeded: namesNobody },
	{ readMore: asMixture, isNeeded: (found) => found?.origin?.verdict !== "elsewhere" },
];

function namesNobody(found: Attribution | undefined): boolean {
	return found?.verdict !== "identified";
}

/** More pictures are searched for only as long as the right one may be missing. */
function mayBeOfAnother(found: Attribution | undefined): boolean {
	return namesNobody(found) && found?.origin?.verdict !== "delivered";
}

/** Reads leaks step by step, and attributes them again whenever a step adds something. */
export async function readAndAttribute(reading: Reading, { leaks, hint, clients }: LeaksToRead) {
	const { reader, progress } = reading;
	const attribute = (read: readonly ReadLeak[]) => {
		progress("attribute", 0);
		return reader.attribute({
			readings: read.map(({ matches }) => matches),
			discarded: read.map(({ discarded }) => discarded),
			mixed: read.map(({ mixed }) => mixed),
			clients,
		});
	};
	let read: readonly ReadLeak[] = leaks.map(() => UNREAD);
	let found: Attribution | undefined;
	for (const { readMore, isNeeded } of STEPS) {
		if (!isNeeded(found)) continue;
		const more: (Partial<ReadLeak> | undefined)[] = [];
		// One leak after the other: each takes the time and the memory that it would take alone.
		for (const [place, one] of read.entries()) {
			if (!found) progress("read", place, leaks.length);
			const leak = leaks[place] as Uint8Array;
			const shown = found?.matches[place];
			const mayBeMixed = found?.mayBeMixed[place] === true;
			more.push(await readMore(reading, { leak, hint, read: one, shown, mayBeMixed }));
		}
		if (more.every((added) => added === undefined)) continue;
		read = read.map((one, place) => ({ ...one, ...more[place] }));
		found = await attribute(read);
	}
	return { read, attribution: found ?? (await attribute(read)) };
}

/** Without a barcode, a leak is looked up as it is and mirrored; only if that finds nothing, turned and inverted too, which takes longer. */
async function asItIs(reading: Reading, { leak, hint }: KnownLeak): Promise<Partial<ReadLeak>> {
	if (hint.barcode !== undefined) return readAmong(reading, leak, [hint]);
	const usual = await lookUpAndRead(reading, leak, "usual");
	return usual.matches.length > 0 ? usual : lookUpAndRead(reading, leak, "unusual");
}

async function lookUpAndRead(reading: Reading, leak: Uint8Array, manner: Manners) {
	const lookAlikes = await lookUp(reading, leak, manner);
	return { ...(await readAmong(reading, leak, lookAlikes)), lookAlikes };
}

/**
 * What a leak reveals when it is turned or inverted, if it looks more like a picture then: many packs turned by half resemble one another. A leak that
 * was found beyond doubt is not looked for again.
 */
async function turnedOrInverted(
	reading: Reading,
	{ leak, hint, read }: KnownLeak,
): Promise<Partial<ReadLeak> | undefined> {
	const correlation = correlationOf(read.matches);
	if (correlation === undefined || correlation > convincingCorrelation) return undefined;
	const manner = "unusual";
	const lookAlikes = read.lookAlikes && (await lookUp(reading, leak, manner));
	const turned = await readAmong(reading, leak, lookAlikes ?? [hint], manner);
	if ((correlationOf(turned.matches) ?? 0) <= correlation) return undefined;
	return { ...turned, lookAlikes, manner, discarded: read.matches.length };
}

/** How much the leak looks like the picture that it most resembles. */
function correlationOf(matches: readonly LeakMatch[]): number | undefined {
	return matches.length > 0 ? Math.max(...matches.map(({ alignment }) => alignment.correlation)) : undefined;
}

/** Each takes as long to compare as a picture that was found by the search. */
const MOST_DUPLICATES = 12;

/**
 * What a leak reveals of duplicates of the picture that it most probably shows. One photograph may be stored under many barcodes, of which the search keeps three and a
 * given barcode names one, while the copy may have been delivered under any.
 */
async function amongDuplicates(
	reading: Reading,
	{ leak, read, shown }: KnownLeak,
): Promise<Partial<ReadLeak> | undefined> {
	const base = shown && baseOf(shown, read.bases);
	if (!base) return undefined;
	const photograph = await openPhotograph(reading.blobs, base.version);
	const description = await reading.reader.describe({ leak: photograph, manner: "usual" });
	const known = new Set(read.bases.map(({ version }) => pictureKey(version)));
	const duplicates = (await findDuplicates(reading, description)).filter(
		(picture) => !known.has(pictureKey(picture)),
	);
	if (duplicates.length === 0) return undefined;
	const { matches, bases } = await readAmong(reading, leak, duplicates.slice(0, MOST_DUPLICATES));
	return {
		matches: [...read.matches, ...matches],
		bases: [...read.bases, ...bases],
		isIncomplete: duplicates.length > MOST_DUPLICATES,
	};
}

function pictureKey({ barcode, variant }: { readonly barcode: string; readonly variant: string }): string {
	return `${barcode} ${variant}`;
}

/**
 * What a leak reveals when it is fitted more closely, in the manner in which it was found. Both readings are judged: neither replaces the other, so what
 * the first one shows is not lost, and each of them counts as a guess.
 */
async function fittedMoreClosely(
	{ reader, blobs, seed }: Reading,
	{ leak, read }: KnownLeak,
): Promise<Partial<ReadLeak> | undefined> {
	if (read.matches.length === 0) return undefined;
	const bases = await openSuspects(blobs, seed, read.bases);
	const fitted = await reader.read({ leak, bases, manner: read.manner, isFitted: true });
	return { matches: [...fitted, ...read.matches], isFitted: true };
}

/** What mixing several copies of the base that a leak most probably shows left in it. */
async function asMixture(
	{ reader, blobs, seed }: Reading,
	{ leak, read, shown, mayBeMixed }: KnownLeak,
): Promise<Partial<ReadLeak> | undefined> {
	const base = shown && mayBeMixed ? baseOf(shown, read.bases) : undefined;
	if (!base) return undefined;
	const bases = await openSuspects(blobs, seed, [base]);
	const [mixed] = await reader.read({ leak, bases, manner: read.manner, isMixed: true });
	return mixed && { mixed, isMixed: true };
}

async function lookUp(reading: Reading, leak: Uint8Array, manner: Manners): Promise<LookAlike[]> {
	return findLookAlikes(reading, await reading.reader.describe({ leak, manner }));
}

async function readAmong(
	{ db, blobs, reader, seed }: Reading,
	leak: Uint8Array,
	pictures: readonly LeakHint[],
	manner?: Manners,
): Promise<Pick<ReadLeak, "matches" | "bases">> {
	const bases = await suspectsAmong(db, pictures);
	if (bases.length === 0) return { matches: [], bases };
	const matches = await reader.read({ leak, bases: await openSuspects(blobs, seed, bases), manner });
	return { matches, bases };
}
