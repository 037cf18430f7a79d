import { createHash } from "node:crypto";
import { codewordKey } from "@packshot/marking/deliver";
import { seedBytes } from "@packshot/marking/search";
import type { ClientPage } from "../attribution/client-pages.ts";

/** Bytes of a commitment: a SHA-256. */
export const COMMITMENT_BYTES = 32;

/** How many innocent clients' bits a case file discloses. */
export const SAMPLE_SIZE = 20;

/** What a case file discloses about one client. */
export interface Opening {
	readonly clientId: string;
	/** Binds the holder to the client's mark seed without disclosing it. */
	readonly seedCommitment: Buffer;
	/** One key per picture of the case, from which the client's bits for that picture are derived (`codewordKey`). */
	readonly pictureKeys: readonly Buffer[];
}

/** Can be proven later by showing the seed to an expert. */
function seedCommitment(markSeed: Uint8Array): Buffer {
	return createHash("sha256").update("packshot mark seed commitment 1\0").update(markSeed).digest();
}

/**
 * SHA-256 over the commitments to the one-time keys, client id, seed commitment and keys: each part has a fixed length or ends in NUL.
 * @param keyCommitments the commitments to the one-time keys of the file, which are thereby fixed along with the client's bits; `undefined` in format 1, which has none
 */
export function commitmentTo(
	{ clientId, seedCommitment, pictureKeys }: Opening,
	keyCommitments: Uint8Array | undefined,
): Buffer {
	const hash = createHash("sha256");
	if (keyCommitments)
		hash
			.update("packshot client commitment 2\0")
			.update(createHash("sha256").update(keyCommitments).digest());
	else hash.update("packshot client commitment 1\0");
	hash.update(`${clientId}\0`).update(seedCommitment);
	for (const key of pictureKeys) hash.update(key);
	return hash.digest();
}

/** Commitments to all clients, sorted by value, so that their order reveals nothing about the clients. */
export interface Commitments {
	/** All commitments concatenated, in ascending order. */
	readonly bytes: Buffer;
	/** Opens the commitment at an index. */
	opening(place: number): Opening;
	placeOf(clientId: string): number;
}

/** Commits to every client's bits for some pictures, given by their prepared versions. @param keyCommitments the commitments to the file's one-time keys. */
export function commitToClients(
	pages: readonly ClientPage[],
	markIds: readonly string[],
	keyCommitments: Uint8Array,
): Commitments {
	const clients = pages.flatMap(({ clientIds, seeds }) =>
		clientIds
			.split(" ")
			.map((clientId, i) => ({ clientId, seed: seeds.subarray(seedBytes * i, seedBytes * (i + 1)) })),
	);
	const opened = ({ clientId, seed }: (typeof clients)[number]): Opening => ({
		clientId,
		seedCommitment: seedCommitment(seed),
		pictureKeys: markIds.map((markId) => codewordKey(seed, markId)),
	});
	const committed = clients
		.map((client) => ({ client, commitment: commitmentTo(opened(client), keyCommitments) }))
		.sort((a, b) => Buffer.compare(a.commitment, b.commitment));
	const places = new Map(committed.map(({ client }, place) => [client.clientId, place]));
	return {
		bytes: Buffer.concat(committed.map(({ commitment }) => commitment)),
		opening(place) {
			const found = committed[place];
			if (!found) throw new RangeError("there is no such commitment");
			return opened(found.client);
		},
		placeOf(clientId) {
			const place = places.get(clientId);
			if (place === undefined) throw new RangeError("this client is not committed to");
			return place;
		},
	};
}

/**
 * Indexes of the innocent clients to disclose, derived from digests, so that nobody can simply choose them.
 * @param digests as hexadecimal text: of the facts, or in format 1 SHA-256 of the commitments, then of each leak
 */
export function sampledPlaces(digests: readonly string[], clients: number): number[] {
	const wanted = Math.min(SAMPLE_SIZE, clients);
	const places = new Set<number>();
	for (let i = 0; places.size < wanted; i++) {
		const drawn = createHash("sha256")
			.update(`packshot sample 1\0${digests.join(" ")}\0${i}`)
			.digest();
		places.add(drawn.readUIntBE(0, 6) % clients);
	}
	return [...places].sort((a, b) => a - b);
}
