import { type Entry, getFileNameLowLevel, type ZipFile } from "yauzl";
import { classify } from "./classify.ts";
import { UnreadableInput } from "./unreadable.ts";

/** A file in an archive's directory: its path and, if it cannot be read, the reason. */
export interface ListedFile {
	path: string;
	entry: Entry;
	refused: string | null;
}

const LONGEST_PATH = 1024;
const LOCAL_HEADER_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;
const FILE_TYPE_MASK = 0o170000;
const REGULAR_FILE = 0o100000;
const SYMBOLIC_LINK = 0o120000;

/**
 * Reads the whole directory of an archive before any of its content, because only then can overlapping entries be detected.
 * Folders are not listed. @throws UnreadableInput when the directory is broken or names more than `maxEntries`.
 */
export async function listArchive(zip: ZipFile, maxEntries: number): Promise<ListedFile[]> {
	if (zip.entryCount > maxEntries) throw new UnreadableInput(`holds more than ${maxEntries} entries`);
	const entries: Entry[] = [];
	try {
		for await (const entry of zip.eachEntry()) entries.push(entry);
	} catch (error) {
		throw new UnreadableInput(`its directory is broken: ${error instanceof Error ? error.message : error}`, {
			cause: error,
		});
	}
	const overlapping = findOverlapping(entries);
	const seen = new Set<string>();
	return entries.flatMap((entry) => {
		const name = entryName(entry);
		if (/[/\\]$/.test(name)) return [];
		const read = readEntryPath(name);
		if ("reason" in read) return [{ path: name || "(nameless entry)", entry, refused: read.reason }];
		const { path } = read;
		if (classify(path).kind === "ignored") return [{ path, entry, refused: null }];
		const refused = overlapping.has(entry) ? "it overlaps another entry" : refusalOf(entry, path, seen);
		seen.add(path);
		return [{ path, entry, refused }];
	});
}

/**
 * Reads the name of an archive entry as a path inside the archive, with `/` between its folders (some
 * Windows programs write `\`). A name that points anywhere else is refused: nothing is ever written
 * to paths from an archive, but such a name indicates malice.
 */
export function readEntryPath(name: string): { path: string } | { reason: string } {
	if (name.length > LONGEST_PATH) return { reason: "its name is too long" };
	if (/\p{Cc}/u.test(name)) return { reason: "its name holds control characters" };
	const slashed = name.replaceAll("\\", "/");
	if (slashed.startsWith("/") || /^[a-z]:/i.test(slashed)) return { reason: "its path is absolute" };
	const parts = slashed.split("/");
	if (parts.includes("..")) return { reason: "its path leaves the archive" };
	const path = parts.filter((part) => part !== "" && part !== ".").join("/");
	return path === "" ? { reason: "it has no name" } : { path };
}

/** Decoded here rather than by the reader, which would refuse the whole archive for one bad name. */
function entryName(entry: Entry): string {
	return getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true);
}

function refusalOf(entry: Entry, path: string, seen: ReadonlySet<string>): string | null {
	// For archives made on Unix, the upper half of the external attributes is the file mode.
	const type = (entry.externalFileAttributes >>> 16) & FILE_TYPE_MASK;
	if (type === SYMBOLIC_LINK) return "it is a symbolic link";
	if (type !== 0 && type !== REGULAR_FILE) return "it is not a regular file";
	if (entry.isEncrypted()) return "it is encrypted";
	if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
		return `it is packed by method ${entry.compressionMethod}, which is not read`;
	}
	if (seen.has(path)) return "the archive holds this path twice";
	if (classify(path).kind === "archive") return "it is an archive inside an archive";
	return null;
}

/**
 * The entries whose bytes overlap. No honest archive has any, and they let a small file unpack to terabytes (D. Fifield, "A better zip
 * bomb", WOOT 2019).
 */
function findOverlapping(entries: readonly Entry[]): Set<Entry> {
	const overlapping = new Set<Entry>();
	const inOrder = [...entries].sort((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
	let furthest: Entry | undefined;
	for (const entry of inOrder) {
		if (furthest !== undefined && entry.relativeOffsetOfLocalHeader < endOf(furthest)) {
			overlapping.add(entry).add(furthest);
		}
		if (furthest === undefined || endOf(entry) > endOf(furthest)) furthest = entry;
	}
	return overlapping;
}

/** The earliest offset at which an entry can end; its local header may have additional extra fields. */
function endOf(entry: Entry): number {
	return entry.relativeOffsetOfLocalHeader + LOCAL_HEADER_BYTES + entry.fileNameLength + entry.compressedSize;
}
