import { crc32, deflateRawSync } from "node:zlib";

/** An entry to write, valid unless told otherwise. */
export interface WrittenEntry {
	name: string;
	content?: Uint8Array | string;
	/** 0 stores, 8 deflates; any other method is only declared. */
	method?: number;
	/** What the headers declare, true or not. */
	claimed?: { crc?: number; sizeBytes?: number; packedBytes?: number; flags?: number };
	/** Unix mode of the file, including its type. */
	unixMode?: number;
	/** MS-DOS date and time; 0 if there is none. */
	dosDate?: number;
	dosTime?: number;
	/** Has no bytes of its own, but points to those of the entry with this number. */
	sameBytesAs?: number;
}

const UTF8_NAME = 0x800;
const MADE_ON_UNIX = 3 << 8;
/** 1 January 2024 in MS-DOS format: years since 1980, month, day. */
const SOME_DAY = ((2024 - 1980) << 9) | (1 << 5) | 1;

/** Writes a ZIP archive (APPNOTE 6.3), hostile ones included, for tests of the reader. */
export function writeZip(entries: readonly WrittenEntry[]): Buffer {
	const locals: Buffer[] = [];
	const directory: Buffer[] = [];
	const offsets: number[] = [];
	let offset = 0;
	for (const entry of entries) {
		const fields = fieldsOf(entry);
		const local = Buffer.concat([
			record("504b0304", fields.shared, fields.lengths),
			fields.name,
			fields.packed,
		]);
		const start = entry.sameBytesAs === undefined ? offset : (offsets[entry.sameBytesAs] ?? 0);
		offsets.push(start);
		directory.push(directoryRecord(entry, fields, start));
		if (entry.sameBytesAs !== undefined) continue;
		locals.push(local);
		offset += local.length;
	}
	return Buffer.concat([
		...locals,
		...directory,
		endRecord(entries.length, Buffer.concat(directory).length, offset),
	]);
}

function fieldsOf(entry: WrittenEntry) {
	const content = Buffer.from(entry.content ?? "");
	const method = entry.method ?? 8;
	const packed = method === 8 ? deflateRawSync(content) : content;
	const name = Buffer.from(entry.name);
	const { claimed = {} } = entry;
	const shared = Buffer.alloc(22);
	shared.writeUInt16LE(20, 0);
	shared.writeUInt16LE(UTF8_NAME | (claimed.flags ?? 0), 2);
	shared.writeUInt16LE(method, 4);
	shared.writeUInt16LE(entry.dosTime ?? 0, 6);
	shared.writeUInt16LE(entry.dosDate ?? SOME_DAY, 8);
	shared.writeUInt32LE(claimed.crc ?? crc32(content), 10);
	shared.writeUInt32LE(claimed.packedBytes ?? packed.length, 14);
	shared.writeUInt32LE(claimed.sizeBytes ?? content.length, 18);
	const lengths = Buffer.alloc(4);
	lengths.writeUInt16LE(name.length, 0);
	return { shared, lengths, name, packed };
}

function directoryRecord(entry: WrittenEntry, fields: ReturnType<typeof fieldsOf>, start: number): Buffer {
	const madeBy = Buffer.alloc(2);
	madeBy.writeUInt16LE(MADE_ON_UNIX);
	const rest = Buffer.alloc(14);
	rest.writeUInt32LE(((entry.unixMode ?? 0) << 16) >>> 0, 6);
	rest.writeUInt32LE(start, 10);
	return Buffer.concat([record("504b0102", madeBy, fields.shared, fields.lengths, rest), fields.name]);
}

function endRecord(count: number, directoryBytes: number, directoryStart: number): Buffer {
	const end = Buffer.alloc(18);
	end.writeUInt16LE(count, 4);
	end.writeUInt16LE(count, 6);
	end.writeUInt32LE(directoryBytes, 8);
	end.writeUInt32LE(directoryStart, 12);
	return record("504b0506", end);
}

function record(signature: string, ...parts: Buffer[]): Buffer {
	return Buffer.concat([Buffer.from(signature, "hex"), ...parts]);
}
