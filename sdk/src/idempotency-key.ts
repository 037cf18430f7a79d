/** A fresh `Idempotency-Key`: 160 random bits, so that no two calls ever share one. */
export function newIdempotencyKey(): string {
	const random = crypto.getRandomValues(new Uint8Array(20));
	return Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
