import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { crc32, createInflateRaw } from "node:zlib";
import type { Entry, ZipFile } from "yauzl";
import { UnreadableInput } from "./unreadable.ts";

/** Limits on what one archive may unpack to, applied to the unpacked bytes and never to what headers claim. */
export interface UnpackingLimits {
	/** All entries of the archive together. */
	totalBytes: number;
	/** Maximum compression ratio of an entry once it is larger than `ratioFreeBytes`. */
	ratio: number;
	ratioFreeBytes: number;
}

/** An archive that is being read. */
export interface OpenArchive {
	path: string;
	zip: ZipFile;
	/** Bytes unpacked so far, all entries together. */
	unpackedBytes: number;
}

const DEFLATED = 8;

/** How well-known archives begin, as Latin-1 text. */
const ZIP_START = "PK\x03\x04";
const ARCHIVE_STARTS = [
	ZIP_START,
	"PK\x05\x06",
	"7z\xbc\xaf\x27\x1c",
	"Rar!\x1a\x07",
	"\x1f\x8b\x08",
	"\xfd7zXZ\0",
	"BZh",
];
const TAR_MAGIC = "ustar";
const TAR_MAGIC_OFFSET = 257;

/**
 * The content of an archive entry, chunk by chunk, monitored while it is unpacked. @throws UnreadableInput
 * when it is larger than allowed or declared, is an archive itself, or does not have the declared size
 * and checksum.
 */
export async function* unpack(
	archive: OpenArchive,
	entry: Entry,
	{ isTable = false, ...limits }: UnpackingLimits & { readonly isTable?: boolean },
): AsyncGenerator<Uint8Array> {
	let sizeBytes = 0;
	let checksum = 0;
	for await (const chunk of decoded(archive, entry)) {
		if (sizeBytes === 0) refuseArchive(chunk, isTable);
		sizeBytes += chunk.length;
		archive.unpackedBytes += chunk.length;
		checksum = crc32(chunk, checksum);
		refuseExcess(entry, sizeBytes, archive.unpackedBytes, limits);
		yield chunk;
	}
	if (sizeBytes < entry.uncompressedSize) throw new UnreadableInput("is shorter than the archive says");
	if (checksum !== entry.crc32) throw new UnreadableInput("is damaged: its checksum does not fit");
}

async function* decoded(archive: OpenArchive, entry: Entry): AsyncGenerator<Uint8Array> {
	try {
		const { fileDataStart } = await archive.zip.readLocalFileHeaderPromise(entry, { minimal: true });
		if (entry.compressedSize === 0) return;
		// A separate stream for the file: those of yauzl share one reader, and abandoning one disturbs the others.
		const packed = createReadStream(archive.path, {
			start: fileDataStart,
			end: fileDataStart + entry.compressedSize - 1,
		});
		// A pipeline without a callback throws; failures are reported to the reader of the last stream.
		yield* entry.compressionMethod === DEFLATED ? pipeline(packed, createInflateRaw(), () => {}) : packed;
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error);
		throw new UnreadableInput(`cannot be unpacked: ${message}`, { cause: error });
	}
}

function refuseExcess(entry: Entry, sizeBytes: number, unpackedBytes: number, limits: UnpackingLimits): void {
	if (sizeBytes > entry.uncompressedSize) throw new UnreadableInput("is larger than the archive says");
	if (unpackedBytes > limits.totalBytes) {
		throw new UnreadableInput(`brings the archive over ${limits.totalBytes / 2 ** 30} GiB unpacked`);
	}
	if (sizeBytes > limits.ratioFreeBytes && sizeBytes > entry.compressedSize * limits.ratio) {
		throw new UnreadableInput(`unpacks to more than ${limits.ratio} times its packed size`);
	}
}

/** @param isTable a workbook is a ZIP archive, too; whoever reads it has limits of its own */
function refuseArchive(chunk: Uint8Array, isTable: boolean): void {
	const start = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length).toString(
		"latin1",
		0,
		TAR_MAGIC_OFFSET + TAR_MAGIC.length,
	);
	if (isTable && start.startsWith(ZIP_START)) return;
	if (
		ARCHIVE_STARTS.some((magic) => start.startsWith(magic)) ||
		start.startsWith(TAR_MAGIC, TAR_MAGIC_OFFSET)
	) {
		throw new UnreadableInput("is an archive inside an archive");
	}
}
