import { hash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { pack } from "tar-stream";
import { type Manifest, memberNames } from "../../src/operations/backup/archive-format.ts";
import { membersOf } from "../../src/operations/backup/archive-reader.ts";

/** Members of a backup by name, in archive order, without the list of hashes. */
export type Members = Map<string, Buffer>;

/**
 * Rewrites a backup with members added, replaced or removed, and recomputes the hashes so that they match, as an attacker would.
 * @param alter changes the members and the manifest in place.
 */
export async function alterArchive(
	file: string,
	target: string,
	alter: (members: Members, manifest: { -readonly [K in keyof Manifest]: Manifest[K] }) => void,
): Promise<void> {
	const members: Members = new Map();
	for await (const member of membersOf(file)) members.set(member.name, await member.read());
	members.delete(memberNames.sums);
	const manifest = JSON.parse(String(members.get(memberNames.manifest)));
	members.delete(memberNames.manifest);
	alter(members, manifest);
	members.set(memberNames.manifest, Buffer.from(JSON.stringify(manifest)));
	const sums = [...members].map(([name, bytes]) => `${hash("sha256", bytes)}  ${name}\n`);
	members.set(memberNames.sums, Buffer.from(sums.join("")));
	await writeTar(target, members);
}

async function writeTar(file: string, members: Members): Promise<void> {
	const tar = pack();
	const written = pipeline(tar, createWriteStream(file));
	for (const [name, bytes] of members) {
		await new Promise<void>((resolve, reject) => {
			tar.entry({ name, size: bytes.length }, bytes, (fault) => (fault ? reject(fault) : resolve()));
		});
	}
	tar.finalize();
	await written;
}
