import { cellBiases } from "../marks/codeword.ts";
import type { GlobalMark } from "../marks/global-mark.ts";
import type { CellReading } from "./cell-evidence.ts";
import { seedBytes, type WeighedPicture } from "./client-sums.ts";
import { logTailBound } from "./tail.ts";

/** What one leaked picture reveals about the cells of one prepared picture. */
export interface CellEvidence extends CellReading {
	/** The prepared version that codewords are derived for. */
	readonly imageId: string;
	/** The reserved cells, which reveal nothing about clients; absent if there are none. */
	readonly global?: GlobalMark | undefined;
}

/** The data of a client that attribution needs. */
export interface KnownClient {
	readonly clientId: string;
	/** Its random 32 bytes. */
	readonly markSeed: Uint8Array;
}

export interface ScoredClient {
	readonly clientId: string;
	/** How far the client scores above an innocent's mean, in an innocent's standard deviations. */
	readonly score: number;
	/** Upper bound of the probability that any of the innocent clients scores as high; 0…1. */
	readonly falsePositiveProbability: number;
}

/** A client is only identified if the probability of a false accusation is below this. */
export const identificationThreshold = 1e-6;

/** The clients' mark seeds, concatenated. @throws RangeError if one has another length */
export function packSeeds(clients: readonly KnownClient[]): Uint8Array {
	const seeds = new Uint8Array(seedBytes * clients.length);
	clients.forEach(({ markSeed }, i) => {
		if (markSeed.length !== seedBytes) throw new RangeError("a mark seed has 32 bytes");
		seeds.set(markSeed, seedBytes * i);
	});
	return seeds;
}

/**
 * The evidence by picture, in the form that `sumScores` takes: for the symmetric Tardos score (Škorić, Katzenbeisser and Celik 2008) with soft bits,
 * counting only what the cell's bias does not predict; evidence adds up across pictures, since a client's bits differ from picture to picture.
 */
export function weighEvidence(evidence: readonly CellEvidence[]): WeighedPicture[] {
	return perPicture(evidence.map(silenceReserved)).map(weigh);
}

/** A client, identified by its index among all that were scored. */
export interface RankedClient extends Omit<ScoredClient, "clientId"> {
	readonly place: number;
}

/**
 * The `most` clients with the highest scores, in descending order.
 * @param sums the result of `sumScores` for each picture
 * @param options.guesses how many combinations of pictures were tried before these were chosen: each adds a chance of a false accusation
 * @param options.clients how many were scored; absent: those that are given
 */
export function rankClients(
	pictures: readonly WeighedPicture[],
	sums: readonly Float64Array[],
	{
		guesses,
		most,
		clients,
	}: { readonly guesses: number; readonly most: number; readonly clients?: number | undefined },
): RankedClient[] {
	const total = sumOfAll(sums);
	const weights = pictures.flatMap((picture) => [...picture.weights]);
	const biases = pictures.flatMap((picture) => [...picture.biases]);
	const deviation = Math.sqrt(weights.reduce((sum, value) => sum + value * value, 0)) || 1;
	const trials = (clients ?? total.length) * guesses;
	let probability = 0;
	return highest(total, most).map((place) => {
		const sum = total[place] as number;
		// The bound takes time to compute, and grows as scores fall: once it is 1, it is 1 for all that follow.
		if (probability < 1) probability = probabilityOf(sum, deviation, weights, biases, trials);
		return { place, score: sum / deviation, falsePositiveProbability: probability };
	});
}

function sumOfAll(sums: readonly Float64Array[]): Float64Array {
	const total = new Float64Array(sums[0]?.length ?? 0);
	for (const part of sums)
		for (let i = 0; i < total.length; i++) total[i] = (total[i] as number) + (part[i] as number);
	return total;
}

/** The indices of the `most` highest values, in descending order. Sorts only those that have a chance, once twice as many have accumulated. */
function highest(values: Float64Array, most: number): number[] {
	let places: number[] = [];
	let least = Number.NEGATIVE_INFINITY;
	const cut = () => {
		places = places.sort((a, b) => (values[b] as number) - (values[a] as number)).slice(0, most);
		if (places.length === most) least = values[places.at(-1) as number] ?? least;
	};
	for (let i = 0; i < values.length; i++) {
		if (!((values[i] as number) > least)) continue;
		places.push(i);
		if (places.length >= 2 * most) cut();
	}
	cut();
	return places;
}

/** Leaks of the same picture show the same bits: they are combined into one piece of evidence, or an innocent's luck would count twice. */
export function perPicture(evidence: readonly CellEvidence[]): CellEvidence[] {
	const pictures = new Map<string, CellEvidence>();
	for (const part of evidence) {
		const known = pictures.get(part.imageId);
		pictures.set(part.imageId, known ? addUp(known, part) : part);
	}
	return [...pictures.values()];
}

/** Reserved cells reveal nothing about clients. They are silenced leak by leak: copies made before cells were reserved have none. */
export function silenceReserved(part: CellEvidence): CellEvidence {
	if (!part.global) return part;
	const softness = part.softness.slice();
	const certainty = part.certainty.slice();
	for (const cell of part.global.cells) softness[cell] = certainty[cell] = 0;
	return { imageId: part.imageId, softness, certainty };
}

function addUp(one: CellEvidence, other: CellEvidence): CellEvidence {
	return {
		...one,
		softness: one.softness.map((value, i) => value + (other.softness[i] ?? 0)),
		certainty: one.certainty.map((value, i) => value + (other.certainty[i] ?? 0)),
	};
}

/**
 * Subtracts from the soft bits what cells of the same bias have in common. Most cells with a low bias are flipped in nobody's copy: that a leak shows
 * them so is no evidence for anybody, and only adds to the variance of the scores. This matters most for averaged copies.
 */
function weigh({ imageId, softness, certainty }: CellEvidence): WeighedPicture {
	const biases = cellBiases(imageId, softness.length);
	const weights = Float64Array.from(softness);
	for (const flippedMostly of [false, true]) {
		const cells = [...biases.keys()].filter((i) => (biases[i] as number) > 0.5 === flippedMostly);
		const common = sumOver(cells, certainty, softness) / (sumOver(cells, certainty, certainty) || 1);
		for (const i of cells) weights[i] = (softness[i] as number) - common * (certainty[i] as number);
	}
	return { imageId, weights, biases };
}

function sumOver(cells: readonly number[], a: Float32Array, b: Float32Array): number {
	return cells.reduce((sum, i) => sum + (a[i] as number) * (b[i] as number), 0);
}

/** Probabilities are never reported as 0. */
const leastLog = -690;

/** The bound takes time to compute and is 1 for nearly everyone: below three standard deviations it is not computed. */
function probabilityOf(
	sum: number,
	deviation: number,
	weights: readonly number[],
	biases: readonly number[],
	trials: number,
): number {
	if (!(sum > 3 * deviation)) return 1;
	return Math.min(1, trials * Math.exp(Math.max(leastLog, logTailBound(sum, weights, biases))));
}
