import { hash, randomBytes } from "node:crypto";
import { createWriteStream, existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { pack } from "tar-stream";
import { syncFolder } from "../../platform/sync-file.ts";
import { BackupError, memberNames } from "./archive-format.ts";

/** An archive being written under a temporary name. */
export interface ArchiveWriter {
	/** Its temporary path. */
	readonly unfinished: string;
	add(name: string, bytes: Uint8Array): Promise<void>;
	/** Bytes of a blob that it holds already and that need not be added; `undefined` for any other. */
	held(key: string): Promise<number | undefined>;
	/** Writes the hashes of all members and syncs to disk. */
	end(): Promise<void>;
	/** Renames the archive to its final name. @throws BackupError when a file of that name has appeared meanwhile. */
	keep(): Promise<void>;
	/** Deletes what has been written; does nothing once the archive has its final name. */
	discard(): Promise<void>;
}

/** Readable by the owner alone: the archive holds secrets. */
const MODE = 0o600;

/** @throws BackupError when the file already exists. */
export function createArchive(file: string): ArchiveWriter {
	refuseExisting(file);
	const unfinished = `${file}.${randomBytes(4).toString("hex")}.unfinished`;
	const tar = pack();
	const stream = createWriteStream(unfinished, { mode: MODE, flags: "wx", flush: true });
	const written = pipeline(tar, stream);
	// Awaited at the end; until then a failure surfaces through the members.
	written.catch(() => undefined);
	const sums: Buffer[] = [];

	const write = (name: string, bytes: Uint8Array) =>
		new Promise<void>((resolve, reject) => {
			// A fault of the file underlies any fault of the archive, so it takes precedence.
			const failed = (fault: unknown) => written.then(() => reject(fault), reject);
			const header = { name, size: bytes.length, mode: MODE, mtime: new Date(0) };
			try {
				const entry = tar.entry(header, Buffer.from(bytes), (fault) => (fault ? failed(fault) : resolve()));
				// It tells of a fault by its callback and again by an event, which ends the process where nobody listens.
				entry.on("error", () => undefined);
			} catch (fault) {
				failed(fault);
			}
		});

	return {
		unfinished,
		held: async () => undefined,
		async add(name, bytes) {
			sums.push(Buffer.from(`${hash("sha256", bytes)}  ${name}\n`));
			await write(name, bytes);
		},
		async end() {
			await write(memberNames.sums, Buffer.concat(sums));
			tar.finalize();
			await written;
		},
		async keep() {
			refuseExisting(file);
			await rename(unfinished, file);
			await syncFolder(dirname(file));
		},
		async discard() {
			tar.destroy();
			await written.catch(() => undefined);
			await rm(unfinished, { force: true });
		},
	};
}

function refuseExisting(file: string): void {
	if (existsSync(file)) throw new BackupError(`${file} already exists; a backup never overwrites a file`);
}
