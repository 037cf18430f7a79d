import { hash } from "node:crypto";

/** The block and the digest of SHA-256, in bytes. */
const BLOCK = 64;
const DIGEST = 32;

/** A key spread over the two blocks that RFC 2104 puts before what is hashed. */
interface Pads {
	readonly inner: Buffer;
	/** Followed by room for a digest. */
	readonly outer: Buffer;
}

const padsOfKeys = new WeakMap<Uint8Array, Pads>();

/**
 * HMAC-SHA-256 (RFC 2104) of a text, in base64url. `createHmac` makes an object for each text that the collector has to finalise, which
 * costs several times what the hashing does; what depends on the key alone is kept as long as the key is.
 * @param key at most 64 bytes; throws `RangeError` for more
 */
export function textHmac(key: Uint8Array, text: string): string {
	const { inner, outer } = padsOf(key);
	const message = Buffer.allocUnsafe(BLOCK + Buffer.byteLength(text));
	message.set(inner);
	message.write(text, BLOCK);
	hash("sha256", message, "buffer").copy(outer, BLOCK);
	return hash("sha256", outer, "base64url");
}

function padsOf(key: Uint8Array): Pads {
	const known = padsOfKeys.get(key);
	if (known) return known;
	if (key.length > BLOCK) throw new RangeError("a key has at most 64 bytes");
	const padded = (pad: number) => Buffer.alloc(BLOCK, pad).map((byte, at) => byte ^ (key[at] ?? 0));
	const pads = {
		inner: Buffer.from(padded(0x36)),
		outer: Buffer.concat([padded(0x5c), Buffer.alloc(DIGEST)]),
	};
	padsOfKeys.set(key, pads);
	return pads;
}
