import { createHash } from "node:crypto";
import { codewordKey } from "@packshot/marking/deliver";
import { seedBytes } from "@packshot/marking/search";
import type { ClientPage } from "../images/search/client-pages.ts";

/** Bytes of a commitment: a SHA-256. */
export const COMMITMENT_BYTES = 32;

/** Innocent clients whose bits a case file shows. */
export const SAMPLE_SIZE = 20;

/** What of one client is shown to whoever checks a case. */
export interface Opening {
	readonly clientId: string;
	/** Binds the holder to the client's mark seed, which is not shown. */
	readonly seedCommitment: Buffer;
	/** For each picture of the case what the client's bits of it follow from (`codewordKey`). */
	readonly pictureKeys: readonly Buffer[];
}

/** What the holder can be held to later, by showing the seed to an expert. */
function seedCommitment(markSeed: Uint8Array): Buffer {
	return createHash("sha256").update("packshot mark seed commitment 1\0").update(markSeed).digest();
}

/** SHA-256 over client id, commitment to its seed and keys: each part has a fixed length or ends in NUL. */
export function commitmentTo({ clientId, seedCommitment, pictureKeys }: Opening): Buffer {
	const hash = createHash("sha256")
		.update(`packshot client commitment 1\0${clientId}\0`)
		.update(seedCommitment);
	for (const key of pictureKeys) hash.update(key);
	return hash.digest();
}

/** Commitments to all clients, in their own order, which tells nothing about the clients'. */
export interface Commitments {
	/** One after the other, ascending. */
	readonly bytes: Buffer;
	/** The client behind each. */
	opening(place: number): Opening;
	placeOf(clientId: string): number;
}

/**
 * Commits to the bits of every client for some pictures.
 * @param markIds the prepared versions that the pictures are of
 */
export function commitToClients(pages: readonly ClientPage[], markIds: readonly string[]): Commitments {
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
		.map((client) => ({ client, commitment: commitmentTo(opened(client)) }))
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
 * The places of the innocents that are shown. They follow from the commitments and the leaks, so that nobody can choose them.
 * @param digests SHA-256 of the commitments, then of each leak, as hexadecimal text
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
