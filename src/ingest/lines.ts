import { isUtf8 } from "node:buffer";

/** The longest line accepted, in bytes: far above any real product, far below what would strain memory. */
export const MAX_LINE_BYTES = 2 ** 20;

/** A line of a text file, counted from 1, or the reason why it could not be read. */
export type TextLine = { line: number; text: string } | { line: number; reason: string };

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * The lines of a UTF-8 text that arrives in chunks of any size. Lines end in LF or CRLF; a byte order mark
 * is dropped. A line that is too long or not UTF-8 is refused on its own, and the next one is read as usual.
 */
export async function* readLines(
	chunks: AsyncIterable<Uint8Array>,
	maxLineBytes: number = MAX_LINE_BYTES,
): AsyncGenerator<TextLine> {
	let line = 0;
	let pending: Buffer[] = [];
	let pendingBytes = 0;

	const keep = (part: Buffer) => {
		pendingBytes += part.length;
		// A line that is too long will be rejected, so it need not be buffered.
		if (pendingBytes > maxLineBytes) pending = [];
		else pending.push(part);
	};
	const finish = (): TextLine => {
		line++;
		const tooLong = pendingBytes > maxLineBytes;
		const bytes = pending.length === 1 ? pending[0] : Buffer.concat(pending);
		pending = [];
		pendingBytes = 0;
		if (tooLong) return { line, reason: `the line is longer than ${maxLineBytes} bytes` };
		return decodeLine(bytes ?? Buffer.alloc(0), line);
	};

	for await (const chunk of chunks) {
		const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
		let start = 0;
		for (let end = bytes.indexOf(LINE_FEED); end !== -1; end = bytes.indexOf(LINE_FEED, start)) {
			keep(bytes.subarray(start, end));
			start = end + 1;
			yield finish();
		}
		if (start < bytes.length) keep(bytes.subarray(start));
	}
	if (pendingBytes > 0) yield finish();
}

function decodeLine(bytes: Buffer, line: number): TextLine {
	const start =
		line === 1 && bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK)
			? BYTE_ORDER_MARK.length
			: 0;
	const end = bytes[bytes.length - 1] === CARRIAGE_RETURN ? bytes.length - 1 : bytes.length;
	const content = bytes.subarray(start, end);
	if (!isUtf8(content)) return { line, reason: "the line is not valid UTF-8" };
	return { line, text: content.toString("utf8") };
}
