/** A fresh `Idempotency-Key`: 160 random bits, so that no two calls ever share one. */
export function newIdempotencyKey(): string {
	return randomHex(20);
}

export function randomHex(bytes: number): string {
	const random = crypto.getRandomValues(new Uint8Array(bytes));
	return Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
