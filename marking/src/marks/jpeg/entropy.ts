/** Entropy-coded data without stuffed zeros and restart markers, and the position of each of its bytes in the file. */
export interface EntropyData {
	/** Followed by a few zero bytes, so that reading ahead stays within bounds. */
	bytes: Uint8Array;
	/** File offset of each byte. */
	origin: Uint32Array;
	/** Index of the first byte of every restart segment, and the end of the last. */
	segments: number[];
	/** File offset of the marker that ends the scan. */
	end: number;
}

const readAhead = 4;

/** Extracts the entropy-coded data of a scan (ITU-T T.81, B.1.1.5 and F.1.2.3), up to the first marker that is not a restart. */
export function readEntropyData(jpeg: Uint8Array, scanStart: number): EntropyData {
	const bytes = new Uint8Array(jpeg.length - scanStart + readAhead);
	const origin = new Uint32Array(bytes.length);
	const segments = [0];
	let count = 0;
	let at = scanStart;
	while (at < jpeg.length) {
		const byte = jpeg[at] ?? 0;
		if (byte === 0xff) {
			const next = jpeg[at + 1] ?? 0xd9;
			if (next === 0xff) {
				at++;
				continue;
			}
			if (next >= 0xd0 && next <= 0xd7) {
				segments.push(count);
				at += 2;
				continue;
			}
			if (next !== 0) break;
		}
		bytes[count] = byte;
		origin[count] = at;
		count++;
		at += byte === 0xff ? 2 : 1;
	}
	segments.push(count);
	return {
		bytes: bytes.subarray(0, count + readAhead),
		origin: origin.subarray(0, count),
		segments,
		end: at,
	};
}
