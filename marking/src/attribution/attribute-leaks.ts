import { deliver, NotADeliveryError, readCodeword } from "../marks/deliver.ts";
import type { FlipList } from "../marks/flip-list.ts";
import type { GlobalMark } from "../marks/global-mark.ts";
import { readCells } from "./cell-evidence.ts";
import { sumScores, type WeighedPicture } from "./client-sums.ts";
import { likelyGrounds, registerOnGround } from "./ground.ts";
import { compose, type Homography, identity, scaling } from "./homography.ts";
import { globalScore, type Origin, originOf } from "./origin.ts";
import { decodePicture, flatten, type Picture } from "./picture.ts";
import type { Alignment } from "./refine.ts";
import {
	type CellEvidence,
	identificationThreshold,
	type KnownClient,
	packSeeds,
	rankClients,
	type ScoredClient,
	weighEvidence,
} from "./score.ts";

/** A prepared version of a catalogue picture that the leak may come from. */
export interface KnownImage {
	readonly imageId: string;
	readonly base: Uint8Array;
	readonly flips: FlipList;
	/** The cells that were reserved in delivered copies of it; absent if none were. */
	readonly global?: GlobalMark;
}

/** Scores clients, for instance on threads if they are too many to be scored sequentially. */
export interface ClientScores {
	/** Number of candidates wanted. */
	readonly most: number;
	/** The result of `sumScores` for all clients. */
	sums(pictures: readonly WeighedPicture[]): Promise<Float64Array[]>;
	/** The ids of clients, given by index. */
	clientIds(places: readonly number[]): string[];
}

/** Leaks with transparency are composited over white. */
const white = 255;

/** Which picture a leak shows, and what it reveals about that picture's cells. */
export interface LeakMatch extends CellEvidence {
	readonly alignment: Alignment;
}

export interface Attribution {
	/** The picture that each leak shows; undefined if it is none of those given. */
	readonly matches: readonly (LeakMatch | undefined)[];
	/** The likeliest clients first: all that were given, or as many as `ClientScores` asks for; empty when no leak shows a known picture. */
	readonly candidates: readonly ScoredClient[];
	/** `identified` if an innocent client would score as high as the first candidate less than once in a million leaks. */
	readonly verdict: "identified" | "inconclusive";
	/** Whether the leaks are copies of ours, even if no client is identified; undefined when no leak shows a known picture. */
	readonly origin: Origin | undefined;
	/** How many combinations of pictures the leaks could show: each adds a chance of a false accusation, which the probabilities account for. */
	readonly guesses: number;
}

/**
 * Determines which clients leaked pictures were delivered to. Evidence from several leaks of one source adds up; each leak is compared with every
 * given picture, so pass only a few: the versions of the variants that it may show. All candidates with a `falsePositiveProbability` below
 * `identificationThreshold` took part in the leak. Throws sharp's error for a leak that is not a picture.
 */
export async function attributeLeaks(
	leaks: readonly Uint8Array[],
	images: readonly KnownImage[],
	clients: readonly KnownClient[] | ClientScores,
): Promise<Attribution> {
	const scores = "sums" in clients ? clients : scoresOf(clients);
	const found: LeakMatch[][] = [];
	for (const leak of leaks) found.push(await matchesOf(leak, images));
	const matches: (LeakMatch | undefined)[] = [];
	for (const alternatives of found) matches.push(await mostTelling(alternatives, scores));
	const evidence = matches.filter((match) => match !== undefined);
	const guesses = found.reduce((product, alternatives) => product * Math.max(1, alternatives.length), 1);
	if (evidence.length === 0)
		return { matches, candidates: [], verdict: "inconclusive", origin: undefined, guesses };
	const candidates = await scoreAll(evidence, scores, guesses);
	const probability = candidates[0]?.falsePositiveProbability ?? 1;
	return {
		matches,
		candidates,
		verdict: probability < identificationThreshold ? "identified" : "inconclusive",
		origin: withClients(originOf(evidence, guesses), probability),
		guesses,
	};
}

/** If a client is identified, the leak was delivered, even without the global codeword. */
function withClients(origin: Origin, probability: number): Origin {
	if (origin.verdict === "delivered" || probability >= identificationThreshold) return origin;
	return { ...origin, verdict: "delivered", falsePositiveProbability: probability };
}

/** The evidence for every picture that the leak could show: versions of one picture look alike. */
async function matchesOf(leakBytes: Uint8Array, images: readonly KnownImage[]): Promise<LeakMatch[]> {
	const exact = images.flatMap((image) => exactMatch(leakBytes, image) ?? []);
	if (exact.length > 0) return exact;
	const leak = await decodePicture(leakBytes);
	const matches: LeakMatch[] = [];
	const read = new Map<Uint8Array, LeakMatch | undefined>();
	let first: { readonly of: KnownImage; readonly mapping: Homography } | undefined;
	for (const image of images) {
		// Copies of the same base yield the same reading, with or without reserved cells.
		const match = read.has(image.base)
			? read.get(image.base)
			: await matchPixels(leak, image, first && mappingOf(image, first));
		read.set(image.base, match);
		if (!match) continue;
		matches.push({ ...match, imageId: image.imageId, global: image.global });
		first ??= { of: image, mapping: match.alignment.mapping };
	}
	return matches;
}

/** The expected position of a picture in a leak in which the same picture, perhaps in another size, was found. */
function mappingOf(
	{ flips }: KnownImage,
	{ of, mapping }: { readonly of: KnownImage; readonly mapping: Homography },
): Homography {
	return compose(mapping, scaling(of.flips.width / flips.width, of.flips.height / flips.height));
}

/** A leak that is byte for byte a delivered file reveals every bit. */
function exactMatch(leak: Uint8Array, image: KnownImage): LeakMatch | undefined {
	const { imageId, base, flips, global } = image;
	try {
		const softness = Float32Array.from(readCodeword(leak, base, flips), (bit) => (bit === 1 ? 1 : -1));
		const certainty = new Float32Array(softness.length).fill(1);
		return { imageId, global, softness, certainty, alignment: { mapping: identity, correlation: 1 } };
	} catch (error) {
		if (error instanceof NotADeliveryError) return undefined;
		throw error;
	}
}

async function matchPixels(
	leak: Picture,
	image: KnownImage,
	guess: Homography | undefined,
): Promise<LeakMatch | undefined> {
	const base = await decodePicture(image.base);
	const seen = flatten(leak, white);
	const found = registerOnGround(base, seen, leak.opacity ? [white] : likelyGrounds(base, seen), guess);
	if (!found) return undefined;
	const { alignment, ground } = found;
	const allFlipped = deliver(image.base, image.flips, new Uint8Array(image.flips.cellCount).fill(1));
	const flipped = await decodePicture(allFlipped);
	const pair = { base: flatten(base, ground), flipped: flatten(flipped, ground) };
	const marked = base.opacity ? { ...pair, opacity: base.opacity } : pair;
	const reading = readCells(seen, alignment.mapping, marked, image.flips);
	return { imageId: image.imageId, ...reading, alignment };
}

/** Correlations of versions of one picture differ by less than this; those of other pictures, however similar the package, are further below. */
const versionsDiffer = 0.15;

/**
 * Of several versions, the one whose evidence makes some client, or the global codeword, stand out most. Pictures that merely resemble the leak do
 * not count as versions.
 */
async function mostTelling(
	similar: readonly LeakMatch[],
	clients: ClientScores,
): Promise<LeakMatch | undefined> {
	const best = Math.max(...similar.map(({ alignment }) => alignment.correlation));
	const alternatives = similar.filter(({ alignment }) => alignment.correlation >= best - versionsDiffer);
	if (alternatives.length < 2) return alternatives[0];
	// All at once, since reading the seeds of a million clients takes a second.
	const pictures = alternatives.map((match) => weighEvidence([match]));
	const sums = await clients.sums(pictures.flat());
	const scores = alternatives.map((match, i) => {
		const one = { guesses: 1, most: 1 };
		const [first] = rankClients(pictures[i] ?? [], [sums[i] ?? new Float64Array()], one);
		return Math.max(first?.score ?? 0, globalScore(match));
	});
	return alternatives[scores.indexOf(Math.max(...scores))];
}

async function scoreAll(
	evidence: readonly LeakMatch[],
	clients: ClientScores,
	guesses: number,
): Promise<ScoredClient[]> {
	const pictures = weighEvidence(evidence);
	const ranked = rankClients(pictures, await clients.sums(pictures), { guesses, most: clients.most });
	const clientIds = clients.clientIds(ranked.map(({ place }) => place));
	return ranked.map(({ place: _, ...scored }, i) => ({ clientId: clientIds[i] as string, ...scored }));
}

function scoresOf(clients: readonly KnownClient[]): ClientScores {
	return {
		most: clients.length,
		sums: async (pictures) => sumScores(pictures, packSeeds(clients)),
		clientIds: (places) => places.map((place) => (clients[place] as KnownClient).clientId),
	};
}
