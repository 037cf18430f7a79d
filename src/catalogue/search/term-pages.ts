import type { TermRange } from "./terms.ts";

/** Set of places of products in a pack, one bit each. */
export type Places = Uint32Array;

/** Consecutive terms with their places, as one row of `text_page`. */
export interface TermPage {
	readonly firstTerm: string;
	readonly content: Uint8Array;
}

/** Size of places and terms in bytes after which the next page begins. */
const PAGE_BYTES = 4096;
/** A place takes two bytes. */
export const MOST_PLACES = 65_536;

/** A term with its places, or with a text. */
interface TermBytes {
	readonly term: string;
	readonly bytes: Uint8Array;
}

/**
 * Writes terms in order. A page consists of the length of its head in four bytes, the head (a JSON list of each term and the size of its bytes), and
 * these bytes.
 */
export function writePages(terms: readonly TermBytes[]): TermPage[] {
	const pages: TermPage[] = [];
	let page: TermBytes[] = [];
	let size = 0;
	const close = () => {
		const [first] = page;
		if (first) pages.push({ firstTerm: first.term, content: pageContent(page) });
		page = [];
		size = 0;
	};
	for (const each of terms) {
		const added = each.bytes.length + each.term.length;
		if (size + added > PAGE_BYTES) close();
		page.push(each);
		size += added;
	}
	close();
	return pages;
}

/** A list of two-byte numbers, or one bit for each place of the pack if that is shorter. */
export function placesBytes(places: readonly number[], products: number): Uint8Array {
	const bits = noPlaces(products);
	if (2 * places.length < bits.byteLength) return littleEndian(Uint16Array.from(places));
	for (const place of places) addPlace(bits, place);
	return littleEndian(bits);
}

function pageContent(page: readonly TermBytes[]): Uint8Array {
	const head = Buffer.from(JSON.stringify(page.flatMap(({ term, bytes }) => [term, bytes.length])));
	const length = Buffer.alloc(4);
	length.writeUInt32LE(head.length);
	return Buffer.concat([length, head, ...page.map(({ bytes }) => bytes)]);
}

/** Adds the places of a page's terms within a range. @throws RangeError or SyntaxError if the page is damaged. */
export function addPlacesOf(page: Uint8Array, range: TermRange, places: Places): void {
	for (const { bytes } of termsOn(page, range)) forBytes(bytes, places, (place) => addPlace(places, place));
}

/** The terms of a page within a range, with the number of a pack's products that have each. */
export function countsOn(page: Uint8Array, range: TermRange, products: number): [string, number][] {
	return termsOn(page, range).map(({ term, bytes }) => {
		const places = noPlaces(products);
		forBytes(bytes, places, (place) => addPlace(places, place));
		return [term, countPlaces(places)];
	});
}

/** The texts of a page's terms within a range. */
export function textsOf(page: Uint8Array, range: TermRange): string[] {
	return termsOn(page, range).map(({ bytes }) => Buffer.from(bytes).toString());
}

function termsOn(page: Uint8Array, { from, to }: TermRange): TermBytes[] {
	const bytes = Buffer.from(page.buffer, page.byteOffset, page.byteLength);
	let start = 4 + bytes.readUInt32LE();
	const head: (string | number)[] = JSON.parse(bytes.toString("utf8", 4, start));
	const terms = [];
	for (let at = 0; at < head.length; at += 2) {
		const term = String(head[at]);
		const end = start + Number(head[at + 1]);
		if (end > bytes.length) throw new RangeError("a page of terms is cut off");
		if (term >= from && term <= to) terms.push({ term, bytes: bytes.subarray(start, end) });
		start = end;
	}
	return terms;
}

/** Bitmaps are combined directly; listed numbers are passed one by one. */
function forBytes(bytes: Uint8Array, places: Places, add: (place: number) => void): void {
	if (bytes.length % (bytes.length < places.byteLength ? 2 : 4) !== 0)
		throw new RangeError("places on a page of terms are cut off");
	const { buffer, byteOffset, byteLength } = bytes.byteOffset % 4 === 0 ? bytes : new Uint8Array(bytes);
	if (byteLength < places.byteLength)
		for (const place of new Uint16Array(buffer, byteOffset, byteLength / 2)) add(place);
	else joinPlaces(places, new Uint32Array(buffer, byteOffset, byteLength / 4));
}

/** Assumes a little-endian processor for writing and reading. */
function littleEndian(numbers: Uint16Array | Uint32Array): Uint8Array {
	return new Uint8Array(numbers.buffer);
}

export function noPlaces(products: number): Places {
	return new Uint32Array(Math.ceil(products / 32));
}

/** @throws RangeError for a place that does not exist in the pack. */
function addPlace(places: Places, place: number): void {
	const word = place >>> 5;
	if (word >= places.length)
		throw new RangeError("a page of terms names a place that its pack does not have");
	places[word] = (places[word] as number) | (1 << (place & 31));
}

export function joinPlaces(places: Places, others: Places): void {
	for (let word = 0; word < places.length; word++)
		places[word] = (places[word] as number) | (others[word] as number);
}

/** Removes the places that are not also in `others`. */
export function intersectPlaces(places: Places, others: Places): void {
	for (let word = 0; word < places.length; word++)
		places[word] = (places[word] as number) & (others[word] as number);
}

/** Removes the places that are also in `others`. */
export function subtractPlaces(places: Places, others: Places): void {
	for (let word = 0; word < places.length; word++)
		places[word] = (places[word] as number) & ~(others[word] as number);
}

export function countPlaces(places: Places): number {
	let count = 0;
	for (const bits of places) {
		// Sums of two, four and eight neighbouring bits, then of the four bytes.
		const pairs = bits - ((bits >>> 1) & 0x55555555);
		const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
		count += Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
	}
	return count;
}

/** Up to `most` places in ascending order, starting from `from`. */
export function placesFrom(places: Places, from: number, most: number): number[] {
	const found: number[] = [];
	for (let place = from; place < 32 * places.length && found.length < most; place++) {
		const bits = places[place >>> 5] as number;
		if (bits === 0)
			place |= 31; // none of these 32
		else if (bits & (1 << (place & 31))) found.push(place);
	}
	return found;
}
