import type { FastifyRequest } from "fastify";
import type { ApiRoute } from "../../api/api-route.ts";
import { answerFor, type ClaimKey, storedAnswer } from "../../api/idempotency/claim.ts";
import { bodyHash, idempotencyKey, REPLAY_MS } from "../../api/idempotency/key.ts";
import { replay } from "../../api/idempotency/replay.ts";
import type { Database } from "../../platform/db/database.ts";
import type { AccessClaims } from "./access-token.ts";
import { callerOf } from "./bearer.ts";
import { type Revocation, type RevokedTokens, revokeToken } from "./revoked-tokens.ts";

interface RevokeParts {
	readonly db: Database;
	readonly revoked: RevokedTokens;
}

/** `POST /auth/revoke`: revokes the caller's access token (SPEC D13). The body is ignored. */
export const postRevoke: ApiRoute<RevokeParts> = {
	id: "revokeToken",
	tag: "Authentication",
	summary: "Revoke the access token of this request",
	description: "The request body is ignored. The client stays active and may sign in again.",
	access: "bearer",
	idempotent: true,
	answerText: "The token is revoked.",
	errors: ["bad_request"],
	handle: ({ db, revoked }) => ({
		config: {
			revokedTokenMayReplay: (request, claims) => wasRevokedBySameKey(db, request, claims),
		},
		async handler(request, reply) {
			const { claims } = callerOf(request);
			const stored = await db.write(revokeToken, revocation(request, claims, idempotencyKey(request)));
			if (stored) {
				replay(request, reply, answerFor(stored, bodyHash(claims.jti)));
				return reply.send();
			}
			revoked.learn(claims.jti);
			return reply.code(204).send();
		},
	}),
};

/** A retry with the token that was revoked under this key is replayed; any other revoked token is rejected. */
async function wasRevokedBySameKey(
	db: Database,
	request: FastifyRequest,
	claims: AccessClaims,
): Promise<boolean> {
	const key = request.headers["idempotency-key"];
	if (typeof key !== "string") return false;
	const stored = await storedAnswer(db.read, claimName(request, claims, key), request.arrivedAtMs);
	return stored?.bodyHash === bodyHash(claims.jti);
}

function revocation(request: FastifyRequest, claims: AccessClaims, key: string | undefined): Revocation {
	const base = {
		jti: claims.jti,
		clientId: claims.clientId,
		nowMs: request.arrivedAtMs,
		expiresAtMs: claims.expiresAtSeconds * 1000,
	};
	if (key === undefined) return base;
	return {
		...base,
		claim: {
			...claimName(request, claims, key),
			bodyHash: bodyHash(claims.jti),
			status: 204,
			requestId: request.id,
			head: "",
			tail: "",
			expiresAtMs: request.arrivedAtMs + REPLAY_MS,
		},
	};
}

function claimName(request: FastifyRequest, claims: AccessClaims, key: string): ClaimKey {
	const { method } = request;
	return { clientId: claims.clientId, method, route: request.routeOptions.url ?? "", key };
}
