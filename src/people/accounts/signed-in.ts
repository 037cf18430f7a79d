import type { FastifyRequest } from "fastify";
import type { Member } from "../../pages/call.ts";
import { csrfToken } from "../../pages/guard.ts";
import type { portalSettings } from "../../pages/settings.ts";
import type { Database } from "../../platform/db/database.ts";
import { type KeyPair, storedHashes } from "../../platform/secrets.ts";
import type { SettingsOf } from "../../platform/settings.ts";
import { MINUTE_MS } from "../../platform/time/durations.ts";
import { actingFor } from "../members/memberships.ts";
import { findSession, touchSession } from "./sessions.ts";

interface SignedInParts {
	readonly db: Database;
	readonly hashKeys: KeyPair;
	readonly settings: Pick<SettingsOf<typeof portalSettings>, "sessionIdleMinutes">;
}

/** Finds whose session a token is, and for which account they act; `undefined` once it has ended. */
export function createSessionLookup({ db, hashKeys, settings }: SignedInParts) {
	return async (request: FastifyRequest, token: string): Promise<Member | undefined> => {
		const found = await findSession(db.read, storedHashes(token, hashKeys));
		if (!found || found.account.disabled_at !== null) return undefined;
		const { session } = found;
		const nowMs = request.arrivedAtMs;
		const idleMs = settings.sessionIdleMinutes * MINUTE_MS;
		if (nowMs >= session.expires_at || nowMs >= session.last_seen_at + idleMs) return undefined;
		if (nowMs >= session.last_seen_at + MINUTE_MS) touch(db, request, session.session_hash);
		const acting = await actingFor(db.read, found);
		return { ...found, ...acting, csrfToken: csrfToken(token, hashKeys)[0] };
	};
}

/** Not awaited: a missed update of the last-used time costs nothing. */
function touch(db: Database, request: FastifyRequest, sessionHash: string): void {
	const seen = { sessionHash, address: request.clientAddress, nowMs: request.arrivedAtMs };
	db.write(touchSession, seen).catch((fault) =>
		request.log.warn({ err: fault, reqId: request.id }, "the use of a session could not be recorded"),
	);
}
