import { sumScores, type WeighedPicture } from "./client-sums.ts";
import type { KnownImage } from "./known-image.ts";
import { type LeakMatch, readLeakedCells } from "./leak-reading.ts";
import { globalScore, type Origin, originOf } from "./origin.ts";
import {
	identificationThreshold,
	type KnownClient,
	packSeeds,
	type RankedClient,
	rankClients,
	type ScoredClient,
	weighEvidence,
} from "./score.ts";

/** Scores clients, for instance on threads if they are too many to be scored sequentially. */
export interface ClientScores {
	/** Number of candidates wanted. */
	readonly most: number;
	/** The result of `sumScores` for all clients. */
	sums(pictures: readonly WeighedPicture[]): Promise<Float64Array[]>;
	/** The ids of clients, given by index. */
	clientIds(places: readonly number[]): string[];
}

/** A client, and the images in which its copies score highest. */
export interface Candidate extends ScoredClient {
	readonly imageIds: readonly string[];
}

export interface Attribution {
	/** For each leak, the image that it most probably shows; undefined if it is none of those given. */
	readonly matches: readonly (LeakMatch | undefined)[];
	/** For each leak, all images that it could show. Leaks may mix copies of several. */
	readonly readings: readonly (readonly LeakMatch[])[];
	/** The likeliest clients first: all that were given, or as many as `ClientScores` asks for; empty when no leak shows a known picture. */
	readonly candidates: readonly Candidate[];
	/** `identified` if an innocent client would score as high as the first candidate less than once in a million leaks. */
	readonly verdict: "identified" | "inconclusive";
	/** Whether the leaks are copies of ours, even if no client is identified; undefined when no leak shows a known picture. */
	readonly origin: Origin | undefined;
	/**
	 * How many combinations of images the leaks could show, where each shows one of its images or counts for nothing: each adds a chance of a false
	 * accusation, which the probabilities account for.
	 */
	readonly guesses: number;
}

/**
 * Determines which clients leaked pictures were delivered to. Evidence from several leaks of one source adds up; each leak is compared with every
 * given image, so pass only a few: the versions of the variants that it may show. All candidates with a `falsePositiveProbability` below
 * `identificationThreshold` took part in the leak. Throws sharp's error for a leak that is not a picture.
 */
export async function attributeLeaks(
	leaks: readonly Uint8Array[],
	images: readonly KnownImage[],
	clients: readonly KnownClient[] | ClientScores,
): Promise<Attribution> {
	const readings: LeakMatch[][] = [];
	for (const leak of leaks) readings.push(await readLeakedCells(leak, images));
	return attributeReadings(readings, clients);
}

/** The same for leaks that have been read, each with the result of `readLeakedCells`. */
export async function attributeReadings(
	readings: readonly (readonly LeakMatch[])[],
	clients: readonly KnownClient[] | ClientScores,
): Promise<Attribution> {
	const scores = "sums" in clients ? clients : scoresOf(clients);
	const guesses = readings.reduce((product, { length }) => product * (length + 1), 1) - 1;
	if (guesses === 0)
		return {
			matches: readings.map(() => undefined),
			readings,
			candidates: [],
			verdict: "inconclusive",
			origin: undefined,
			guesses,
		};
	const alone = await rankAll(
		readings.flat().map((match) => [match]),
		scores,
		guesses,
	);
	const telling = new Map(
		readings.flat().map((match, i) => [match, tellingOf(match, alone[i]?.ranked ?? [])]),
	);
	const matches = readings.map((alternatives) => mostTelling(alternatives, telling));
	const shown = matches.filter((match) => match !== undefined);
	const together = shown.length > 1 ? await rankAll([shown], scores, guesses) : [];
	const candidates = likeliest([...alone, ...together], scores);
	const probability = candidates[0]?.falsePositiveProbability ?? 1;
	return {
		matches,
		readings,
		candidates,
		verdict: probability < identificationThreshold ? "identified" : "inconclusive",
		origin: withClients(originOf(readings, shown, guesses), probability),
		guesses,
	};
}

/** If a client is identified, the leak was delivered, even without the global codeword. */
function withClients(origin: Origin, probability: number): Origin {
	if (origin.verdict === "delivered" || probability >= identificationThreshold) return origin;
	return { ...origin, verdict: "delivered", falsePositiveProbability: probability };
}

/** A combination of images that the leaks could show, and the clients whose copies of them score highest. */
interface Ranking {
	readonly imageIds: readonly string[];
	readonly ranked: readonly RankedClient[];
}

/** Each needs a number for every client, of whom there may be a million. */
const scoredAtOnce = 6;

async function rankAll(
	combinations: readonly (readonly LeakMatch[])[],
	clients: ClientScores,
	guesses: number,
): Promise<Ranking[]> {
	const rankings: Ranking[] = [];
	for (let from = 0; from < combinations.length; from += scoredAtOnce) {
		const some = combinations.slice(from, from + scoredAtOnce).map(weighEvidence);
		const sums = await clients.sums(some.flat());
		for (const pictures of some) {
			const own = sums.splice(0, pictures.length);
			const imageIds = pictures.map(({ imageId }) => imageId);
			rankings.push({ imageIds, ranked: rankClients(pictures, own, { guesses, most: clients.most }) });
		}
	}
	return rankings;
}

/** How far the evidence of one image makes some client, or the global codeword, stand out: in standard deviations. */
function tellingOf(match: LeakMatch, ranked: readonly RankedClient[]): number {
	return Math.max(ranked[0]?.score ?? 0, globalScore(match));
}

/** Of many clients and images, the highest score of an innocent is below this. */
const tells = 6;

/** Correlations of versions of one photograph differ by less than this. */
const versionsDiffer = 0.15;

/** The image that makes somebody stand out most or, if nobody does, the one among those that look most like the leak. */
function mostTelling(
	alternatives: readonly LeakMatch[],
	telling: ReadonlyMap<LeakMatch, number>,
): LeakMatch | undefined {
	const scoreOf = (match: LeakMatch) => telling.get(match) ?? 0;
	const best = Math.max(...alternatives.map(({ alignment }) => alignment.correlation));
	const standing = alternatives.filter((match) => scoreOf(match) > tells);
	const among =
		standing.length > 0
			? standing
			: alternatives.filter(({ alignment }) => alignment.correlation >= best - versionsDiffer);
	return among.find((match) => scoreOf(match) === Math.max(...among.map(scoreOf)));
}

/** Every client once, with the combination of images that speaks most clearly against it. */
function likeliest(rankings: readonly Ranking[], clients: ClientScores): Candidate[] {
	const best = new Map<number, RankedClient & { readonly imageIds: readonly string[] }>();
	for (const { imageIds, ranked } of rankings) {
		for (const one of ranked) {
			const known = best.get(one.place);
			if (!known || byProbability(one, known) < 0) best.set(one.place, { ...one, imageIds });
		}
	}
	const sorted = [...best.values()].sort(byProbability).slice(0, clients.most);
	const clientIds = clients.clientIds(sorted.map(({ place }) => place));
	return sorted.map(({ place: _, ...scored }, i) => ({ clientId: clientIds[i] as string, ...scored }));
}

function byProbability(one: RankedClient, other: RankedClient): number {
	return one.falsePositiveProbability - other.falsePositiveProbability || other.score - one.score;
}

function scoresOf(clients: readonly KnownClient[]): ClientScores {
	return {
		most: clients.length,
		sums: async (pictures) => sumScores(pictures, packSeeds(clients)),
		clientIds: (places) => places.map((place) => (clients[place] as KnownClient).clientId),
	};
}
