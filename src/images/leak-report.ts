import {
	attributeLeaks,
	drawEvidence,
	identificationThreshold,
	type KnownImage,
	type LeakMatch,
	type Origin,
	readLeak,
} from "@packshot/marking/attribute";
import { codeword, decodePrepared, type Prepared } from "@packshot/marking/deliver";
import { hashMatchDistance, type LeakDescription } from "@packshot/marking/search";
import type { BlobStore } from "../platform/blobs/blob-store.ts";
import type { Database } from "../platform/db/database.ts";
import {
	clientOf,
	deliveredBases,
	deliveriesTo,
	type KnownVersion,
	versionsOf,
} from "./attribution-store.ts";
import { currentMarkFormat, globalMarkSeed, reservedIn } from "./mark-formats.ts";
import { markId } from "./prepared-cache.ts";
import { readClientScores } from "./search/client-scores.ts";
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
	readonly deliveries: readonly { readonly at: number; readonly address: string }[];
}

/** How the picture was found that a leak shows: the barcode was given, or the search found a matching hash or corners in agreement. */
type FoundBy = "barcode" | "hash" | "corners";

export interface LeakReport {
	readonly verdict: "identified" | "inconclusive";
	/** Whether the leaks are copies that this service delivered; `undefined` when none shows a picture of this catalogue. */
	readonly origin: Origin | undefined;
	/** For each leak the picture that it shows; `null` when it is not from this catalogue. */
	readonly matches: readonly ({ readonly barcode: string; readonly variant: string } | null)[];
	/** For each leak how its picture was found; `null` when it is not from this catalogue. */
	readonly foundBy: readonly (FoundBy | null)[];
	/** All clients above the threshold, and the most likely below it. */
	readonly candidates: readonly LeakCandidate[];
	/** Draws the evidence of one leak against one candidate as a PNG; `undefined` when the leak shows no known picture. */
	evidence(leak: number, candidate: number): Promise<Uint8Array | undefined>;
}

interface Stores {
	readonly db: Database;
	readonly blobs: BlobStore;
}

/** A base that a leak is compared with, and the picture version it belongs to. */
interface Suspect extends KnownImage {
	readonly version: KnownVersion;
}

const SHOWN_CANDIDATES = 10;

/**
 * Finds the clients that leaked pictures were delivered to. Several leaks from one source add up.
 * @throws sharp's error for a leak that is not a picture.
 */
export async function attributePictures(
	stores: Stores,
	leaks: readonly Uint8Array[],
	hint: LeakHint,
	progress: SearchProgress = () => undefined,
): Promise<LeakReport> {
	const seed = await globalMarkSeed(stores.db);
	const lookAlikes =
		hint.barcode === undefined ? await similarPictures(stores.db, leaks, progress) : undefined;
	const suspects = await suspectsAmong(stores, seed, lookAlikes?.flat() ?? [hint]);
	const trace = await attributeLeaks(leaks, suspects, await readClientScores(stores.db));
	const suspectOf = (match: LeakMatch | undefined) =>
		suspects.find((suspect) => suspect.imageId === match?.imageId);
	const versions = trace.matches.flatMap((match) => suspectOf(match)?.version.image_id ?? []);
	const shown = trace.candidates.filter(
		({ falsePositiveProbability }, place) =>
			place < SHOWN_CANDIDATES || falsePositiveProbability < identificationThreshold,
	);
	const candidates = await Promise.all(
		shown.map(async (candidate) => ({
			...candidate,
			clientName: (await clientOf(stores.db, candidate.clientId))?.name ?? "",
			deliveries: await deliveriesTo(stores.db, candidate.clientId, versions),
		})),
	);
	return {
		verdict: trace.verdict,
		origin: trace.origin,
		matches: trace.matches.map((match) => {
			const version = suspectOf(match)?.version;
			return version ? { barcode: version.barcode, variant: version.variant } : null;
		}),
		foundBy: trace.matches.map((match, leak) => {
			const version = suspectOf(match)?.version;
			return version ? wayOfFinding(version, lookAlikes?.[leak]) : null;
		}),
		candidates,
		async evidence(leakPlace, candidatePlace) {
			const [leak, match] = [leaks[leakPlace], trace.matches[leakPlace]];
			const suspect = suspectOf(match);
			const client = await clientOf(stores.db, candidates[candidatePlace]?.clientId ?? "");
			if (!leak || !match || !suspect || !client) return undefined;
			const { base, flips, imageId } = suspect;
			const bits = codeword(client.mark_seed, imageId, flips.cellCount, match.global);
			return drawEvidence({ leak, base, areas: flips, softness: match.softness, codeword: bits });
		},
	};
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
	const prepared = new Map<string, Pick<Prepared, "base" | "flips">>();
	const suspects: Suspect[] = [];
	for (const { sizePx, watermarked, blob, markFormat } of bases) {
		const { base, flips } = prepared.get(blob) ?? decodePrepared(await blobs.get(blob));
		prepared.set(blob, { base, flips });
		const imageId = markId(version.image_id, watermarked, sizePx);
		const global = reservedIn(markFormat, seed, imageId, flips.cellCount);
		suspects.push({ imageId, base, flips, version, ...(global ? { global } : {}) });
	}
	return suspects;
}

/** For each leak the catalogue's pictures most similar to it. */
async function similarPictures(
	db: Database,
	leaks: readonly Uint8Array[],
	progress: SearchProgress,
): Promise<LookAlike[][]> {
	const descriptions: LeakDescription[] = [];
	// One by one: decoded, a picture of 50 megapixels takes half a gigabyte.
	for (const leak of leaks) descriptions.push(await readLeak(leak));
	return findLookAlikes(db, descriptions, progress);
}
