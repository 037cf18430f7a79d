/** Lengths in bytes of a PNG's signature and of the data of its first chunk. */
export const SIGNATURE_LENGTH = 8;
export const IHDR_LENGTH = 13;

/** Bytes `start` to `end - 1` of a file. */
export type Range = { start: number; end: number };

/** The chunks of a PNG with their four-letter types, up to the first that does not fit into the file. */
export function* chunks(file: Buffer): Generator<Range & { type: string }> {
	let start = SIGNATURE_LENGTH;
	while (start + 12 <= file.length) {
		const end = start + 12 + file.readUInt32BE(start);
		if (end > file.length) return;
		yield { type: file.toString("latin1", start + 4, start + 8), start, end };
		start = end;
	}
}

/** Adds a range to those that are kept. Adjacent ranges are merged: a file may contain millions of chunks. */
export function keep(kept: Range[], start: number, end: number): void {
	const last = kept.at(-1);
	if (last?.end === start) last.end = end;
	else kept.push({ start, end });
}

/** The bytes of the ranges, concatenated. */
export function joined(file: Buffer, kept: Range[]): Uint8Array {
	return kept.length === 1
		? file.subarray(0, kept[0]?.end)
		: Buffer.concat(kept.map(({ start, end }) => file.subarray(start, end)));
}
