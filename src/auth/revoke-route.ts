import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../platform/db/database.ts";
import { answerFor, storedAnswer } from "../platform/idempotency/claim.ts";
import { bodyHash, idempotencyKey, REPLAY_MS } from "../platform/idempotency/key.ts";
import { replay } from "../platform/idempotency/replay.ts";
import { type Caller, callerOf } from "./bearer.ts";
import { unauthenticated } from "./errors.ts";
import { type Revocation, type RevokedTokens, revokeToken } from "./revoked-tokens.ts";

interface RevokeParts {
	readonly db: Database;
	readonly revoked: RevokedTokens;
}

/** `POST /auth/revoke`: ends the caller's access token (decision 13). The body is not looked at. */
export function revokeRoute(parts: RevokeParts) {
	return async (app: FastifyInstance): Promise<void> => {
		const config = { revokedTokenMayReplay: true };
		app.post("/auth/revoke", { config }, async (request, reply) => {
			const caller = callerOf(request);
			const key = idempotencyKey(request);
			if (caller.tokenRevoked) return replayRevocation(parts, request, reply, caller, key);
			const kept = await parts.db.write(revokeToken, revocation(request, caller, key));
			if (kept) {
				replay(request, reply, answerFor(kept, bodyHash(caller.claims.jti)));
				return reply.send();
			}
			parts.revoked.learn(caller.claims.jti);
			return reply.code(204).send();
		});
	};
}

/** The token that this very key revoked gets its answer again; any other dead token is dead. */
async function replayRevocation(
	{ db }: RevokeParts,
	request: FastifyRequest,
	reply: FastifyReply,
	caller: Caller,
	key: string | undefined,
): Promise<FastifyReply> {
	const name = claimName(request, caller, key ?? "");
	const kept = key === undefined ? undefined : await storedAnswer(db.read, name, request.arrivedAtMs);
	if (!kept) throw unauthenticated();
	replay(request, reply, answerFor(kept, bodyHash(caller.claims.jti)));
	return reply.send();
}

function revocation(request: FastifyRequest, caller: Caller, key: string | undefined): Revocation {
	const { claims } = caller;
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
			...claimName(request, caller, key),
			bodyHash: bodyHash(claims.jti),
			status: 204,
			requestId: request.id,
			head: "",
			tail: "",
			expiresAtMs: request.arrivedAtMs + REPLAY_MS,
		},
	};
}

function claimName(request: FastifyRequest, caller: Caller, key: string) {
	const { method } = request;
	return { clientId: caller.claims.clientId, method, route: request.routeOptions.url ?? "", key };
}
