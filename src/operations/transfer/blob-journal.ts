import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";

/** Records which blobs were copied and verified. */
export interface BlobJournal {
	has(key: string): boolean;
	add(key: string, sha256: string): void;
	/** Drops all entries but those of the given keys. */
	retain(keys: ReadonlySet<string>): void;
	readonly size: number;
	remove(): void;
}

const LINE = /^[0-9a-f]{64} {2}(.+)$/;

/** A file in the format of `sha256sum`: losing a line only means that a blob is verified once more. */
export function openBlobJournal(file: string): BlobJournal {
	mkdirSync(dirname(file), { recursive: true });
	const text = existsSync(file) ? readFileSync(file, "utf8") : "";
	// Text after the last line break is an entry whose write was interrupted.
	const lines = text.split("\n").slice(0, -1);
	const keys = new Set(lines.flatMap((line) => LINE.exec(line)?.[1] ?? []));
	let isCutOff = text !== "" && !text.endsWith("\n");
	return {
		has: (key) => keys.has(key),
		add(key, sha256) {
			appendFileSync(file, `${isCutOff ? "\n" : ""}${sha256}  ${key}\n`, { mode: 0o600 });
			isCutOff = false;
			keys.add(key);
		},
		retain(wanted) {
			for (const key of keys) if (!wanted.has(key)) keys.delete(key);
		},
		get size() {
			return keys.size;
		},
		remove: () => rmSync(file, { force: true }),
	};
}
