import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";

/** Which blobs have arrived and were compared. */
export interface BlobJournal {
	has(key: string): boolean;
	add(key: string, sha256: string): void;
	/** Keeps what is among the keys alone. */
	retain(keys: ReadonlySet<string>): void;
	readonly size: number;
	remove(): void;
}

const LINE = /^[0-9a-f]{64} {2}(.+)$/;

/** A file of lines as `sha256sum` writes them: lost lines mean that a blob is compared once more, and nothing else. */
export function openBlobJournal(file: string): BlobJournal {
	mkdirSync(dirname(file), { recursive: true });
	const text = existsSync(file) ? readFileSync(file, "utf8") : "";
	// What stands behind the last line break was cut off in the middle.
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
