import { bitsOfKey, cellBiases } from "../marks/codeword.ts";
import type { WeighedPicture } from "./client-sums.ts";
import {
	type BitEvidence,
	copiesBeside,
	type FittedMixture,
	fitMixture,
	type KnownCopies,
	weighBits,
} from "./fit-mixture.ts";
import type { LeakMatch } from "./leak-reading.ts";
import { deviationOf } from "./tail.ts";

/** The keys of clients for a picture, by index of the client (`codewordKey`). */
export type KeysOf = (places: readonly number[], imageId: string) => readonly Uint8Array[];

/** A picture whose copies were mixed. */
export interface MixedPicture {
	readonly imageId: string;
	readonly fitted: FittedMixture;
}

/** Learns from a leak how it was mixed. Reserved cells are the same in all copies, so they say nothing about clients. */
export function mixedPicture({ imageId, mixed, global }: LeakMatch): MixedPicture[] {
	if (!mixed) return [];
	const alongChange = mixed.alongChange.slice();
	for (const cell of global?.cells ?? []) alongChange[cell] = 0;
	return [
		{ imageId, fitted: fitMixture({ ...mixed, alongChange }, cellBiases(imageId, alongChange.length)) },
	];
}

/**
 * The weights by which clients' bits are scored on a mixture. The score is, up to a constant, the logarithm of how much likelier the leak is if the
 * client is one of the colluders, beside `others` who are assumed to be.
 *
 * For a client who did not take part, the weights are constants if they follow from the leak and from other clients' bits only: then the bound of
 * `tail.ts` holds, whatever was done to the copies. With the constant, the expectation of `exp(score)` is 1, so the bound is at most `exp(−score)`.
 */
export function weighMixture(
	{ imageId, fitted }: MixedPicture,
	others: readonly Uint8Array[],
): WeighedPicture {
	const { steps } = evidenceBeside(fitted, others, copiesBeside(fitted, flipsOf(fitted, others)));
	const { biases } = fitted;
	return { imageId, biases, weights: steps.map((step, cell) => step * deviationOf(biases[cell] as number)) };
}

function evidenceBeside(fitted: FittedMixture, others: readonly Uint8Array[], copies: number): BitEvidence {
	return weighBits(fitted, flipsOf(fitted, others), copies);
}

function flipsOf({ biases }: FittedMixture, others: readonly Uint8Array[]): KnownCopies {
	const flips = new Uint8Array(biases.length);
	for (const bits of others)
		for (let cell = 0; cell < flips.length; cell++)
			flips[cell] = (flips[cell] as number) + (bits[cell] as number);
	return { copies: others.length, flips };
}

/** A client that may have taken part, and its bits in each picture. */
export interface Suspected {
	readonly place: number;
	readonly bits: readonly Uint8Array[];
}

export function suspected(
	pictures: readonly MixedPicture[],
	places: readonly number[],
	keys: KeysOf,
): Suspected[] {
	const bits = pictures.map(({ imageId, fitted }) =>
		keys(places, imageId).map((key) => bitsOfKey(key, imageId, fitted.biases.length)),
	);
	return places.map((place, i) => ({ place, bits: bits.map((words) => words[i] as Uint8Array) }));
}

/** The suspects that explain a mixture best, and all that were ever taken on the way. */
interface Group {
	readonly members: readonly Suspected[];
	readonly tried: ReadonlySet<number>;
}

/** Rounds in which members are exchanged. */
const mostExchanges = 6;

/**
 * Takes one suspect after the other, each time the one that makes the leak likeliest beside those that were taken, until they are as many as the
 * copies that were probably mixed, and exchanges them for others as long as that makes it likelier. In the end, those are removed that do not make it
 * likelier by the factor `clients`: of so many clients, one that did not take part does so in one case at most.
 */
export function likelyGroup(
	pictures: readonly MixedPicture[],
	suspects: readonly Suspected[],
	clients: number,
): Group {
	let copies = mixedCopies(pictures, []);
	const tried = new Set<number>();
	const bestBeside = (others: readonly Suspected[]): Suspected | undefined => {
		const taken = new Set(others);
		const scores = scoresBeside(pictures, others, suspects, copies);
		let best: number | undefined;
		suspects.forEach((one, i) => {
			if (!taken.has(one) && (best === undefined || (scores[i] as number) > (scores[best] as number)))
				best = i;
		});
		const found = best === undefined ? undefined : suspects[best];
		if (found) tried.add(found.place);
		return found;
	};
	let members: Suspected[] = [];
	for (let round = 0, changed = true; changed && round < mostExchanges; round++) {
		changed = false;
		while (members.length < Math.max(...copies)) {
			const found = bestBeside(members);
			if (!found) break;
			members.push(found);
			changed = true;
			copies = mixedCopies(pictures, members);
		}
		for (const one of [...members]) {
			const rest = members.filter((other) => other !== one);
			const found = bestBeside(rest) as Suspected;
			if (found === one) continue;
			members = [...rest, found];
			changed = true;
		}
		copies = mixedCopies(pictures, members);
	}
	return { members: thoseNeeded(pictures, members, Math.log(clients)), tried };
}

function thoseNeeded(
	pictures: readonly MixedPicture[],
	group: readonly Suspected[],
	least: number,
): Suspected[] {
	const members = [...group];
	const copies = mixedCopies(pictures, group);
	for (;;) {
		const scores = members.map(
			(one) =>
				scoresBeside(
					pictures,
					members.filter((other) => other !== one),
					[one],
					copies,
				)[0] as number,
		);
		const worst = Math.min(...scores);
		if (!(worst <= least)) return members;
		members.splice(scores.indexOf(worst), 1);
	}
}

/** For each picture, how many copies were mixed if these were among them. */
function mixedCopies(pictures: readonly MixedPicture[], members: readonly Suspected[]): number[] {
	return pictures.map(({ fitted }, picture) =>
		copiesBeside(fitted, flipsOf(fitted, bitsIn(members, picture))),
	);
}

function bitsIn(members: readonly Suspected[], picture: number): Uint8Array[] {
	return members.map(({ bits }) => bits[picture] as Uint8Array);
}

/** For each suspect, how much likelier the leak is if it took part beside these, as a logarithm. */
function scoresBeside(
	pictures: readonly MixedPicture[],
	members: readonly Suspected[],
	suspects: readonly Suspected[],
	copies: readonly number[],
): number[] {
	const evidence = pictures.map(({ fitted }, picture) =>
		evidenceBeside(fitted, bitsIn(members, picture), copies[picture] as number),
	);
	return suspects.map(({ bits }) =>
		evidence.reduce((sum, { steps, start }, picture) => {
			const own = bits[picture] as Uint8Array;
			let score = sum + start;
			for (let cell = 0; cell < own.length; cell++) if (own[cell] === 1) score += steps[cell] as number;
			return score;
		}, 0),
	);
}

/** A single copy agrees with its client's bits about as much as the reading says it should; mixtures of several much less. */
const leastAgreement = 0.75;

/** However much less that is, for instance because a leak was shrunk: it is as much less where a client's bit is the rarer one. */
const leastOfRarer = 0.8;

/**
 * Whether a leak that names these clients may be mixed from more copies than theirs. Where a client's bit is the rarer one, few others have the same, so
 * that other copies reduce the agreement there first.
 * @param keys of those clients whose copies of its image speak against them
 */
export function mayBeMixed(match: LeakMatch, keys: readonly Uint8Array[]): boolean {
	const [key, second] = keys;
	if (!key || second) return true;
	const { imageId, softness, certainty, global } = match;
	const reserved = new Set(global?.cells);
	const bits = bitsOfKey(key, imageId, softness.length);
	const biases = cellBiases(imageId, softness.length);
	const [rarer, likelier] = [
		{ agreement: 0, expected: 0 },
		{ agreement: 0, expected: 0 },
	];
	softness.forEach((soft, cell) => {
		if (reserved.has(cell)) return;
		const sure = certainty[cell] as number;
		const isFlipped = bits[cell] === 1;
		const sums = isFlipped === (biases[cell] as number) > 0.5 ? likelier : rarer;
		sums.agreement += sure * (isFlipped ? soft : -soft);
		sums.expected += sure * sure;
	});
	const agreement = rarer.agreement + likelier.agreement;
	if (agreement >= leastAgreement * (rarer.expected + likelier.expected)) return false;
	return rarer.agreement * likelier.expected < leastOfRarer * likelier.agreement * rarer.expected;
}
