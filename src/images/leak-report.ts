import { identificationThreshold, type Origin } from "@packshot/marking/attribute";
import { codeword, decodePrepared, type GlobalMark } from "@packshot/marking/deliver";
import { hashMatchDistance, type LeakDescription } from "@packshot/marking/search";
import type { BlobStore } from "../platform/blobs/blob-store.ts";
import type { Database } from "../platform/db/database.ts";
import {
	clientOf,
	type Delivered,
	deliveredBases,
	deliveriesTo,
	type KnownVersion,
	versionsOf,
} from "./attribution-store.ts";
import type { ComparedBase } from "./attribution-tasks.ts";
import { type AttributionThread, createAttributionThread } from "./attribution-thread.ts";
import { currentMarkFormat, globalMarkSeed, reservedIn } from "./mark-formats.ts";
import { markId } from "./prepared-cache.ts";
import { type ClientPage, readClientPages } from "./search/client-pages.ts";
import { findLookAlikes, type LookAlike, type SearchProgress } from "./search/look-alikes.ts";

/** The picture that a leak may show, if known. */
export interface LeakHint {
	readonly barcode?: string;
	readonly variant?: string;
}

export interface LeakCandidate {
	readonly clientId: string;
	readonly clientName: string;
	readonly score: number;
	readonly falsePositiveProbability: number;
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
	/** The base with which each leak was read; `null` when it is not from this catalogue. */
	readonly shown: readonly (Suspect | null)[];
	/** Every client that was scored. */
	readonly clients: readonly ClientPage[];
	/** Factor by which the probabilities were raised to account for the number of pictures tried. */
	readonly guesses: number;
}

interface Stores {
	readonly db: Database;
	readonly blobs: BlobStore;
}

/** A base to compare leaks with, and the picture version it belongs to. */
export interface Suspect extends ComparedBase {
	readonly version: KnownVersion;
	readonly cellCount: number;
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
	const thread = createAttributionThread(signal);
	const tell: SearchProgress = (...stage) => {
		signal?.throwIfAborted();
		progress(...stage);
	};
	try {
		const seed = await globalMarkSeed(stores.db);
		const lookAlikes =
			hint.barcode === undefined ? await similarPictures(stores.db, thread, leaks, tell) : undefined;
		const suspects = await suspectsAmong(stores, seed, lookAlikes?.flat() ?? [hint]);
		const clients = await readClientPages(stores.db);
		tell("attribute", 0);
		const bases = suspects.map(({ markId, prepared, global }) => ({ markId, prepared, global }));
		const attribution = await thread.attribute({ leaks, bases, clients });
		return await reportOf(stores, { leaks, attribution, suspects, clients, lookAlikes });
	} finally {
		await thread.close();
	}
}

interface Attributed {
	readonly leaks: readonly Uint8Array[];
	readonly attribution: Awaited<ReturnType<AttributionThread["attribute"]>>;
	readonly suspects: readonly Suspect[];
	readonly clients: readonly ClientPage[];
	readonly lookAlikes: readonly (readonly LookAlike[])[] | undefined;
}

async function reportOf(stores: Stores, attributed: Attributed): Promise<LeakReport> {
	const { attribution, suspects, clients, lookAlikes } = attributed;
	const shown = attribution.matches.map(
		(match) => suspects.find(({ markId }) => markId === match?.imageId) ?? null,
	);
	const candidates = await candidatesOf(stores.db, attributed, shown);
	return {
		verdict: attribution.verdict,
		origin: attribution.origin,
		matches: shown.map((one) => one && { barcode: one.version.barcode, variant: one.version.variant }),
		foundBy: shown.map((one, leak) => one && wayOfFinding(one.version, lookAlikes?.[leak])),
		candidates,
		grounds: { shown, clients, guesses: attribution.guesses },
		evidence: (leak, candidate) =>
			drawnEvidence(stores.db, attributed, {
				leak,
				suspect: shown[leak],
				clientId: candidates[candidate]?.clientId,
			}),
	};
}

async function candidatesOf(
	db: Database,
	{ attribution }: Attributed,
	shown: readonly (Suspect | null)[],
): Promise<LeakCandidate[]> {
	const versions = shown.flatMap((one) => one?.version ?? []);
	const named = attribution.candidates.filter(
		({ falsePositiveProbability }, place) =>
			place < SHOWN_CANDIDATES || falsePositiveProbability < identificationThreshold,
	);
	return Promise.all(
		named.map(async (candidate) => ({
			...candidate,
			clientName: (await clientOf(db, candidate.clientId))?.name ?? "",
			deliveries: await deliveriesTo(db, candidate.clientId, versions),
		})),
	);
}

async function drawnEvidence(
	db: Database,
	{ leaks, attribution }: Attributed,
	of: {
		readonly leak: number;
		readonly suspect: Suspect | null | undefined;
		readonly clientId: string | undefined;
	},
): Promise<Uint8Array | undefined> {
	const { suspect } = of;
	const [leak, match] = [leaks[of.leak], attribution.matches[of.leak]];
	const client = await clientOf(db, of.clientId ?? "");
	if (!leak || !match || !suspect || !client) return undefined;
	const bits = codeword(client.mark_seed, suspect.markId, suspect.cellCount, match.global);
	const thread = createAttributionThread();
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

async function suspectsAmong(
	stores: Stores,
	seed: Uint8Array,
	pictures: readonly LeakHint[],
): Promise<Suspect[]> {
	const named = new Map(pictures.map((one) => [`${one.barcode} ${one.variant}`, one]));
	const found: Suspect[] = [];
	for (const { barcode, variant } of named.values()) {
		const versions = await versionsOf(stores.db, barcode ?? "", variant);
		for (const version of versions) found.push(...(await basesOf(stores, seed, version)));
	}
	return found;
}

/** Only delivered bases can have leaked; the current picture is included so that the report can at least say what the leak shows. */
async function basesOf({ db, blobs }: Stores, seed: Uint8Array, version: KnownVersion): Promise<Suspect[]> {
	const delivered = await deliveredBases(db, version);
	const current = {
		sizePx: null,
		blob: version.watermarked_blob,
		watermarked: version.watermarked_blob !== version.plain_blob,
		markFormat: currentMarkFormat,
	};
	const bases = delivered.length === 0 && version.active === 1 ? [current] : delivered;
	const stored = new Map<string, { readonly prepared: Uint8Array; readonly cellCount: number }>();
	const suspects: Suspect[] = [];
	for (const { sizePx, watermarked, blob, markFormat } of bases) {
		const { prepared, cellCount } = stored.get(blob) ?? (await readBase(blobs, blob));
		stored.set(blob, { prepared, cellCount });
		const id = markId(version.image_id, watermarked, sizePx);
		const global: GlobalMark | undefined = reservedIn(markFormat, seed, id, cellCount);
		suspects.push({ markId: id, prepared, cellCount, version, ...(global ? { global } : {}) });
	}
	return suspects;
}

async function readBase(blobs: BlobStore, blob: string) {
	const prepared = await blobs.get(blob);
	return { prepared, cellCount: decodePrepared(prepared).flips.cellCount };
}

/** For each leak, the most similar pictures of the catalogue. */
async function similarPictures(
	db: Database,
	thread: AttributionThread,
	leaks: readonly Uint8Array[],
	progress: SearchProgress,
): Promise<LookAlike[][]> {
	const descriptions: LeakDescription[] = [];
	// Sequentially: a decoded picture of 50 megapixels takes half a gigabyte.
	for (const [place, leak] of leaks.entries()) {
		progress("read", place, leaks.length);
		descriptions.push(await thread.describe(leak));
	}
	return findLookAlikes(db, descriptions, progress);
}
