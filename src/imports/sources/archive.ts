import { basename } from "node:path/posix";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { type ListedFile, listArchive } from "./archive-listing.ts";
import { classify } from "./classify.ts";
import { EXPORT_MARKER } from "./export-marker.ts";
import { type OpenArchive, type UnpackingLimits, unpack } from "./unpack.ts";
import { asUnreadable, collect, UnreadableInput } from "./unreadable.ts";

/** A file in an archive. It can only be read during the walk through the archive. */
export interface ArchivedFile {
	path: string;
	/** When the file last changed, epoch milliseconds; null where the archive does not say. */
	modifiedAtMs: number | null;
	/** Whether the marker of an export is in its folder or above. */
	isExact: boolean;
	/** As declared by the archive; not to be trusted. */
	sizeBytes: number;
	/** Its content, chunk by chunk; ends in `UnreadableInput` where it is damaged or oversized. */
	chunks(): AsyncIterable<Uint8Array>;
	/** Its whole content. @throws UnreadableInput also when it exceeds `maxBytes`. */
	read(maxBytes: number): Promise<Buffer>;
}

/** A file in an archive that cannot be read, or the archive itself where `path` is empty. */
export interface RefusedFile {
	path: string;
	refused: string;
}

export interface ArchiveLimits extends UnpackingLimits {
	maxEntries: number;
}

export const ARCHIVE_LIMITS: ArchiveLimits = {
	maxEntries: 100_000,
	totalBytes: 20 * 2 ** 30,
	// Photographs hardly compress, and text by a factor of ten or twenty; anything far beyond that is malicious.
	ratio: 250,
	ratioFreeBytes: 2 ** 22,
};

/**
 * Walks the files of a ZIP archive in directory order, hostile archives included: nothing in its
 * headers is trusted. Every file is either readable or refused with a reason; folders are skipped,
 * and leftovers of file managers are reported but not read.
 */
export async function* readArchive(
	archivePath: string,
	limits: ArchiveLimits = ARCHIVE_LIMITS,
): AsyncGenerator<ArchivedFile | RefusedFile> {
	let zip: ZipFile | undefined;
	try {
		zip = await open(archivePath);
		const files = await listArchive(zip, limits.maxEntries);
		yield* walk({ path: archivePath, zip, unpackedBytes: 0 }, files, limits);
	} catch (error) {
		yield { path: "", refused: asUnreadable(error).message };
	} finally {
		zip?.close();
	}
}

async function open(path: string): Promise<ZipFile> {
	// Names and sizes are checked here, entry by entry: the library's own checks would abort the whole archive.
	const options = { autoClose: false, decodeStrings: false, validateEntrySizes: false };
	const zip = await openPromise(path, options).catch((error: Error) => {
		if ("code" in error) throw error;
		throw new UnreadableInput(`is not a whole ZIP archive: ${error.message}`, { cause: error });
	});
	// Closing may fail long after the last read, which is harmless, but an unhandled error event would end the process.
	zip.on("error", () => {});
	return zip;
}

function* walk(
	archive: OpenArchive,
	files: readonly ListedFile[],
	limits: ArchiveLimits,
): Generator<ArchivedFile | RefusedFile> {
	const exports = files.map(({ path }) => path).filter((path) => basename(path) === EXPORT_MARKER);
	const folders = exports.map((path) => path.slice(0, -EXPORT_MARKER.length));
	for (const { path, entry, refused } of files) {
		if (archive.unpackedBytes > limits.totalBytes) {
			throw new UnreadableInput(
				`is over ${limits.totalBytes / 2 ** 30} GiB unpacked; from ${path} on nothing was read`,
			);
		}
		const found = classify(path);
		const reading = { ...limits, isTable: found.kind === "metadata" && found.format === "table" };
		yield refused !== null
			? { path, refused }
			: {
					path,
					isExact: folders.some((folder) => path.startsWith(folder)),
					modifiedAtMs: modifiedAt(entry),
					sizeBytes: entry.uncompressedSize,
					chunks: () => unpack(archive, entry, reading),
					read: (maxBytes) => collect(unpack(archive, entry, reading), maxBytes),
				};
	}
}

/** Times without a zone are read as UTC, so that an import gives the same dates everywhere. */
function modifiedAt(entry: Entry): number | null {
	const timeMs = entry.getLastModDate({ timezone: "UTC" }).getTime();
	const earliestMs = Date.UTC(1980, 0, 1);
	return Number.isNaN(timeMs) || timeMs < earliestMs ? null : timeMs;
}
