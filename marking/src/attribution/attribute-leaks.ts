import { codewordKey } from "../marks/codeword.ts";
import { sumScores, type WeighedPicture } from "./client-sums.ts";
import type { KnownImage } from "./known-image.ts";
import { type LeakMatch, readLeakedCells } from "./leak-reading.ts";
import { type KeysOf, mayBeMixed } from "./name-colluders.ts";
import { globalScore, type Origin, originOf } from "./origin.ts";
import { type Ranking, rankColluders, type Trials } from "./rank-colluders.ts";
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
	/** The keys that the bits of clients, given by index, are derived from for an image (`codewordKey`). */
	readonly keys: KeysOf;
}

/** What is known of leaks besides their readings. */
export interface MoreOfLeaks {
	/** For each leak, how many readings clients were scored on before these took their place: they count as guesses too. */
	readonly discarded?: readonly number[] | undefined;
	/** For each leak that may mix copies, the image that it most probably shows, read for that (`HowRead.isMixed`). */
	readonly mixed?: readonly (LeakMatch | undefined)[] | undefined;
	/** By index of the client, beside whom it is scored on mixtures, if it is; absent: all are, and what explains the leaks best decides. */
	readonly beside?: readonly (readonly number[] | undefined)[] | undefined;
	/** How many clients were scored, with how many guesses, if only some of both are given here. */
	readonly among?: { readonly clients: number; readonly guesses: number } | undefined;
}

/** A client, and the images in which its copies score highest. */
export interface Candidate extends ScoredClient {
	readonly imageIds: readonly string[];
	/** Beside whom it was scored, if leaks were scored as mixtures. */
	readonly beside?: readonly string[];
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
	/** For each leak, whether it may be mixed from copies of more clients than those identified, so that reading it for that may name more. */
	readonly mayBeMixed: readonly boolean[];
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
	const attribution = await attributeReadings(readings, clients);
	const mixed: (LeakMatch | undefined)[] = [];
	for (const [i, leak] of leaks.entries()) {
		const shown = images.filter(({ imageId }) => imageId === attribution.matches[i]?.imageId);
		const isRead = shown.length > 0 && attribution.mayBeMixed[i];
		mixed.push(isRead ? (await readLeakedCells(leak, shown.slice(0, 1), { isMixed: true }))[0] : undefined);
	}
	return mixed.some((match) => match) ? attributeReadings(readings, clients, { mixed }) : attribution;
}

/** The same for leaks that have been read, each with the result of `readLeakedCells`. */
export async function attributeReadings(
	readings: readonly (readonly LeakMatch[])[],
	clients: readonly KnownClient[] | ClientScores,
	{ discarded = [], mixed = [], among, beside }: MoreOfLeaks = {},
): Promise<Attribution> {
	const scores = "sums" in clients ? clients : scoresOf(clients);
	const choices = readings.map(({ length }, leak) => length + (discarded[leak] ?? 0) + 1);
	const guesses = choices.reduce((product, count) => product * count, 1) - 1;
	if (guesses === 0)
		return {
			matches: readings.map(() => undefined),
			readings,
			candidates: [],
			verdict: "inconclusive",
			origin: undefined,
			guesses,
			mayBeMixed: readings.map(() => false),
		};
	const trials = { guesses: Math.max(guesses, among?.guesses ?? 0), clients: among?.clients };
	const alone = await rankAll(
		readings.flat().map((match) => weighEvidence([match])),
		scores,
		trials,
	);
	const telling = new Map(
		readings.flat().map((match, i) => [match, tellingOf(match, alone[i]?.ranked ?? [])]),
	);
	const matches = readings.map((alternatives) => mostTelling(alternatives, telling));
	const shown = matches.filter((match) => match !== undefined);
	const together = shown.length > 1 ? await rankAll([weighEvidence(shown)], scores, trials) : [];
	const rankings = [...alone, ...together];
	const singly = likeliest(rankings, scores.most);
	rankings.push(...(await rankColluders(mixed, scores, { ...trials, beside })));
	const candidates = withIds(likeliest(rankings, scores.most), scores);
	const probability = candidates[0]?.falsePositiveProbability ?? 1;
	return {
		matches,
		readings,
		candidates,
		verdict: probability < identificationThreshold ? "identified" : "inconclusive",
		origin: withClients(originOf(readings, shown, guesses), probability),
		guesses,
		mayBeMixed: matches.map(
			(match) => match !== undefined && mayBeMixed(match, keysFor(match, singly, scores)),
		),
	};
}

/** If a client is identified, the leak was delivered, even without the global codeword. */
function withClients(origin: Origin, probability: number): Origin {
	if (origin.verdict === "delivered" || probability >= identificationThreshold) return origin;
	return { ...origin, verdict: "delivered", falsePositiveProbability: probability };
}

/** Each needs a number for every client, of whom there may be a million. */
const scoredAtOnce = 6;

async function rankAll(
	combinations: readonly (readonly WeighedPicture[])[],
	clients: ClientScores,
	trials: Trials,
): Promise<Ranking[]> {
	const rankings: Ranking[] = [];
	for (let from = 0; from < combinations.length; from += scoredAtOnce) {
		const some = combinations.slice(from, from + scoredAtOnce);
		const sums = await clients.sums(some.flat());
		for (const pictures of some) {
			const own = sums.splice(0, pictures.length);
			const imageIds = pictures.map(({ imageId }) => imageId);
			rankings.push({ imageIds, ranked: rankClients(pictures, own, { ...trials, most: clients.most }) });
		}
	}
	return rankings;
}

/** The keys of the clients who are identified by copies of the image that a leak shows. */
function keysFor({ imageId }: LeakMatch, candidates: readonly PlacedCandidate[], clients: ClientScores) {
	const own = candidates.filter((one) => isIdentified(one) && one.imageIds.includes(imageId));
	return clients.keys(
		own.map(({ place }) => place),
		imageId,
	);
}

function isIdentified({ falsePositiveProbability }: { readonly falsePositiveProbability: number }): boolean {
	return falsePositiveProbability < identificationThreshold;
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

type PlacedCandidate = RankedClient & Omit<Ranking, "ranked">;

/** Every client once, with the combination of images that speaks most clearly against it. */
function likeliest(rankings: readonly Ranking[], most: number): PlacedCandidate[] {
	const best = new Map<number, PlacedCandidate>();
	for (const { ranked, ...on } of rankings) {
		for (const one of ranked) {
			const known = best.get(one.place);
			if (!known || byProbability(one, known) < 0) best.set(one.place, { ...one, ...on });
		}
	}
	return [...best.values()].sort(byProbability).slice(0, most);
}

function withIds(candidates: readonly PlacedCandidate[], clients: ClientScores): Candidate[] {
	const clientIds = clients.clientIds(candidates.map(({ place }) => place));
	return candidates.map(({ place: _, beside, ...scored }, i) => ({
		clientId: clientIds[i] as string,
		...scored,
		...(beside ? { beside: clients.clientIds(beside) } : {}),
	}));
}

function byProbability(one: RankedClient, other: RankedClient): number {
	return one.falsePositiveProbability - other.falsePositiveProbability || other.score - one.score;
}

function scoresOf(clients: readonly KnownClient[]): ClientScores {
	return {
		most: clients.length,
		sums: async (pictures) => sumScores(pictures, packSeeds(clients)),
		clientIds: (places) => places.map((place) => (clients[place] as KnownClient).clientId),
		keys: (places, imageId) =>
			places.map((place) => codewordKey((clients[place] as KnownClient).markSeed, imageId)),
	};
}
