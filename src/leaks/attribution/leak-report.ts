import { identificationThreshold, type LeakMatch, type Origin } from "@packshot/marking/attribute";
import { codeword } from "@packshot/marking/deliver";
import { hashMatchDistance } from "@packshot/marking/search";
import { globalMarkSeed } from "../../pictures/delivery/mark-formats.ts";
import type { BlobStore } from "../../platform/blobs/blob-store.ts";
import type { Database } from "../../platform/db/database.ts";
import { findLookAlikes, type LookAlike, type SearchProgress } from "../search/look-alikes.ts";
import { type AttributionProcess, createAttributionProcess } from "./attribution-process.ts";
import { clientOf, type Delivered, deliveriesTo, type KnownVersion } from "./attribution-store.ts";
import { type ClientPage, readClientPages } from "./client-pages.ts";
import {
	baseOf,
	type LeakHint,
	openSuspects,
	type Suspect,
	type SuspectBase,
	suspectsAmong,
} from "./leak-suspects.ts";

export interface LeakCandidate {
	readonly clientId: string;
	readonly clientName: string;
	readonly score: number;
	readonly falsePositiveProbability: number;
	/** The prepared versions whose copies speak against it. */
	readonly imageIds: readonly string[];
	/** When this client fetched the attributed pictures. */
	readonly deliveries: readonly Delivered[];
}

/** How the picture that a leak shows was found: its barcode was given, or the search found a matching hash or consistent corners. */
type FoundBy = "barcode" | "hash" | "corners";

export interface LeakReport {
	readonly verdict: "identified" | "inconclusive";
	/** Whether the leaks are copies delivered by this service; `undefined` when none shows a picture of this catalogue. */
	readonly origin: Origin | undefined;
	/** The picture that each leak shows; `null` when it is not from this catalogue. */
	readonly matches: readonly ({ readonly barcode: string; readonly variant: string } | null)[];
	/** How each leak's picture was found; `null` when it is not from this catalogue. */
	readonly foundBy: readonly (FoundBy | null)[];
	/** All clients above the threshold, and the most likely below it. */
	readonly candidates: readonly LeakCandidate[];
	/** What the report is based on. */
	readonly grounds: Grounds;
	/** Draws the evidence of one leak against one candidate as a PNG; `undefined` when the leak shows no known picture. */
	evidence(leak: number, candidate: number): Promise<Uint8Array | undefined>;
}

/** What a report is based on, for those who verify it. */
export interface Grounds {
	/** The base that each leak most probably shows; `null` when it is not from this catalogue. */
	readonly shown: readonly (Suspect | null)[];
	/** These, and all others whose copies name somebody. */
	readonly bases: readonly Suspect[];
	/** Every client that was scored. */
	readonly clients: readonly ClientPage[];
	/** Factor by which the probabilities were raised to account for the number of pictures tried. */
	readonly guesses: number;
}

interface Stores {
	readonly db: Database;
	readonly blobs: BlobStore;
}

/** Reports progress and allows the work to be aborted. */
interface AttributionWatch {
	readonly progress?: SearchProgress;
	/** Aborts the work, which then throws the signal's reason. */
	readonly signal?: AbortSignal;
}

const SHOWN_CANDIDATES = 10;

/**
 * Finds the clients to which leaked pictures were delivered. Evidence from several leaks of one source is combined. Leaks are decoded and compared in
 * threads.
 * @throws sharp's error for a leak that is not a picture.
 */
export async function attributePictures(
	stores: Stores,
	leaks: readonly Uint8Array[],
	hint: LeakHint,
	{ progress = () => undefined, signal }: AttributionWatch = {},
): Promise<LeakReport> {
	const thread = createAttributionProcess({ signal });
	const tell: SearchProgress = (...stage) => {
		signal?.throwIfAborted();
		progress(...stage);
	};
	try {
		const seed = await globalMarkSeed(stores.db);
		const read: ReadLeak[] = [];
		// One after the other: each takes the time and the memory that it would take alone.
		for (const [place, leak] of leaks.entries()) {
			tell("read", place, leaks.length);
			read.push(await readLeak(stores, thread, { leak, hint, seed, progress: tell }));
		}
		const clients = await readClientPages(stores.db);
		tell("attribute", 0);
		const attribution = await thread.attribute({ readings: read.map(({ matches }) => matches), clients });
		const named = attribution.candidates.filter(isNamed).flatMap(({ imageIds }) => imageIds);
		const telling = new Set([...attribution.matches.map((match) => match?.imageId), ...named]);
		const suspects = await openSuspects(stores.blobs, seed, basesOf(read, telling));
		return await reportOf(stores, { leaks, attribution, suspects, clients, read });
	} finally {
		await thread.close();
	}
}

/** What a leak reveals, and what it was compared with. */
interface ReadLeak {
	readonly matches: readonly LeakMatch[];
	readonly bases: readonly SuspectBase[];
	/** The pictures that resemble it; `undefined` if its barcode was given. */
	readonly lookAlikes: readonly LookAlike[] | undefined;
}

interface LeakToRead {
	readonly leak: Uint8Array;
	readonly hint: LeakHint;
	readonly seed: Uint8Array;
	readonly progress: SearchProgress;
}

/** Without a barcode, a leak is looked up as it is and mirrored; only if that finds nothing, turned and inverted too, which takes longer. */
async function readLeak(stores: Stores, thread: AttributionProcess, order: LeakToRead): Promise<ReadLeak> {
	if (order.hint.barcode !== undefined) return readAmong(stores, thread, order, [order.hint]);
	let read: ReadLeak = { matches: [], bases: [], lookAlikes: [] };
	for (const manner of ["usual", "unusual"] as const) {
		if (read.matches.length > 0) break;
		const description = await thread.describe({ leak: order.leak, manner });
		const lookAlikes = await findLookAlikes(stores.db, description, order.progress);
		read = { ...(await readAmong(stores, thread, order, lookAlikes)), lookAlikes };
	}
	return read;
}

async function readAmong(
	{ db, blobs }: Stores,
	thread: AttributionProcess,
	{ leak, seed }: LeakToRead,
	pictures: readonly LeakHint[],
): Promise<ReadLeak> {
	const bases = await suspectsAmong(db, pictures);
	const matches = await thread.read({ leak, bases: await openSuspects(blobs, seed, bases) });
	return { matches, bases, lookAlikes: undefined };
}

/** The bases of these images that leaks showed, each once. */
function basesOf(read: readonly ReadLeak[], imageIds: ReadonlySet<string | undefined>): SuspectBase[] {
	const found = new Map<string, SuspectBase>();
	for (const { matches, bases } of read) {
		for (const match of matches) {
			const base = imageIds.has(match.imageId) ? baseOf(match, bases) : undefined;
			if (base) found.set(base.markId, base);
		}
	}
	return [...found.values()];
}

function isNamed({ falsePositiveProbability }: { readonly falsePositiveProbability: number }): boolean {
	return falsePositiveProbability < identificationThreshold;
}

interface Attributed {
	readonly leaks: readonly Uint8Array[];
	readonly attribution: Awaited<ReturnType<AttributionProcess["attribute"]>>;
	readonly suspects: readonly Suspect[];
	readonly clients: readonly ClientPage[];
	readonly read: readonly ReadLeak[];
}

async function reportOf(stores: Stores, attributed: Attributed): Promise<LeakReport> {
	const { attribution, suspects, clients, read } = attributed;
	const shown = attribution.matches.map(
		(match) => suspects.find(({ markId }) => markId === match?.imageId) ?? null,
	);
	const candidates = await candidatesOf(stores.db, attributed);
	return {
		verdict: attribution.verdict,
		origin: attribution.origin,
		matches: shown.map((one) => one && { barcode: one.version.barcode, variant: one.version.variant }),
		foundBy: shown.map((one, leak) => one && wayOfFinding(one.version, read[leak]?.lookAlikes)),
		candidates,
		grounds: { shown, bases: suspects, clients, guesses: attribution.guesses },
		evidence: (leak, candidate) =>
			drawnEvidence(stores.db, attributed, {
				leak,
				candidate: candidates[candidate],
			}),
	};
}

async function candidatesOf(db: Database, { attribution, suspects }: Attributed): Promise<LeakCandidate[]> {
	const versions = suspects.map(({ version }) => version);
	const named = attribution.candidates.filter(
		(candidate, place) => place < SHOWN_CANDIDATES || isNamed(candidate),
	);
	return Promise.all(
		named.map(async (candidate) => ({
			...candidate,
			clientName: (await clientOf(db, candidate.clientId))?.name ?? "",
			deliveries: await deliveriesTo(db, candidate.clientId, versions),
		})),
	);
}

/** Draws the base of which this leak shows the candidate's copy or, if that is another leak's, the one that it most probably shows. */
async function drawnEvidence(
	db: Database,
	{ leaks, attribution, suspects }: Attributed,
	of: { readonly leak: number; readonly candidate: LeakCandidate | undefined },
): Promise<Uint8Array | undefined> {
	const leak = leaks[of.leak];
	const { imageIds = [], clientId = "" } = of.candidate ?? {};
	const own = attribution.readings[of.leak]?.find(({ imageId }) => imageIds.includes(imageId));
	const match = own ?? attribution.matches[of.leak];
	const suspect = suspects.find(({ markId }) => markId === match?.imageId);
	const client = await clientOf(db, clientId);
	if (!leak || !match || !suspect || !client) return undefined;
	const bits = codeword(client.mark_seed, suspect.markId, suspect.cellCount, match.global);
	const thread = createAttributionProcess();
	try {
		const { softness } = match;
		return await thread.draw({ leak, prepared: suspect.prepared, softness, codeword: bits });
	} finally {
		await thread.close();
	}
}

/** How the version that a leak shows was found: by the search, or because the barcode was given. Versions found for another leak count as well. */
function wayOfFinding(
	{ barcode, variant }: KnownVersion,
	lookAlikes: readonly LookAlike[] | undefined,
): FoundBy {
	if (!lookAlikes) return "barcode";
	const found = lookAlikes.find((one) => one.barcode === barcode && one.variant === variant);
	return found && found.likeness.hashDistance <= hashMatchDistance ? "hash" : "corners";
}
