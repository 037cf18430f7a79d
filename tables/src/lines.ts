import { joined } from "./chunks.ts";

/** The longest line accepted, in bytes: far above any real product, far below what would strain memory. */
export const MAX_LINE_BYTES: number = 2 ** 20;

/** A line of a text file, counted from 1, or the reason why it could not be read. */
export type TextLine = { line: number; text: string } | { line: number; reason: string };

export const LINE_FEED = 0x0a;
export const CARRIAGE_RETURN = 0x0d;
const BYTE_ORDER_MARK = "\uFEFF";

interface LineOptions {
	readonly maxLineBytes?: number;
	/** The byte that ends a line. After a line feed's line, a carriage return before it is dropped as well. */
	readonly end?: typeof LINE_FEED | typeof CARRIAGE_RETURN;
	/** What the text was decoded from, in words. */
	readonly encoding?: () => string;
}

/**
 * The lines of a UTF-8 text that arrives in chunks of any size. Lines end in LF or CRLF; a byte order mark
 * is dropped. A line that is too long or not UTF-8 is refused on its own, and the next one is read as usual.
 */
export async function* readLines(
	chunks: AsyncIterable<Uint8Array>,
	options?: LineOptions,
): AsyncGenerator<TextLine> {
	for await (const block of readLineBlocks(chunks, options)) for (const line of block) yield line;
}

/** The same, in lists of the lines that a chunk completes. */
export async function* readLineBlocks(
	chunks: AsyncIterable<Uint8Array>,
	{ maxLineBytes = MAX_LINE_BYTES, end = LINE_FEED, encoding = () => "UTF-8" }: LineOptions = {},
): AsyncGenerator<TextLine[]> {
	const decode = lineDecoder(maxLineBytes, end, encoding);
	let pending: Uint8Array[] = [];
	let pendingBytes = 0;
	const keep = (part: Uint8Array) => {
		pendingBytes += part.length;
		// A line that is too long will be refused, so it need not be kept.
		if (pendingBytes > maxLineBytes) pending = [];
		// The chunk's owner may use its memory again.
		else if (part.length > 0) pending.push(part.slice());
	};
	const begun = (rest: Uint8Array): TextLine[] => {
		keep(rest);
		const isTooLong = pendingBytes > maxLineBytes;
		const bytes = isTooLong ? undefined : joined(pending);
		pending = [];
		pendingBytes = 0;
		return decode(bytes);
	};
	for await (const chunk of chunks) {
		let start = 0;
		if (pendingBytes > 0) {
			const first = chunk.indexOf(end);
			if (first !== -1) {
				yield begun(chunk.subarray(0, first));
				start = first + 1;
			}
		}
		const last = chunk.lastIndexOf(end);
		if (last >= start) {
			yield decode(chunk.subarray(start, last));
			start = last + 1;
		}
		keep(chunk.subarray(start));
	}
	if (pendingBytes > 0) yield begun(new Uint8Array());
}

/** @returns the lines of bytes that end where a line ends, without its end; undefined bytes are those of one line that is too long. */
function lineDecoder(
	maxLineBytes: number,
	end: number,
	encoding: () => string,
): (bytes: Uint8Array | undefined) => TextLine[] {
	const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
	const separator = String.fromCharCode(end);
	let line = 0;
	const tooLong = (): TextLine => ({ line, reason: `the line is longer than ${maxLineBytes} bytes` });
	const lineOf = (text: string): TextLine => {
		line++;
		if (isLonger(text, maxLineBytes)) return tooLong();
		const hasMark = line === 1 && text.startsWith(BYTE_ORDER_MARK);
		const isCrLf = end === LINE_FEED && text.endsWith("\r");
		return { line, text: hasMark || isCrLf ? text.slice(hasMark ? 1 : 0, isCrLf ? -1 : undefined) : text };
	};
	const single = (bytes: Uint8Array): TextLine => {
		const text = decoded(utf8, bytes);
		if (text !== undefined) return lineOf(text);
		line++;
		return bytes.length > maxLineBytes ? tooLong() : { line, reason: `the line is not valid ${encoding()}` };
	};
	return (bytes) => {
		if (bytes === undefined) {
			line++;
			return [tooLong()];
		}
		const text = decoded(utf8, bytes);
		return text === undefined ? pieces(bytes, end).map(single) : text.split(separator).map(lineOf);
	};
}

function decoded(utf8: TextDecoder, bytes: Uint8Array): string | undefined {
	try {
		return utf8.decode(bytes);
	} catch {
		return undefined;
	}
}

/** Whether a text has more bytes than that; a character has at most three per unit. */
function isLonger(text: string, bytes: number): boolean {
	return text.length * 3 > bytes && new TextEncoder().encode(text).length > bytes;
}

function pieces(bytes: Uint8Array, end: number): Uint8Array[] {
	const found: Uint8Array[] = [];
	let start = 0;
	for (let at = bytes.indexOf(end); at !== -1; at = bytes.indexOf(end, start)) {
		found.push(bytes.subarray(start, at));
		start = at + 1;
	}
	return [...found, bytes.subarray(start)];
}
