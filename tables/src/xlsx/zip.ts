import { Inflate } from "fflate";
import { UnreadableTable } from "../unreadable-table.ts";

/** A file in a ZIP archive, by its place there. */
interface Entry {
	readonly headerAt: number;
	readonly compressedBytes: number;
	readonly isStored: boolean;
}

/** An archive in memory. */
export interface Archive {
	/** Names in lower case, as parts of a workbook are compared. */
	readonly names: ReadonlySet<string>;
	/** The content of a file, piece by piece; none if there is no such file. @throws UnreadableTable when all files together exceed the limit */
	readonly pieces: (name: string) => Iterable<Uint8Array>;
}

const DIRECTORY_END = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;
const LOCAL_HEADER = 0x04034b50;
const MOST_ENTRIES = 10_000;
/** Deflate expands a thousandfold at most: a piece is a few megabytes at worst. */
const COMPRESSED_PIECE_BYTES = 8192;
const DEFLATED = 8;

const broken = () => new UnreadableTable("is not a whole Excel workbook (.xlsx): its archive is damaged");

/**
 * Opens a ZIP archive. Sizes that it declares are not trusted: what is unpacked is counted.
 * @param maxBytes of everything that is unpacked @throws UnreadableTable for what is not an archive
 */
export function openArchive(zip: Uint8Array, maxBytes: number): Archive {
	const entries = entriesOf(zip);
	let unpackedBytes = 0;
	return {
		names: new Set(entries.keys()),
		*pieces(name) {
			const entry = entries.get(name.toLowerCase());
			if (!entry) return;
			for (const piece of unpack(compressedPart(zip, entry), entry.isStored)) {
				unpackedBytes += piece.length;
				if (unpackedBytes > maxBytes)
					throw new UnreadableTable(`is too large: unpacked, it has more than ${maxBytes / 2 ** 20} MB`);
				yield piece;
			}
		},
	};
}

function entriesOf(zip: Uint8Array): Map<string, Entry> {
	const view = new DataView(zip.buffer, zip.byteOffset, zip.length);
	const end = directoryEnd(view);
	const entries = new Map<string, Entry>();
	const count = Math.min(view.getUint16(end + 10, true), MOST_ENTRIES);
	let at = view.getUint32(end + 16, true);
	for (let left = count; left > 0; left--) {
		if (at + 46 > zip.length || view.getUint32(at, true) !== DIRECTORY_ENTRY) throw broken();
		const nameBytes = view.getUint16(at + 28, true);
		const extraBytes = view.getUint16(at + 30, true);
		const name = new TextDecoder().decode(zip.subarray(at + 46, at + 46 + nameBytes)).toLowerCase();
		entries.set(name.replaceAll("\\", "/"), entryAt(view, at, at + 46 + nameBytes, extraBytes));
		at += 46 + nameBytes + extraBytes + view.getUint16(at + 32, true);
	}
	return entries;
}

function directoryEnd(view: DataView): number {
	const first = Math.max(0, view.byteLength - 22 - 0xffff);
	for (let at = view.byteLength - 22; at >= first; at--)
		if (view.getUint32(at, true) === DIRECTORY_END) return at;
	throw broken();
}

function entryAt(view: DataView, at: number, extraAt: number, extraBytes: number): Entry {
	if (view.getUint16(at + 8, true) & 1) throw new UnreadableTable("has a password: save it without one");
	const method = view.getUint16(at + 10, true);
	const sizes = { uncompressed: view.getUint32(at + 24, true), compressed: view.getUint32(at + 20, true) };
	const offset = view.getUint32(at + 42, true);
	// Some writers give every size in the field for large archives (ZIP64), in this order, those alone that are all ones here.
	const large = largeSizes(view, extraAt, extraBytes);
	const full = (value: number) => (value === 0xffffffff ? Number(large.shift() ?? -1n) : value);
	full(sizes.uncompressed);
	const compressedBytes = full(sizes.compressed);
	return { compressedBytes, headerAt: full(offset), isStored: method !== DEFLATED };
}

function largeSizes(view: DataView, extraAt: number, extraBytes: number): bigint[] {
	const end = Math.min(extraAt + extraBytes, view.byteLength);
	for (let at = extraAt; at + 4 <= end; at += 4 + view.getUint16(at + 2, true)) {
		if (view.getUint16(at, true) !== 1) continue;
		const count = Math.floor(Math.min(view.getUint16(at + 2, true), end - at - 4) / 8);
		return Array.from({ length: count }, (_, place) => view.getBigUint64(at + 4 + place * 8, true));
	}
	return [];
}

function compressedPart(zip: Uint8Array, { headerAt, compressedBytes }: Entry): Uint8Array {
	const view = new DataView(zip.buffer, zip.byteOffset, zip.length);
	if (headerAt < 0 || compressedBytes < 0 || headerAt + 30 > zip.length) throw broken();
	if (view.getUint32(headerAt, true) !== LOCAL_HEADER) throw broken();
	const start = headerAt + 30 + view.getUint16(headerAt + 26, true) + view.getUint16(headerAt + 28, true);
	if (start + compressedBytes > zip.length) throw broken();
	return zip.subarray(start, start + compressedBytes);
}

function* unpack(compressed: Uint8Array, isStored: boolean): Generator<Uint8Array> {
	if (isStored) {
		yield compressed;
		return;
	}
	const pieces: Uint8Array[] = [];
	const inflate = new Inflate((piece) => void pieces.push(piece));
	for (let at = 0; at < compressed.length; at += COMPRESSED_PIECE_BYTES) {
		const next = compressed.subarray(at, at + COMPRESSED_PIECE_BYTES);
		try {
			inflate.push(next, at + COMPRESSED_PIECE_BYTES >= compressed.length);
		} catch {
			throw broken();
		}
		yield* pieces.splice(0);
	}
}
