import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { extract, type Pack, pack } from "tar-stream";

/** The members of a case file that are not named in it. */
export const MEMBERS = {
	document: "case.json",
	openings: "openings.json",
	commitments: "commitments.bin",
	keyCommitments: "seals.bin",
} as const;

/** What is wrong with an archive. */
class ArchiveProblem extends Error {}

const MOST_MEMBERS = 100;

/** A tar archive of members by name, in their order. The same members always make the same bytes. @param atMs the time of every member */
export async function writeCaseArchive(
	members: ReadonlyMap<string, Uint8Array>,
	atMs: number,
): Promise<Buffer> {
	const archive = pack();
	const written = buffer(archive);
	const mtime = new Date(atMs - (atMs % 1000));
	for (const [name, bytes] of members) await addMember(archive, name, bytes, mtime);
	archive.finalize();
	return written;
}

function addMember(archive: Pack, name: string, bytes: Uint8Array, mtime: Date): Promise<void> {
	return new Promise((resolve, reject) => {
		archive.entry({ name, mtime, mode: 0o644 }, Buffer.from(bytes), (fault) =>
			fault ? reject(fault) : resolve(),
		);
	});
}

/** The members of an archive by name. @returns what is wrong with it instead, as text. */
export async function readCaseArchive(file: Uint8Array): Promise<Map<string, Uint8Array> | string> {
	const members = new Map<string, Uint8Array>();
	const archive = extract();
	try {
		Readable.from([Buffer.from(file.buffer, file.byteOffset, file.length)]).pipe(archive);
		for await (const entry of archive) {
			const { name, type } = entry.header;
			if (type !== "file" || members.has(name) || members.size >= MOST_MEMBERS)
				throw new ArchiveProblem(`${name} does not belong in a case file`);
			members.set(name, await buffer(entry));
		}
	} catch (fault) {
		return fault instanceof ArchiveProblem ? fault.message : "not a case file, or a truncated one";
	}
	return members;
}
