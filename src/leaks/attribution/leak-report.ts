import {
	type Attribution,
	type HowRead,
	identificationThreshold,
	type Origin,
} from "@packshot/marking/attribute";
import { codeword } from "@packshot/marking/deliver";
import { hashMatchDistance } from "@packshot/marking/search";
import { globalMarkSeed } from "../../pictures/delivery/mark-formats.ts";
import { withoutFrame } from "../../pictures/rights/packet-frame.ts";
import type { BlobStore } from "../../platform/blobs/blob-store.ts";
import type { Database } from "../../platform/db/database.ts";
import type { LookAlike, SearchProgress } from "../search/look-alikes.ts";
import { createSearchThreads } from "../search/search-threads.ts";
import { createAttributionProcess } from "./attribution-process.ts";
import { clientOf, type Delivered, deliveriesTo, type KnownVersion } from "./attribution-store.ts";
import { type ClientPage, readClientPages } from "./client-pages.ts";
import { baseOf, type LeakHint, openSuspects, type Suspect, type SuspectBase } from "./leak-suspects.ts";
import { type ReadLeak, readAndAttribute } from "./read-leaks.ts";

export interface LeakCandidate {
	readonly clientId: string;
	readonly clientName: string;
	readonly score: number;
	readonly falsePositiveProbability: number;
	/** The prepared versions whose copies speak against it. */
	readonly imageIds: readonly string[];
	/** The clients beside whom it was scored, if leaks were scored as mixtures. */
	readonly beside?: readonly string[];
	/** When this client fetched the attributed pictures. */
	readonly deliveries: readonly Delivered[];
}

/** How the picture that a leak shows was found: its barcode was given, or the search found a matching hash or consistent corners. */
type FoundBy = "barcode" | "hash" | "corners";

/** The origin of leaks, and whether more pictures show the same than they were compared with: then it is never `elsewhere`. */
interface ReportedOrigin extends Origin {
	readonly isIncomplete?: boolean;
}

export interface LeakReport {
	readonly verdict: "identified" | "inconclusive";
	/** Whether the leaks are copies delivered by this service; `undefined` when none shows a picture of this catalogue. */
	readonly origin: ReportedOrigin | undefined;
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
	/** For each leak, how it was read. */
	readonly howRead: readonly HowRead[];
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
 * threads, without the packet of a delivered file, which is no part of the evidence (SPEC E11).
 * @throws sharp's error for a leak that is not a picture.
 */
export async function attributePictures(
	stores: Stores,
	files: readonly Uint8Array[],
	hint: LeakHint,
	{ progress = () => undefined, signal }: AttributionWatch = {},
): Promise<LeakReport> {
	const leaks = files.map(withoutFrame);
	const reader = createAttributionProcess({ signal });
	const threads = createSearchThreads();
	const tell: SearchProgress = (...stage) => {
		signal?.throwIfAborted();
		progress(...stage);
	};
	try {
		const seed = await globalMarkSeed(stores.db);
		const clients = await readClientPages(stores.db);
		const { read, attribution } = await readAndAttribute(
			{ ...stores, reader, threads, seed, progress: tell },
			{ leaks, hint, clients },
		);
		const named = attribution.candidates.filter(isNamed).flatMap(({ imageIds }) => imageIds);
		const telling = new Set([...attribution.matches.map((match) => match?.imageId), ...named]);
		const suspects = await openSuspects(stores.blobs, seed, basesOf(read, telling));
		return await reportOf(stores, { leaks, attribution, suspects, clients, read });
	} finally {
		await Promise.all([reader.close(), threads.close()]);
	}
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

/** A copy may be of a picture that was not compared. */
function originAmong(read: readonly ReadLeak[], origin: Origin): ReportedOrigin {
	const isIncomplete = read.some((one) => one.isIncomplete);
	const verdict = isIncomplete && origin.verdict === "elsewhere" ? "unclear" : origin.verdict;
	return { ...origin, verdict, isIncomplete };
}

interface Attributed {
	readonly leaks: readonly Uint8Array[];
	readonly attribution: Attribution;
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
		origin: attribution.origin && originAmong(read, attribution.origin),
		matches: shown.map((one) => one && { barcode: one.version.barcode, variant: one.version.variant }),
		foundBy: shown.map((one, leak) => one && wayOfFinding(one.version, read[leak]?.lookAlikes)),
		candidates,
		grounds: { shown, bases: suspects, howRead: read, clients, guesses: attribution.guesses },
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
