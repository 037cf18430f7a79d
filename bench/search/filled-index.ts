import { addPrint } from "@packshot/marking/search";
import type { SearchedDatabase, StoredImage } from "./searched-database.ts";

const PICTURES_IN_A_PACK = 32;
const HASH_BYTES = 32;
const HEADER_BYTES = 8;
const CORNER_BYTES = 19;
/** Fingerprints that are stored in full; pictures beyond that number have their own prints but share these. */
const FULL_FINGERPRINTS = 100_000;

/** Pseudo-random 32-bit numbers (xorshift), the same in every run. */
function createNumbers(): () => number {
	let state = 0x2545_f491;
	return () => {
		state ^= state << 13;
		state ^= state >>> 17;
		state ^= state << 5;
		return state >>> 0;
	};
}

/**
 * Returns a function that fills the index up to `count` pictures, no two alike. A fingerprint takes each corner from a random real one and
 * flips an eighth of its bits; its hashes have a quarter of their bits flipped. So corners are as common or rare as those of real packages,
 * and no picture is a copy of another.
 */
export function createIndexFiller(
	database: SearchedDatabase,
	real: readonly StoredImage[],
): (count: number) => Promise<void> {
	const random = createNumbers();
	const full: { readonly ids: string; readonly prints: Uint8Array }[] = [];
	let packs = 0;

	async function addFull(pack: number): Promise<void> {
		const made = packs * PICTURES_IN_A_PACK;
		const pictures = Array.from({ length: PICTURES_IN_A_PACK }, (_, i) => {
			const id = `bench${String(made + i).padStart(12, "0")}`;
			return { id, barcode: String(10_000_000 + made + i), fingerprint: mixed(real, random) };
		});
		const prints = pictures.reduce<Uint8Array | undefined>(
			(packed, { fingerprint }) => addPrint(packed, fingerprint),
			undefined,
		) as Uint8Array;
		const row = { ids: pictures.map(({ id }) => id).join(" "), prints };
		full.push(row);
		await database.add(pack, row, pictures, real[0] as StoredImage);
	}

	return async (count) => {
		for (let pack = await database.nextPack(); packs * PICTURES_IN_A_PACK < count; pack++, packs++) {
			const alike = full[packs % Math.max(1, full.length)];
			if (packs * PICTURES_IN_A_PACK < FULL_FINGERPRINTS || !alike) await addFull(pack);
			else
				await database.add(
					pack,
					{ ids: alike.ids, prints: turned(alike.prints, random) },
					[],
					real[0] as StoredImage,
				);
		}
		await database.finish();
	};
}

function mixed(real: readonly StoredImage[], random: () => number): Uint8Array {
	const one = (real[random() % real.length] as StoredImage).fingerprint;
	const made = Buffer.from(one);
	const corners = HEADER_BYTES + HASH_BYTES * (made[1] as number);
	turnBits(made, HEADER_BYTES, corners, random, 2);
	for (let at = corners; at < made.length; at += CORNER_BYTES) {
		const { fingerprint } = real[random() % real.length] as StoredImage;
		const from = HEADER_BYTES + HASH_BYTES * (fingerprint[1] as number);
		const place = random() % Math.floor((fingerprint.length - from) / CORNER_BYTES);
		made.set(fingerprint.subarray(from + place * CORNER_BYTES, from + (place + 1) * CORNER_BYTES), at);
		turnBits(made, at + 3, at + CORNER_BYTES, random, 3);
	}
	return made;
}

/** Further prints of the same shape, with an eighth of all bits of hashes and words flipped. */
function turned(prints: Uint8Array, random: () => number): Uint8Array {
	const made = Buffer.from(prints);
	const start = Math.ceil((4 + 2 * made.readUInt16LE(2)) / 4) * 4;
	turnBits(made, start, made.length, random, 3);
	return made;
}

/** Flips each bit with probability 2^-`rarity`. */
function turnBits(bytes: Buffer, from: number, to: number, random: () => number, rarity: number): void {
	for (let at = from; at < to; at += 4) {
		let mask = random();
		for (let i = 1; i < rarity; i++) mask &= random();
		for (let i = 0; i < Math.min(4, to - at); i++)
			bytes[at + i] = (bytes[at + i] as number) ^ ((mask >>> (8 * i)) & 255);
	}
}
