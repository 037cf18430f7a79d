import { newIdempotencyKey } from "../api/idempotency-key.ts";

const PLACE = "packshot-order-key";

interface Remembered {
	readonly what: string;
	readonly key: string;
}

/**
 * The idempotency key of an order: it stays the same for the same order until that is known to be bought. It is stored across reloads and shared by tabs, so
 * that
 * repeating a click after a lost response, after a reload or in another tab does not pay twice.
 * @param what the whole order, and who pays.
 */
export function orderKey(what: string): string {
	const remembered = read();
	if (remembered?.what === what) return remembered.key;
	const key = newIdempotencyKey();
	localStorage.setItem(PLACE, JSON.stringify({ what, key } satisfies Remembered));
	return key;
}

/** To be called once an order is bought: the same content is a new order from now on. */
export function forgetOrderKey(): void {
	localStorage.removeItem(PLACE);
}

function read(): Remembered | undefined {
	try {
		return JSON.parse(localStorage.getItem(PLACE) ?? "null") ?? undefined;
	} catch {
		return undefined;
	}
}
