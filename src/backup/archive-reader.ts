import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { extract } from "tar-stream";
import {
	BackupError,
	type Header,
	type Manifest,
	memberNames,
	parseHeader,
	parseManifest,
} from "./archive-format.ts";
import { sha256 } from "./archive-writer.ts";

export interface Member {
	readonly name: string;
	readonly bytes: Buffer;
}

/** Larger than anything ever written; bounds memory when the file is not a backup. */
const LARGEST_MEMBER_BYTES = 1024 ** 3;

/** The members of an archive in order, each read whole. @throws BackupError when it cannot be read. */
export async function* membersOf(file: string): AsyncGenerator<Member> {
	const tar = extract();
	const read = pipeline(createReadStream(file), tar);
	read.catch(() => undefined);
	try {
		for await (const entry of tar) {
			if ((entry.header.size ?? 0) > LARGEST_MEMBER_BYTES) throw damaged(`${entry.header.name} is too large`);
			const chunks: Buffer[] = [];
			for await (const chunk of entry) chunks.push(chunk as Buffer);
			yield { name: entry.header.name, bytes: Buffer.concat(chunks) };
		}
		await read;
	} catch (fault) {
		if (fault instanceof BackupError) throw fault;
		const { code, message } = fault as NodeJS.ErrnoException;
		if (code !== undefined) throw new BackupError(`cannot read ${file}: ${message}`);
		throw damaged(`the archive breaks off or is none (${message})`);
	}
}

/** An archive that was read completely and whose hashes matched. */
export interface VerifiedArchive {
	readonly file: string;
	readonly header: Header;
	readonly manifest: Manifest;
}

/** Reads the whole archive and checks every member against its hash. @throws BackupError that says what is wrong. */
export async function verifyArchive(file: string): Promise<VerifiedArchive> {
	const found: string[] = [];
	let header: Header | undefined;
	let manifest: Manifest | undefined;
	let listed: Buffer | undefined;
	for await (const { name, bytes } of membersOf(file)) {
		if (listed) throw damaged(`${name} stands behind its end`);
		if (!header) {
			if (name !== memberNames.header) throw new BackupError(`${file} is not a Packshot backup`);
			header = parseHeader(bytes);
		}
		if (name === memberNames.manifest) manifest = parseManifest(bytes);
		if (name === memberNames.sums) listed = bytes;
		else found.push(`${sha256(bytes)}  ${name}`);
	}
	if (!header || !manifest || !listed) throw damaged("it breaks off before its end");
	compareSums(found, listed.toString("utf8").split("\n"));
	return { file, header, manifest };
}

function compareSums(found: readonly string[], listed: readonly string[]): void {
	for (const [index, line] of found.entries()) {
		if (listed[index] !== line) throw damaged(`${line.slice(66)} is not as it was written`);
	}
	if (listed.length !== found.length + 1 || listed.at(-1) !== "") throw damaged("a member is missing");
}

function damaged(what: string): BackupError {
	return new BackupError(`the backup is damaged: ${what}`);
}
