import type { Import } from "../api/routes.ts";

const LEAST_CHUNK_BYTES = 256 * 2 ** 10;
const MOST_CHUNK_BYTES = 32 * 2 ** 20;
/** Well below the minute that the service allows for a request to arrive. */
const CHUNK_MS = 4000;
const MOST_FILE_BYTES = 20 * 2 ** 30;
const ENDINGS = /\.(zip|ndjson|jsonl|csv|tsv|tab|txt|xlsx|xlsm)$/i;

/** What is wrong with a file chosen for import; undefined if nothing is. */
export function fileProblem({ name, size }: Pick<File, "name" | "size">): string | undefined {
	if (!ENDINGS.test(name)) return `${name} is not a ZIP, NDJSON, CSV or Excel file (.xlsx).`;
	if (size === 0) return `${name} is empty.`;
	if (size > MOST_FILE_BYTES) return `${name} is larger than 20 GiB.`;
	return undefined;
}

/** Whether an import is an unfinished upload of exactly this file, as far as a browser can tell. */
export function isSameFile(
	{ state, is_own, files, modified_at }: Pick<Import, "state" | "is_own" | "files" | "modified_at">,
	{ name, size, lastModified }: Pick<File, "name" | "size" | "lastModified">,
): boolean {
	const [file] = files;
	if (state !== "uploading" || !is_own || !file || modified_at === null) return false;
	return file.name === name && file.size_bytes === size && Date.parse(modified_at) === lastModified;
}

/** The number of bytes that should take some seconds, between half and twice of the last chunk. */
export function nextChunkBytes(sentBytes: number, tookMs: number): number {
	const fitting = (sentBytes * CHUNK_MS) / Math.max(1, tookMs);
	const near = Math.min(2 * sentBytes, Math.max(sentBytes / 2, fitting));
	return Math.round(Math.min(MOST_CHUNK_BYTES, Math.max(LEAST_CHUNK_BYTES, near)));
}

/** A smaller chunk, because a proxy in between has a lower limit. */
export function smallerChunkBytes(chunkBytes: number): number {
	return Math.max(LEAST_CHUNK_BYTES, Math.round(chunkBytes / 2));
}

const TEMPORARY: ReadonlySet<number> = new Set([408, 409, 413, 423, 429]);
const DISK_FULL = 507;

/** Whether sending resumes automatically after a response with this status; 0: there was none. */
export function worthRetrying(status: number): boolean {
	return status === 0 || TEMPORARY.has(status) || (status >= 500 && status !== DISK_FULL);
}
