import { hash } from "node:crypto";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import Type, { type Static } from "typebox";
import { Check } from "typebox/value";
import type { BlobStore } from "../../platform/blobs/blob-store.ts";
import { isoTime } from "../../platform/time/clock.ts";
import { existingBlob } from "../existing-blob.ts";
import {
	BackupError,
	blobKeyOf,
	damaged,
	largestBytes,
	type Manifest,
	memberNames,
	parseManifest,
} from "./archive-format.ts";
import type { Member, MemberSource } from "./archive-reader.ts";
import type { ArchiveWriter } from "./archive-writer.ts";
import { isEncrypted } from "./encrypted-blobs.ts";

/**
 * Regular backups in a store: `backups/ID/` holds the rows and the index of one, `pictures/` the files of all of them, each once. The index is written
 * last: what has none is unfinished.
 */
const BACKUPS = "backups/";
const PICTURES = "pictures/";
const OWNER = "owner";
/** Pictures in one part of an index. */
const IN_PART = 20_000;
/** A part takes some megabytes, and so does the list of a million rows' members. */
const LARGEST_LIST_BYTES = 64 * 2 ** 20;
/** Pictures that are stored at the same time: each waits for the disk or the network. */
const AT_ONCE = 8;

const Listed = Type.Tuple([
	Type.String(),
	Type.String({ pattern: "^[0-9a-f]{64}$" }),
	Type.Integer({ minimum: 0 }),
]);
/** Name or key, SHA-256 in hex, bytes. */
type Listed = Static<typeof Listed>;
const Index = Type.Object({ members: Type.Array(Listed), parts: Type.Integer({ minimum: 0 }) });
const Part = Type.Array(Listed);

/** `20270131t020000z`: sorts by time. */
export function backupId(nowMs: number): string {
	return isoTime(nowMs)
		.replace(/\.\d+Z$/, "Z")
		.replace(/[-:]/g, "")
		.toLowerCase();
}

/** When a backup was begun, by its id, in milliseconds since 1970. */
export function backupTimeMs(id: string): number {
	return Date.parse(id.replace(/^(\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)(\d\d)z$/, "$1-$2-$3T$4:$5:$6Z"));
}

const keyOf = (id: string, name: string) => `${BACKUPS}${id}/${name}`;
const partOf = (id: string, part: number) => keyOf(id, `pictures-${String(part).padStart(6, "0")}`);
const memberOf = (id: string, place: number) => keyOf(id, `member-${String(place).padStart(6, "0")}`);

/** The ids of all backups, oldest first, and whether each is finished. */
export async function storedBackups(store: BlobStore): Promise<{ id: string; isFinished: boolean }[]> {
	const found = new Map<string, boolean>();
	for await (const key of store.list(BACKUPS)) {
		const [, id = "", name] = key.split("/");
		found.set(id, found.get(id) === true || name === "index");
	}
	return [...found]
		.sort(([one], [other]) => (one < other ? -1 : 1))
		.map(([id, isFinished]) => ({ id, isFinished }));
}

/** Makes sure that a store holds backups of one installation alone: another one's would be deleted. @throws BackupError */
export async function requireOwnStore(store: BlobStore, fit: string): Promise<void> {
	const owner = await existingBlob(store, OWNER);
	if (owner === undefined) await store.put(OWNER, Buffer.from(fit));
	else if (Buffer.from(owner).toString() !== fit) {
		throw new BackupError(
			"PACKSHOT_BACKUP_URL holds the backups of another installation: choose another place",
		);
	}
}

/** Every picture that the store holds with its hash, according to the backups. */
async function heldPictures(store: BlobStore): Promise<Map<string, Listed>> {
	const stored = new Set<string>();
	for await (const key of store.list(PICTURES)) stored.add(key.slice(PICTURES.length));
	const held = new Map<string, Listed>();
	for await (const key of store.list(BACKUPS)) {
		if (!key.includes("/pictures-")) continue;
		for (const listed of await readPart(store, key)) if (stored.has(listed[0])) held.set(listed[0], listed);
	}
	return held;
}

async function readPart(store: BlobStore, key: string): Promise<Listed[]> {
	const part = await unpacked(store, key);
	if (!Check(Part, part)) throw damaged(`${key} is not a list of pictures`);
	for (const [picture, , sizeBytes] of part) requireMember(memberNames.blob(picture), sizeBytes);
	return part;
}

/** @throws BackupError for what no backup has, as for a member of an archive: a key that points outside the store, or a file that fills memory */
function requireMember(name: string, sizeBytes: number): void {
	if (sizeBytes > largestBytes(name)) throw damaged(`${name} is too large`);
}

/** Room for a blob that is no larger than what it is may be. */
const roomUpTo = (largest: number, name: string) => (sizeBytes: number) => {
	if (sizeBytes > largest) throw damaged(`${name} is too large`);
	return Buffer.alloc(sizeBytes);
};

async function unpacked(store: BlobStore, key: string): Promise<unknown> {
	const bytes = await store.get(key, roomUpTo(LARGEST_LIST_BYTES, key));
	if (isEncrypted(bytes))
		throw new BackupError("the backup is encrypted: its key is missing (PACKSHOT_BACKUP_KEY)");
	try {
		const text = await promisify(gunzip)(bytes, { maxOutputLength: LARGEST_LIST_BYTES });
		return JSON.parse(text.toString("utf8"));
	} catch (fault) {
		throw damaged(`${key}: ${(fault as Error).message}`);
	}
}

const gzipped = (value: unknown) => promisify(gzip)(JSON.stringify(value));

export interface StoredWriter extends Pick<ArchiveWriter, "add" | "end" | "held"> {
	/** Pictures that were not there yet, and their bytes. */
	readonly added: { pictures: number; bytes: number };
}

/** Writes a backup into a store; pictures that it holds already are named, not read. */
export async function createStoredBackup(store: BlobStore, id: string): Promise<StoredWriter> {
	const held = await heldPictures(store);
	const members: Listed[] = [];
	const added = { pictures: 0, bytes: 0 };
	const underWay = new Set<Promise<void>>();
	let part: Listed[] = [];
	let parts = 0;
	const settle = async () => void (await Promise.all(underWay));
	const flush = async () => {
		await settle();
		if (part.length > 0) await store.put(partOf(id, ++parts), await gzipped(part));
		part = [];
	};
	const list = async (listed: Listed) => {
		part.push(listed);
		if (part.length >= IN_PART) await flush();
	};
	const putPicture = async (key: string, bytes: Uint8Array) => {
		const putting = store.put(PICTURES + key, bytes).finally(() => underWay.delete(putting));
		// Awaited by `settle`; until then a failure must not end the process.
		putting.catch(() => undefined);
		underWay.add(putting);
		if (underWay.size >= AT_ONCE) await Promise.race(underWay);
		added.pictures++;
		added.bytes += bytes.length;
	};
	return {
		added,
		async held(key) {
			const listed = held.get(key);
			if (listed) await list(listed);
			return listed?.[2];
		},
		async add(name, bytes) {
			const listed: Listed = [name, hash("sha256", bytes), bytes.length];
			const key = blobKeyOf(name);
			if (key === undefined) {
				members.push(listed);
				await store.put(memberOf(id, members.length), bytes);
				return;
			}
			await putPicture(key, bytes);
			await list([key, listed[1], listed[2]]);
		},
		async end() {
			await flush();
			await store.put(keyOf(id, "index"), await gzipped({ members, parts }));
		},
	};
}

/** The pictures of a finished backup. */
export async function picturesIn(store: BlobStore, id: string): Promise<Listed[]> {
	const { parts } = await readIndex(store, id);
	const lists: Listed[][] = [];
	for (let part = 1; part <= parts; part++) lists.push(await readPart(store, partOf(id, part)));
	return lists.flat();
}

async function readIndex(store: BlobStore, id: string): Promise<Static<typeof Index>> {
	const index = await unpacked(store, keyOf(id, "index"));
	if (!Check(Index, index)) throw damaged(`the index of ${id} is not valid`);
	for (const [name, , sizeBytes] of index.members) requireMember(name, sizeBytes);
	return index;
}

/**
 * A finished backup, to be read like an archive: its sums are those of its index, and its manifest counts the pictures that are read.
 * @param pictures which of its pictures to read; all by default
 */
export async function storedBackup(
	store: BlobStore,
	id: string,
	pictures?: readonly Listed[],
): Promise<MemberSource> {
	const { members } = await readIndex(store, id);
	const named = pictures ?? (await picturesIn(store, id));
	return {
		name: id,
		async *members() {
			const sums: string[] = [];
			let manifest: Manifest | undefined;
			for (const [place, [name, hash]] of members.entries()) {
				const bytes = await fetched(store, memberOf(id, place + 1), name);
				if (name === memberNames.manifest) {
					manifest = parseManifest(bytes);
					continue;
				}
				sums.push(`${hash}  ${name}\n`);
				yield inMemory(name, bytes);
			}
			for (const [key, hash] of named) {
				const name = memberNames.blob(key);
				sums.push(`${hash}  ${name}\n`);
				yield inMemory(name, await fetched(store, PICTURES + key, name));
			}
			if (!manifest) throw damaged("its manifest is missing");
			const blob_bytes = named.reduce((sum, [, , bytes]) => sum + bytes, 0);
			const text = Buffer.from(JSON.stringify({ ...manifest, blobs: named.length, blob_bytes }));
			sums.push(`${hash("sha256", text)}  ${memberNames.manifest}\n`);
			yield inMemory(memberNames.manifest, text);
			yield inMemory(memberNames.sums, Buffer.from(sums.join("")));
		},
	};
}

async function fetched(store: BlobStore, key: string, name: string): Promise<Buffer> {
	const bytes = await existingBlob(store, key, roomUpTo(largestBytes(name), name));
	if (!bytes) throw damaged(`${name} is missing`);
	return Buffer.from(bytes);
}

function inMemory(name: string, bytes: Buffer): Member {
	return {
		name,
		sizeBytes: bytes.length,
		async *chunks() {
			yield bytes;
		},
		read: async () => bytes,
	};
}

/** The pictures of all backups as a store of their own, which cannot be changed. */
export function storedPictures(store: BlobStore): BlobStore {
	const refuse = async () => {
		throw new BackupError("a backup is not changed by a drill");
	};
	return {
		put: refuse,
		delete: refuse,
		get: (key) => store.get(PICTURES + key),
		getStart: (key, lengthBytes) => store.getStart(PICTURES + key, lengthBytes),
		async *list(prefix) {
			for await (const key of store.list(PICTURES + prefix)) yield key.slice(PICTURES.length);
		},
		check: store.check,
	};
}

/** Deletes backups that are too old, unfinished ones, and pictures that no other backup names; the newest finished one stays. @returns how many backups went */
export async function pruneBackups(store: BlobStore, keptFromMs: number): Promise<number> {
	const all = await storedBackups(store);
	const newest = all.findLast(({ isFinished }) => isFinished)?.id;
	if (newest === undefined) return 0;
	const isKept = (id: string, isFinished: boolean) =>
		id >= newest || (isFinished && backupTimeMs(id) >= keptFromMs);
	const gone = new Set(all.filter(({ id, isFinished }) => !isKept(id, isFinished)).map(({ id }) => id));
	if (gone.size === 0) return 0;
	// Read before anything is deleted: what cannot be read may name any picture.
	const named = new Set<string>();
	const keys: string[] = [];
	for await (const key of store.list(BACKUPS)) {
		if (gone.has(key.split("/")[1] ?? "")) keys.push(key);
		else if (key.includes("/pictures-"))
			for (const [picture] of await readPart(store, key)) named.add(picture);
	}
	// Without its index, a backup that is half deleted is an unfinished one.
	for (const id of gone) await store.delete(keyOf(id, "index"));
	for await (const key of store.list(PICTURES)) if (!named.has(key.slice(PICTURES.length))) keys.push(key);
	for (const key of keys) await store.delete(key);
	return gone.size;
}
