import { createHash } from "node:crypto";
import sharp from "sharp";
import { attributeLeaks } from "../src/attribution/attribute-leaks.ts";
import { describeLeak } from "../src/attribution/leak-description.ts";
import { byLikeness, likelyPictures, likeness } from "../src/attribution/likeness.ts";
import { decodePicture, flatten } from "../src/attribution/picture.ts";
import { identificationThreshold, type KnownClient } from "../src/attribution/score.ts";
import { codeword } from "../src/marks/codeword.ts";
import { deliver } from "../src/marks/deliver.ts";
import type { Attack } from "./attacks.ts";
import type { BenchPicture, PictureKind } from "./pictures.ts";

export const leakerCount = 20;

/** Clients of the benchmark: the leakers, then the innocents. */
export function benchClients(innocents: number): KnownClient[] {
	return Array.from({ length: leakerCount + innocents }, (_, i) => ({
		clientId: `client-${i}`,
		markSeed: createHash("sha256").update(`benchmark client ${i}`).digest(),
	}));
}

/** One leak and the result of its attribution. */
export interface Outcome {
	readonly imageId: string;
	readonly sidePx: number;
	readonly format: "jpeg" | "png";
	readonly attack: string;
	/** Whether the right product is among the pictures that attribution compares the leak with when it gets no hint. */
	readonly found: boolean;
	/** Scores of the clients whose copies were used. */
	readonly scores: readonly number[];
	/** How many of them were named. */
	readonly named: number;
	readonly falselyNamed: number;
	readonly bestInnocent: number;
	/** Verdict on the leak's origin; `delivered` is correct. */
	readonly origin: string;
	/** The same for the original photograph under the same attack, if that needs only one copy; `elsewhere` is correct. */
	readonly unmarkedOrigin?: string;
}

/** What is needed to find a picture of the catalogue. */
export interface Fingerprinted {
	readonly subject: string;
	readonly kind: PictureKind;
	readonly fingerprint: Uint8Array;
}

/** Has as many clients as the attack needs, starting with `firstLeaker`, leak a picture, and attributes the leak. */
export async function attempt(
	picture: BenchPicture,
	attack: Attack,
	firstLeaker: number,
	clients: readonly KnownClient[],
	catalogue: readonly Fingerprinted[],
): Promise<Outcome> {
	const leakers = Array.from(
		{ length: attack.copies },
		(_, i) => clients[(firstLeaker + i) % leakerCount] as KnownClient,
	);
	const copies = await Promise.all(leakers.map((leaker) => opaqueCopy(picture, leaker)));
	const leak = await attack.apply(copies, firstLeaker + 1);
	const { candidates, origin } = await attributeLeaks([leak], [picture], clients);
	const guilty = new Set(leakers.map(({ clientId }) => clientId));
	const named = candidates.filter((one) => one.falsePositiveProbability < identificationThreshold);
	return {
		imageId: picture.imageId,
		sidePx: picture.subject.sidePx,
		format: picture.format,
		attack: attack.name,
		found: await isFound(leak, picture.subject.name, catalogue),
		scores: candidates.filter(({ clientId }) => guilty.has(clientId)).map(({ score }) => score),
		named: named.filter(({ clientId }) => guilty.has(clientId)).length,
		falselyNamed: named.filter(({ clientId }) => !guilty.has(clientId)).length,
		bestInnocent: candidates.find(({ clientId }) => !guilty.has(clientId))?.score ?? 0,
		origin: origin?.verdict ?? "unclear",
		...(attack.copies === 1 ? { unmarkedOrigin: await originOfUnmarked(picture, attack, firstLeaker) } : {}),
	};
}

async function originOfUnmarked(picture: BenchPicture, attack: Attack, seed: number): Promise<string> {
	const original = await opaque(picture.original, picture);
	const leak = await attack.apply([original], seed + 1);
	const { origin } = await attributeLeaks([leak], [picture], []);
	return origin?.verdict ?? "unclear";
}

/** What the client was sent, stored losslessly; a cut-out is composited onto a shop page's background colour. */
function opaqueCopy(picture: BenchPicture, { markSeed }: KnownClient): Promise<Buffer> {
	const { base, flips, imageId, global } = picture;
	return opaque(deliver(base, flips, codeword(markSeed, imageId, flips.cellCount, global)), picture);
}

function opaque(file: Uint8Array, { flips }: BenchPicture): Promise<Buffer> {
	const grounds = ["#fff", "#f3efe6", "#222", "#cde"];
	const background = grounds[flips.cellCount % grounds.length] ?? "#fff";
	return sharp(file).rotate().flatten({ background }).png({ compressionLevel: 1 }).toBuffer();
}

async function isFound(leak: Buffer, subject: string, catalogue: readonly Fingerprinted[]): Promise<boolean> {
	const description = describeLeak(flatten(await decodePicture(leak), 255));
	const alike = catalogue
		.map((one) => ({ ...likeness(description, one.fingerprint), subject: one.subject, kind: one.kind }))
		.filter((one) => one.alike)
		.sort(byLikeness);
	// Sizes of one picture count once, as do versions.
	const names = new Set(alike.map((one) => `${one.subject} ${one.kind}`));
	return [...names].slice(0, likelyPictures).some((name) => name.startsWith(`${subject} `));
}
