import { peeked } from "./chunks.ts";
import { dosDecoder, dosEncoding } from "./dos-encodings.ts";
import { guessEncoding } from "./guess-encoding.ts";
import { UnreadableTable } from "./unreadable-table.ts";

/** How the bytes of a text stand for characters. */
export interface FoundEncoding {
	/** As the Encoding Standard names it: `utf-8`, `windows-1255`. */
	readonly name: string;
	/** Nothing in the file says so: another encoding would fit as well. */
	readonly isGuess: boolean;
}

/** A text as UTF-8. */
export interface DecodedText {
	readonly chunks: AsyncIterable<Uint8Array>;
	/** What it was decoded from, as far as it has been read: a file may be plain ASCII for its first thousand lines. */
	readonly encoding: () => FoundEncoding;
}

const UTF_8: FoundEncoding = { name: "utf-8", isGuess: false };

/** How much text after the first byte that is not ASCII decides. */
const DECIDING_BYTES = 2 ** 16;

/** What an encoding that cannot be told is called by, as a person would say it. */
const SAY_WHICH =
	"say which it is (--encoding), such as windows-1255, windows-1251, ibm866, koi8-r, cp862, cp850 or macintosh, or save it as UTF-8";

/** @throws UnreadableTable for a name that neither the Encoding Standard nor DOS knows. */
export function encodingNamed(name: string): FoundEncoding {
	const dos = dosEncoding(name);
	if (dos !== undefined) return { name: dos, isGuess: false };
	try {
		return { name: new TextDecoder(name).encoding, isGuess: false };
	} catch {
		throw new UnreadableTable(
			`cannot be read with the encoding "${name}", which is not known: use utf-8, utf-16le, windows-1255 or windows-1252, for example`,
		);
	}
}

interface DecodingOptions {
	readonly given?: FoundEncoding | undefined;
	/** Whether a text in an encoding that cannot be told is refused, rather than read in the likeliest. */
	readonly refusesDoubt?: boolean | undefined;
}

/**
 * Decodes a text. Without `given`, a byte order mark decides; then the pattern of UTF-16; then, at the first byte that is not ASCII, whether the
 * text from there on is UTF-8, and if it is not, in which of the usual encodings its letters make words.
 */
export async function decodeText(
	chunks: AsyncIterable<Uint8Array>,
	{ given, refusesDoubt = false }: DecodingOptions,
): Promise<DecodedText> {
	if (given) return { chunks: recoded(chunks, given.name), encoding: () => given };
	const beginning = await peeked(chunks, 4096);
	const early = markedEncoding(beginning.head) ?? unmarkedUtf16(beginning.head);
	if (early) return { chunks: recoded(beginning.chunks, early.name), encoding: () => early };
	let found = UTF_8;
	const find = (text: Uint8Array) => {
		found = legacyEncoding(text, refusesDoubt);
		return found;
	};
	return { chunks: decidedLater(beginning.chunks, find), encoding: () => found };
}

async function* decidedLater(
	chunks: AsyncIterable<Uint8Array>,
	find: (text: Uint8Array) => FoundEncoding,
): AsyncGenerator<Uint8Array> {
	const reader = chunks[Symbol.asyncIterator]();
	try {
		for (let next = await reader.next(); !next.done; next = await reader.next()) {
			const first = firstNotAscii(next.value);
			if (first === -1) {
				yield next.value;
				continue;
			}
			yield next.value.subarray(0, first);
			const rest = await peeked(following(next.value.subarray(first), reader), DECIDING_BYTES);
			yield* recoded(rest.chunks, find(rest.head).name);
			return;
		}
	} finally {
		await reader.return?.();
	}
}

function firstNotAscii(bytes: Uint8Array): number {
	for (let at = 0; at < bytes.length; at++) if ((bytes[at] ?? 0) > 0x7f) return at;
	return -1;
}

async function* following(first: Uint8Array, reader: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
	yield first;
	for (let next = await reader.next(); !next.done; next = await reader.next()) yield next.value;
}

function markedEncoding(head: Uint8Array): FoundEncoding | undefined {
	const begins = (...mark: readonly number[]) => mark.every((byte, at) => head[at] === byte);
	if (begins(0xff, 0xfe, 0, 0) || begins(0, 0, 0xfe, 0xff))
		throw new UnreadableTable("is UTF-32 text, which is not read: save it as UTF-8");
	if (begins(0xef, 0xbb, 0xbf)) return UTF_8;
	if (begins(0xff, 0xfe)) return { name: "utf-16le", isGuess: false };
	return begins(0xfe, 0xff) ? { name: "utf-16be", isGuess: false } : undefined;
}

/** UTF-16 without a mark: digits, delimiters and line ends have a zero byte on one side, and hardly any on the other. */
function unmarkedUtf16(head: Uint8Array): FoundEncoding | undefined {
	const zeros = [0, 0];
	for (const [at, byte] of head.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
	const [even = 0, odd = 0] = zeros;
	const many = head.length / 10;
	if (odd > many && even < odd / 10) return { name: "utf-16le", isGuess: true };
	return even > many && odd < even / 10 ? { name: "utf-16be", isGuess: true } : undefined;
}

/** Those that are guessed. Of two that are equally likely, the first is taken. */
const USUAL = ["windows-1252", "windows-1255", "windows-1251", "cp862", "ibm866", "koi8-r", "koi8-u"];

/** @param text begins with a byte that is not ASCII. @throws UnreadableTable if it could be in none of the usual encodings, unless any will do */
function legacyEncoding(text: Uint8Array, refusesDoubt: boolean): FoundEncoding {
	const { whole, broken } = utf8Sequences(text);
	// Other encodings look like UTF-8 by accident only. A few wrong bytes in a UTF-8 file cost their lines.
	if (whole > broken) return UTF_8;
	const guess = guessEncoding(USUAL.map((name) => ({ name, text: textDecoder(name)(text) })));
	if (refusesDoubt && !guess?.isLikely)
		throw new UnreadableTable(`is text in an encoding that its letters do not tell: ${SAY_WHICH}`);
	return { name: guess?.name ?? "windows-1252", isGuess: true };
}

/** How many sequences of bytes that are not ASCII are characters of UTF-8, and how many are not. One cut off at the end does not count. */
function utf8Sequences(text: Uint8Array): { readonly whole: number; readonly broken: number } {
	let whole = 0;
	let broken = 0;
	for (let at = 0; at < text.length; at++) {
		const byte = text[at] ?? 0;
		if (byte < 0x80) continue;
		const more =
			byte >= 0xf0 && byte <= 0xf4
				? 3
				: byte >= 0xe0 && byte < 0xf0
					? 2
					: byte >= 0xc2 && byte < 0xe0
						? 1
						: 0;
		if (at + more >= text.length) break;
		const isWhole = more > 0 && text.subarray(at + 1, at + 1 + more).every((next) => (next & 0xc0) === 0x80);
		if (isWhole) at += more;
		if (isWhole) whole++;
		else broken++;
	}
	return { whole, broken };
}

/** No byte of UTF-8: a line with one is refused by its number. */
const NO_CHARACTER = Uint8Array.of(0xff);

async function* recoded(chunks: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<Uint8Array> {
	if (encoding === "utf-8") {
		yield* chunks;
		return;
	}
	const decode = textDecoder(encoding);
	for await (const chunk of chunks) yield* encoded(decode(chunk, true));
	yield* encoded(decode(new Uint8Array()));
}

/** A text as UTF-8, without the characters that decoders put for bytes that are none. */
function* encoded(text: string): Generator<Uint8Array> {
	const encoder = new TextEncoder();
	for (const [at, piece] of text.split(/[\x80-\x9f\uFFFD]/).entries()) {
		if (at > 0) yield NO_CHARACTER;
		yield encoder.encode(piece);
	}
}

/** A function that decodes the bytes of an encoding, which may be one of DOS. */
export function textDecoder(encoding: string): (bytes: Uint8Array, isMoreToCome?: boolean) => string {
	const dos = dosDecoder(encoding);
	if (dos) return dos;
	const decoder = new TextDecoder(encoding);
	const finish = encoding === "windows-1252" ? withPunctuation : (text: string) => text;
	return (bytes, isMoreToCome = false) => finish(decoder.decode(bytes, { stream: isMoreToCome }));
}

/** The bytes 0x80 to 0x9F of Windows-1252, which some versions of Node.js decode as ISO-8859-1 does. */
const PUNCTUATION = "€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ";

function withPunctuation(text: string): string {
	return text.replace(/[\x80-\x9f]/g, (one) => PUNCTUATION[one.charCodeAt(0) - 0x80] ?? one);
}
