import { randomBytes } from "node:crypto";

const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";

/** Random bytes are fetched in blocks: one system call for many ids. */
const PAGE_BYTES = 4096;
let page = Buffer.alloc(0);
let used = 0;

function randomPage(count: number): Buffer {
	if (used + count > page.length) {
		page = randomBytes(PAGE_BYTES);
		used = 0;
	}
	used += count;
	return page.subarray(used - count, used);
}

/** Number of characters of a ULID that are its time. */
export const ULID_TIME_LENGTH = 10;

/** A ULID (github.com/ulid/spec): 48 bits of time, 80 random bits, 26 characters that sort by time. */
export function ulid(nowMs: number): string {
	return timePart(nowMs) + base32(randomPage(10), CROCKFORD);
}

/** `req_` and a ULID: the id of one request (SPEC D7). */
export function requestId(nowMs: number): string {
	return `req_${ulid(nowMs)}`;
}

/** A random text of lower-case base32 characters, five bits each. */
export function randomBase32(length: number): string {
	return base32(randomBytes(Math.ceil((length * 5) / 8)), BASE32).slice(0, length);
}

/** A secret of 33 random bytes: 44 characters of base64url (SPEC D9). Never starts with a dash, which programs would take for an option. */
export function secretToken(): string {
	const token = randomBytes(33).toString("base64url");
	return token.startsWith("-") ? secretToken() : token;
}

let lastTimeMs = -1;
let lastTimePart = "";

function timePart(nowMs: number): string {
	if (nowMs === lastTimeMs) return lastTimePart;
	let text = "";
	let rest = nowMs;
	for (let place = 0; place < ULID_TIME_LENGTH; place++) {
		text = CROCKFORD[rest % 32] + text;
		rest = Math.floor(rest / 32);
	}
	lastTimeMs = nowMs;
	lastTimePart = text;
	return text;
}

/** Five bits per character, most significant first; leftover bits are dropped. */
function base32(bytes: Uint8Array, alphabet: string): string {
	let text = "";
	let bits = 0;
	let buffer = 0;
	for (const byte of bytes) {
		buffer = ((buffer << 8) | byte) & 0xfff;
		bits += 8;
		while (bits >= 5) {
			bits -= 5;
			text += alphabet[(buffer >> bits) & 31];
		}
	}
	return text;
}

/** When the request with an id arrived, milliseconds since 1970; `undefined` for a text that is not a request id. */
export function timeOfRequestId(id: string): number | undefined {
	return id.startsWith("req_") ? timeOfUlid(id.slice(4)) : undefined;
}

/** When a ULID was created, milliseconds since 1970; `undefined` for a text that is not one. */
export function timeOfUlid(id: string): number | undefined {
	if (!/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/.test(id)) return undefined;
	return [...id.slice(0, ULID_TIME_LENGTH)].reduce(
		(timeMs, digit) => timeMs * 32 + CROCKFORD.indexOf(digit),
		0,
	);
}
