import type { WeighedPicture } from "./client-sums.ts";
import type { LeakMatch } from "./leak-reading.ts";
import {
	type KeysOf,
	likelyGroup,
	type MixedPicture,
	mixedPicture,
	type Suspected,
	suspected,
	weighMixture,
} from "./name-colluders.ts";
import { type RankedClient, rankClients } from "./score.ts";
import { deviationOf } from "./tail.ts";

/** A combination of images that the leaks could show, and the clients whose copies of them score highest. */
export interface Ranking {
	readonly imageIds: readonly string[];
	/** Beside whom they were scored, by index, if the leaks were scored as mixtures. */
	readonly beside?: readonly number[];
	readonly ranked: readonly RankedClient[];
}

/** What the probabilities account for. */
export interface Trials {
	readonly guesses: number;
	/** Number of clients; absent: those that are scored. */
	readonly clients: number | undefined;
}

/** Scores all clients (`ClientScores`). */
interface Scores {
	readonly most: number;
	sums(pictures: readonly WeighedPicture[]): Promise<Float64Array[]>;
	readonly keys: KeysOf;
}

interface MixtureTrials extends Trials {
	/** By index of the client, beside whom it was scored, if it was; absent: decided here. */
	readonly beside?: readonly (readonly number[] | undefined)[] | undefined;
}

/**
 * Scores clients by how much likelier leaks that mix copies are if theirs are among them. Every client is scored beside the group that explains the
 * leak best without it: what follows from its own bits must not decide how they are weighed, or its luck would count twice. Each combination of
 * leaks is a second guess.
 */
export async function rankColluders(
	mixed: readonly (LeakMatch | undefined)[],
	clients: Scores,
	{ guesses, ...trials }: MixtureTrials,
): Promise<Ranking[]> {
	const matches = new Map(mixed.flatMap((match) => (match ? [[match.imageId, match] as const] : [])));
	const pictures = [...matches.values()].flatMap(mixedPicture);
	const combinations = [...pictures.map((picture) => [picture]), ...(pictures.length > 1 ? [pictures] : [])];
	const rankings: Ranking[] = [];
	for (const combination of combinations)
		rankings.push(...(await rankMixture(combination, clients, { ...trials, guesses: 2 * guesses })));
	return rankings;
}

async function rankMixture(
	pictures: readonly MixedPicture[],
	clients: Scores,
	{ beside, ...trials }: MixtureTrials,
): Promise<Ranking[]> {
	const suspects = await suspectsOf(pictures, clients, beside);
	const total = trials.clients ?? suspects.scored;
	const scoreAll = async (members: readonly Suspected[]): Promise<Ranking> => {
		const weighed = weigh(pictures, members);
		const ranked = rankClients(weighed, await clients.sums(weighed), { ...trials, most: clients.most });
		return { ...named(pictures, members), ranked };
	};
	const score = (one: Suspected, members: readonly Suspected[]): Ranking => {
		const weighed = weigh(pictures, members);
		const sums = weighed.map((picture, i) => Float64Array.of(sumOf(picture, one.bits[i] as Uint8Array)));
		const [ranked] = rankClients(weighed, sums, { ...trials, clients: total, most: 1 });
		return { ...named(pictures, members), ranked: ranked ? [{ ...ranked, place: one.place }] : [] };
	};
	if (beside)
		return suspects.all.flatMap((one) => {
			const others = beside[one.place];
			return others
				? [
						score(
							one,
							suspects.all.filter(({ place }) => others.includes(place)),
						),
					]
				: [];
		});
	const group = likelyGroup(pictures, suspects.all, total);
	const all = await scoreAll(group.members);
	// Who was taken on the way, and is not needed in the end, scores too low to be named, and might do so by what followed from its own bits.
	const others = { ...all, ranked: all.ranked.filter(({ place }) => !group.tried.has(place)) };
	return [
		others,
		...group.members.map((one) =>
			score(
				one,
				likelyGroup(
					pictures,
					suspects.all.filter((other) => other !== one),
					total,
				).members,
			),
		),
	];
}

function weigh(pictures: readonly MixedPicture[], members: readonly Suspected[]): WeighedPicture[] {
	return pictures.map((picture, i) =>
		weighMixture(
			picture,
			members.map(({ bits }) => bits[i] as Uint8Array),
		),
	);
}

function named(pictures: readonly MixedPicture[], members: readonly Suspected[]) {
	return { imageIds: pictures.map(({ imageId }) => imageId), beside: members.map(({ place }) => place) };
}

/** What `sumScores` returns for a client with these bits. */
function sumOf({ weights, biases }: WeighedPicture, bits: Uint8Array): number {
	return weights.reduce((sum, weight, cell) => {
		const bias = biases[cell] as number;
		return sum + (weight * ((bits[cell] as number) - bias)) / deviationOf(bias);
	}, 0);
}

/**
 * The clients that are compared with one another: all whose own score, beside nobody, exceeds what some hundreds of those who did not take part reach
 * by chance. Whether a client is one of them depends on no other.
 */
async function suspectsOf(
	pictures: readonly MixedPicture[],
	clients: Scores,
	beside: MixtureTrials["beside"],
) {
	const weighed = weigh(pictures, []);
	const sums = await clients.sums(weighed);
	const scored = sums[0]?.length ?? 0;
	const deviation = Math.sqrt(
		weighed.reduce((sum, { weights }) => sum + weights.reduce((own, weight) => own + weight ** 2, 0), 0),
	);
	const least = beside
		? Number.NEGATIVE_INFINITY
		: deviation * Math.sqrt(2 * Math.log(Math.max(1, scored / 3000)));
	const places: number[] = [];
	for (let place = 0; place < scored; place++)
		if (sums.reduce((sum, part) => sum + (part[place] as number), 0) >= least) places.push(place);
	return { scored, all: suspected(pictures, places, clients.keys) };
}
