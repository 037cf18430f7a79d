import { hash, randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { attributeReadings, readLeakedCells } from "@packshot/marking/attribute";
import { codeword, decodePrepared, deliver, globalMark } from "@packshot/marking/deliver";
import { preparePicture } from "@packshot/marking/prepare";
import sharp from "sharp";
import { extract } from "tar-stream";
import type { LeakReport } from "../attribution/leak-report.ts";
import { MEMBERS, writeCaseArchive } from "./case-archive.ts";
import { type CaseOpenings, type ClientOpening, jsonBytes } from "./case-document.ts";
import { writeCaseFile } from "./case-file.ts";
import { commitmentTo, sampledPlaces } from "./commitments.ts";
import { factsDigest, newOneTimeKeys } from "./one-time-keys.ts";
import { candidateDocument } from "./result.ts";

/** Members of a case file by name. */
export type Members = Map<string, Buffer>;

const MARK_ID = "01jv9y3q6zp0w8m4n2k7t5r1xs";
/** More than a file discloses, so that most of them stay unknown to whoever has it. */
const CLIENTS = 40;
const NOW_MS = Date.UTC(2027, 4, 15, 12, 30);

/** Clients who mix their copies in a case of a mixture. */
const COLLUDERS = 5;

/** A case file about one leaked copy, written as tracing writes it; or about an unmarked leak, which may show another base that the file lacks. */
export async function newCaseFile({
	sidePx = 176,
	isMarked = true,
	isFitted = false,
	isMixed = false,
} = {}): Promise<Buffer> {
	const prepared = await preparedPicture(sidePx);
	const { base, flips } = decodePrepared(prepared);
	const globalSeed = randomBytes(32);
	const global = globalMark(globalSeed, MARK_ID, flips.cellCount);
	const clients = Array.from({ length: CLIENTS }, (_, place) => ({
		clientId: `ps_client_${String(place).padStart(2, "a")}`,
		markSeed: randomBytes(32),
	}));
	const [leaker] = clients as [(typeof clients)[number]];
	const copyOf = ({ markSeed }: (typeof clients)[number]) =>
		deliver(base, flips, codeword(markSeed, MARK_ID, flips.cellCount, global));
	const copy = copyOf(leaker);
	const mixed = isMixed ? await minimumOf(clients.slice(0, COLLUDERS).map(copyOf)) : undefined;
	const leak = mixed ?? (!isMarked ? base : isFitted ? await solarised(copy) : copy);
	const images = [{ imageId: MARK_ID, base, flips, global }];
	const readings = await Promise.all(
		(isFitted ? [true, false] : [false]).map((fitted) => readLeakedCells(leak, images, { isFitted: fitted })),
	);
	const asMixture = mixed ? await readLeakedCells(mixed, images, { isMixed }) : [];
	const attribution = await attributeReadings([readings.flat()], clients, { mixed: asMixture.slice(0, 1) });
	const delivered = {
		at: NOW_MS - 86_400_000,
		address: "203.0.113.7",
		requestId: "req_01MP1V3XQG5RFKDQJVVGKE1J68",
		person: "buyer@example.com",
	};
	const candidates = attribution.candidates.slice(0, 10).map((candidate) => ({
		...candidate,
		clientName: candidate.clientId === leaker.clientId ? "Corner shop" : "Somebody innocent",
		deliveries: candidate.clientId === leaker.clientId ? [delivered] : [],
	}));
	const version = { image_id: MARK_ID, barcode: "0725272730706", variant: "front" };
	const suspect = { markId: MARK_ID, prepared, global, version, sizePx: null, cellCount: flips.cellCount };
	const report = {
		...attribution,
		...(isMarked ? {} : { origin: { ...attribution.origin, verdict: "unclear" } }),
		foundBy: ["barcode"],
		candidates,
		grounds: {
			shown: [suspect],
			howRead: [{ isFitted, isMixed }],
			bases: [suspect],
			clients: [
				{
					clientIds: clients.map(({ clientId }) => clientId).join(" "),
					seeds: Buffer.concat(clients.map(({ markSeed }) => markSeed)),
				},
			],
			guesses: attribution.guesses,
		},
	} as unknown as LeakReport;
	return writeCaseFile({
		leaks: [{ name: "shelf.jpg", bytes: leak }],
		report,
		candidates: candidates.map((candidate) => candidateDocument(candidate, [])),
		evidence: [{ file: "evidence-1-1", bytes: Buffer.from("a drawing") }],
		globalSeed,
		nowMs: NOW_MS,
	});
}

/** With its light tones turned, so that it takes a close fit to read it. */
async function solarised(copy: Uint8Array): Promise<Buffer> {
	const { data, info } = await sharp(copy).removeAlpha().raw().toBuffer({ resolveWithObject: true });
	const turned = data.map((value) => Math.min(value, 130 - 0.3 * (value - 130)));
	return sharp(turned, { raw: info }).jpeg({ quality: 92 }).toBuffer();
}

/** The darkest of the copies' values of every pixel. */
async function minimumOf(copies: readonly Uint8Array[]): Promise<Buffer> {
	const raws = await Promise.all(
		copies.map((copy) => sharp(copy).removeAlpha().raw().toBuffer({ resolveWithObject: true })),
	);
	const [{ data, info }] = raws as [(typeof raws)[number]];
	const least = data.map((_, i) => Math.min(...raws.map((raw) => raw.data[i] as number)));
	return sharp(least, { raw: info }).jpeg({ quality: 90 }).toBuffer();
}

async function preparedPicture(sidePx: number): Promise<Uint8Array> {
	const noise = {
		create: {
			width: sidePx,
			height: sidePx,
			channels: 3,
			background: "#888",
			noise: { type: "gaussian", mean: 128, sigma: 40 },
		},
	} as const;
	const picture = await preparePicture(await sharp(noise).blur(1).jpeg({ quality: 92 }).toBuffer());
	if ("refused" in picture) throw new Error(picture.refused);
	return picture.stored;
}

export async function membersOf(file: Uint8Array): Promise<Members> {
	const members: Members = new Map();
	for await (const entry of Readable.from([Buffer.from(file)]).pipe(extract()))
		members.set(entry.header.name, await buffer(entry));
	return members;
}

/** What a forger changes: the stated facts, and members. */
export interface Forgery {
	// biome-ignore lint/suspicious/noExplicitAny: tests write anything into documents
	readonly facts: any;
	readonly members: Members;
}

/**
 * A case file made anew around the contents of another one, with one-time keys of its own, and commitments to the clients that the other one discloses. Their
 * ids are all that it needs: what is not known of others can be left out or invented.
 */
export async function remade(file: Uint8Array, change: (forgery: Forgery) => unknown): Promise<Buffer> {
	const members = await membersOf(file);
	const facts = JSON.parse(members.get(MEMBERS.document)?.toString() ?? "");
	const known = JSON.parse(members.get(MEMBERS.openings)?.toString() ?? "") as CaseOpenings;
	for (const own of [MEMBERS.document, MEMBERS.openings]) members.delete(own);
	const leaker = facts.named[0].client_id;
	facts.innocent = known.clients.find(({ client_id }) => client_id !== leaker)?.client_id;
	const keys = newOneTimeKeys();
	const committed = known.clients
		.map((client) => ({ client, commitment: commitmentTo(openingOf(client), keys.commitments) }))
		.sort((a, b) => Buffer.compare(a.commitment, b.commitment));
	members.set(MEMBERS.keyCommitments, keys.commitments);
	members.set(MEMBERS.commitments, Buffer.concat(committed.map(({ commitment }) => commitment)));
	facts.clients_scored = committed.length;
	change({ facts, members });
	delete facts.innocent;
	for (const [name, bytes] of members) facts.members[name] = hash("sha256", bytes);
	const document = jsonBytes(facts);
	const digest = factsDigest(document);
	const named = facts.named.map((one: { client_id: string }) => one.client_id);
	const drawn = sampledPlaces([digest.toString("hex")], committed.length);
	// A maker draws again until the file shows what he wants: here whom the leak points to, named or not.
	if (!drawn.some((place) => committed[place]?.client.client_id === leaker)) return remade(file, change);
	const clients = committed
		.map(({ client }, place) => ({ ...client, place }))
		.filter(({ place, client_id }) => drawn.includes(place) || named.includes(client_id))
		.map(({ place, ...client }) => ({ place, ...client }));
	const openings = jsonBytes({ clients, seals: keys.disclosed(digest) });
	const archived = new Map([[MEMBERS.document, document], [MEMBERS.openings, openings], ...members]);
	return writeCaseArchive(archived, Date.parse(facts.made_at));
}

function openingOf({ client_id, seed_commitment, picture_keys }: ClientOpening) {
	return {
		clientId: client_id,
		seedCommitment: Buffer.from(seed_commitment, "hex"),
		pictureKeys: picture_keys.map((key) => Buffer.from(key, "hex")),
	};
}
