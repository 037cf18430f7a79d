import { createHash, hash } from "node:crypto";
import { createReadStream } from "node:fs";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { extract } from "tar-stream";
import { plainFault } from "../../platform/plain-fault.ts";
import {
	BackupError,
	blobKeyOf,
	damaged,
	type Header,
	largestBytes,
	type Manifest,
	memberNames,
	parseHeader,
	parseManifest,
} from "./archive-format.ts";
import { linesIn } from "./text-lines.ts";

/** A member of an archive; read it before asking for the next one. */
export interface Member {
	readonly name: string;
	readonly sizeBytes: number;
	chunks(): AsyncIterable<Buffer>;
	/** Reads the whole of a member that is small enough to fit in memory. */
	read(): Promise<Buffer>;
}

/** Something that is read like an archive without being a file. */
export interface MemberSource {
	readonly name: string;
	members(): AsyncIterable<Member>;
}

/** The path of an archive, or what stands for one. */
export type ArchiveSource = string | MemberSource;

/** The members of an archive in order; a member that is not read is skipped. @throws BackupError when the archive cannot be read. */
export async function* membersOf(file: ArchiveSource): AsyncGenerator<Member> {
	if (typeof file !== "string") {
		yield* file.members();
		return;
	}
	const tar = extract();
	const read = pipeline(createReadStream(file), tar);
	read.catch(() => undefined);
	try {
		for await (const entry of tar) {
			yield memberOf(file, entry.header, entry as AsyncIterable<Buffer>);
			entry.resume();
		}
		await read;
	} catch (fault) {
		throw readingFault(file, fault);
	}
}

interface EntryHeader {
	readonly name: string;
	readonly size?: number | undefined;
	readonly type?: string | null | undefined;
}

function memberOf(
	file: string,
	{ name, size: sizeBytes = 0, type }: EntryHeader,
	content: AsyncIterable<Buffer>,
): Member {
	async function* chunks() {
		if (type !== "file") throw damaged(`${JSON.stringify(name)} is not a file`);
		if (sizeBytes > largestBytes(name)) throw damaged(`${name} is too large`);
		try {
			yield* content;
		} catch (fault) {
			throw readingFault(file, fault);
		}
	}
	return {
		name,
		sizeBytes,
		chunks,
		read: () => buffer(chunks()),
	};
}

function readingFault(file: string, fault: unknown): unknown {
	if (fault instanceof BackupError) return fault;
	const { code, message } = fault as NodeJS.ErrnoException;
	if (code !== undefined) return new BackupError(`cannot read ${file}: ${plainFault(fault)}`);
	return damaged(`the file is truncated or not an archive (${message})`);
}

/** The header of an archive that is not verified yet. @throws BackupError */
export async function headerOf(file: ArchiveSource): Promise<Header> {
	for await (const member of membersOf(file)) {
		if (member.name === memberNames.header) return parseHeader(await member.read());
		break;
	}
	throw new BackupError(`${nameOf(file)} is not a Packshot backup`);
}

/** An archive that has been read completely and whose hashes match. */
export interface VerifiedArchive {
	readonly file: ArchiveSource;
	readonly header: Header;
	readonly manifest: Manifest;
	/** The size of each picture file, by its key, in bytes. */
	readonly blobSizes: ReadonlyMap<string, number>;
}

/** Reads the whole archive and checks every member against its hash. @throws BackupError that says what is wrong. */
export async function verifyArchive(file: ArchiveSource): Promise<VerifiedArchive> {
	const found = new Map<string, string>();
	const blobSizes = new Map<string, number>();
	let header: Header | undefined;
	let manifest: Manifest | undefined;
	let ended = false;
	for await (const member of membersOf(file)) {
		const { name, sizeBytes } = member;
		if (!header && name !== memberNames.header)
			throw new BackupError(`${nameOf(file)} is not a Packshot backup`);
		if (ended) throw damaged(`${name} comes after its end`);
		if (found.has(name)) throw damaged(`it contains ${name} twice`);
		if (name === memberNames.sums) {
			await compareSums(found, member);
			ended = true;
		} else if (name === memberNames.header || name === memberNames.manifest) {
			const bytes = await member.read();
			if (name === memberNames.header) header = parseHeader(bytes);
			else manifest = parseManifest(bytes);
			found.set(name, hash("sha256", bytes));
		} else {
			found.set(name, await hashOf(member));
			const key = blobKeyOf(name);
			if (key !== undefined) blobSizes.set(key, sizeBytes);
		}
	}
	if (!header || !manifest || !ended) throw damaged("it is truncated");
	const blobBytes = [...blobSizes.values()].reduce((sum, bytes) => sum + bytes, 0);
	if (manifest.blobs !== blobSizes.size || manifest.blob_bytes !== blobBytes) {
		throw damaged("picture files are missing, or there are too many");
	}
	return { file, header, manifest, blobSizes };
}

const nameOf = (file: ArchiveSource) => (typeof file === "string" ? file : file.name);

async function hashOf(member: Member): Promise<string> {
	const hash = createHash("sha256");
	for await (const chunk of member.chunks()) hash.update(chunk);
	return hash.digest("hex");
}

async function compareSums(found: ReadonlyMap<string, string>, sums: Member): Promise<void> {
	const members = found.entries();
	for await (const lines of linesIn(sums.chunks())) {
		for (const line of lines) {
			const { value, done } = members.next();
			if (done) throw damaged("a member is missing");
			const [name, hash] = value;
			if (line !== `${hash}  ${name}`) throw damaged(`${name} was changed after it was written`);
		}
	}
	if (!members.next().done) throw damaged("a member is missing");
}
