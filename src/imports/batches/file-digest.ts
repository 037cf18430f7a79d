import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { pipeline } from "node:stream/promises";
import type { ImportedFile } from "./tables.ts";

const READ_BYTES = 2 ** 20;
/** Files listed per import in the history: a shell may have passed thousands. */
const MOST_FILES = 100;

/** SHA-256 of a file in hexadecimal digits. */
export async function fileDigest(path: string, signal: AbortSignal): Promise<string> {
	const hash = createHash("sha256");
	await pipeline(createReadStream(path, { highWaterMark: READ_BYTES }), hash, { signal });
	return hash.digest("hex");
}

/** Entries for paths with only their names. */
export function namesOf(paths: readonly string[]): ImportedFile[] {
	return paths
		.slice(0, MOST_FILES)
		.map((path) => ({ name: basename(path) || path, sizeBytes: null, sha256: null }));
}

/** Entries for paths in the history: name, size and digest of files; only the name of folders and of what cannot be read. */
export function describePaths(paths: readonly string[], signal: AbortSignal): Promise<ImportedFile[]> {
	return Promise.all(
		namesOf(paths).map(async (nameless, at) => {
			const path = paths[at] ?? "";
			try {
				const found = await stat(path);
				if (!found.isFile()) return nameless;
				return { ...nameless, sizeBytes: found.size, sha256: await fileDigest(path, signal) };
			} catch {
				return nameless;
			}
		}),
	);
}
