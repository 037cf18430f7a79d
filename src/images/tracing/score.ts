import { cellBiases, codewordsOf } from "../marking/codeword.ts";
import { logTailBound } from "./tail.ts";

/** What one leaked picture says about the cells of one prepared picture. */
export interface CellEvidence {
	/** The prepared version that codewords are derived for. */
	readonly imageId: string;
	/** Per cell −1 (not flipped) … 1 (flipped), 0 when nothing can be told. */
	readonly softness: Float32Array;
}

/** A client as far as tracing is concerned. */
export interface TracedClient {
	readonly clientId: string;
	/** Its random 32 bytes. */
	readonly markSeed: Uint8Array;
}

export interface ScoredClient {
	readonly clientId: string;
	/** How far above an innocent's mean the client scores, in an innocent's standard deviations. */
	readonly score: number;
	/** At most this likely is it that any of the innocent clients scores as high; 0…1. */
	readonly falsePositiveProbability: number;
}

/** Only below this probability of a false accusation is a client named. */
export const identificationThreshold = 1e-6;

/**
 * Scores every client against the evidence of one or several leaked pictures and sorts the highest first. Symmetric Tardos score
 * (Škorić, Katzenbeisser and Celik 2008) with soft bits; each leak's evidence adds up, since a client's bits differ from picture to picture.
 *
 * @param guesses how many combinations of pictures were tried before these were chosen: each had its own chance of a false accusation
 */
export function scoreClients(
	evidence: readonly CellEvidence[],
	clients: readonly TracedClient[],
	guesses = 1,
): ScoredClient[] {
	const pictures = perPicture(evidence);
	const sums = new Float64Array(clients.length);
	for (const picture of pictures) addScores(sums, picture, clients);
	const softness = pictures.flatMap((picture) => [...picture.softness]);
	const biases = pictures.flatMap(({ imageId, softness: { length } }) => [...cellBiases(imageId, length)]);
	const deviation = Math.sqrt(softness.reduce((sum, value) => sum + value * value, 0)) || 1;
	const highestFirst = [...clients.keys()].sort((a, b) => (sums[b] as number) - (sums[a] as number));
	const probability = bounded(softness, biases, clients.length * guesses);
	return highestFirst.map((i) => ({
		clientId: (clients[i] as TracedClient).clientId,
		score: (sums[i] as number) / deviation,
		falsePositiveProbability: probability(sums[i] as number),
	}));
}

/** Leaks of the same picture speak about the same bits: they are one piece of evidence, or an innocent's chance would count twice. */
function perPicture(evidence: readonly CellEvidence[]): CellEvidence[] {
	const pictures = new Map<string, Float32Array>();
	for (const { imageId, softness } of evidence) {
		const known = pictures.get(imageId);
		pictures.set(imageId, known ? known.map((value, i) => value + (softness[i] ?? 0)) : softness);
	}
	return [...pictures].map(([imageId, softness]) => ({ imageId, softness }));
}

function addScores(sums: Float64Array, evidence: CellEvidence, clients: readonly TracedClient[]): void {
	const { imageId, softness } = evidence;
	const codewordOf = codewordsOf(imageId, softness.length);
	const biases = cellBiases(imageId, softness.length);
	const weights = softness.map(
		(value, i) => value / Math.sqrt((biases[i] as number) * (1 - (biases[i] as number))),
	);
	const mean = weights.reduce((sum, weight, i) => sum + weight * (biases[i] as number), 0);
	clients.forEach(({ markSeed }, client) => {
		const bits = codewordOf(markSeed);
		let sum = -mean;
		for (let i = 0; i < bits.length; i++) sum += (weights[i] as number) * (bits[i] as number);
		sums[client] = (sums[client] as number) + sum;
	});
}

/** No probability is reported as 0. */
const leastLog = -690;

/** The bound takes a while and is 1 for nearly everyone: below three deviations it is not worked out. */
function bounded(softness: number[], biases: number[], trials: number): (sum: number) => number {
	const deviation = Math.sqrt(softness.reduce((sum, value) => sum + value * value, 0));
	return (sum) =>
		sum > 3 * deviation
			? Math.min(1, trials * Math.exp(Math.max(leastLog, logTailBound(sum, softness, biases))))
			: 1;
}
