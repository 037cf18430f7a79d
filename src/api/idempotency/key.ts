import { hash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { badRequest } from "../../platform/http/http-error.ts";
import { DAY_MS } from "../../platform/time/durations.ts";

/** How long an answer is stored for replay (SPEC 4.5). */
export const REPLAY_MS = DAY_MS;

/** The request's `Idempotency-Key`, if it has one. @throws HttpError 400 when it does not have the form of SPEC 4.5. */
export function idempotencyKey(request: FastifyRequest): string | undefined {
	const key = request.headers["idempotency-key"];
	if (key === undefined) return undefined;
	if (typeof key === "string" && /^[A-Za-z0-9._~-]{20,255}$/.test(key)) return key;
	throw badRequest("Idempotency-Key must be 20 to 255 characters from A-Z a-z 0-9 . _ ~ -.");
}

/** "Same body" means the same bytes (SPEC D23). */
export function bodyHash(bytes: Uint8Array | string): string {
	return hash("sha256", bytes, "base64url");
}
