import type { FastifyInstance } from "fastify";
import type { Database } from "../platform/db/database.ts";
import { callerOf } from "./bearer.ts";
import { type RevokedTokens, revokeToken } from "./revoked-tokens.ts";

/** `POST /auth/revoke`: ends the caller's access token (decision 13). The body is not looked at. */
export function revokeRoute({ db, revoked }: { readonly db: Database; readonly revoked: RevokedTokens }) {
	return async (app: FastifyInstance): Promise<void> => {
		app.post("/auth/revoke", async (request, reply) => {
			const { client, claims } = callerOf(request);
			await db.write(revokeToken, {
				jti: claims.jti,
				clientId: client.clientId,
				nowMs: request.arrivedAtMs,
				expiresAtMs: claims.expiresAtSeconds * 1000,
			});
			revoked.learn(claims.jti);
			return reply.code(204).send();
		});
	};
}
