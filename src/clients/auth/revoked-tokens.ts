import { type AnswerClaim, claimKey, type StoredAnswer } from "../../api/idempotency/claim.ts";
import { command } from "../../platform/db/command.ts";
import type { Database } from "../../platform/db/database.ts";
import { createLruCache } from "../../platform/recently-used.ts";
import type { Clock } from "../../platform/time/clock.ts";

/** How long "not revoked" may be cached (SPEC D14). */
const FRESH_MS = 4000;
const CACHED_TOKENS = 20_000;

export interface Revocation {
	readonly jti: string;
	readonly clientId: string;
	readonly nowMs: number;
	readonly expiresAtMs: number;
	/** Present if the request carried an `Idempotency-Key`. */
	readonly claim?: AnswerClaim;
}

/** Revokes an access token and stores the answer under its idempotency key. @returns what is already stored there: then nothing is revoked. */
export const revokeToken = command<Revocation, StoredAnswer | undefined>(
	"auth.revoke_token",
	async (tx, { jti, clientId, nowMs, expiresAtMs, claim }) => {
		const stored = claim && (await claimKey(tx, claim, nowMs));
		if (stored) return stored;
		await tx
			.insertInto("revoked_token")
			.values({ jti, client_id: clientId, revoked_at: nowMs, expires_at: expiresAtMs })
			.onConflict((on) => on.column("jti").doNothing())
			.execute();
		return undefined;
	},
);

export type RevokedTokens = ReturnType<typeof createRevokedTokens>;

/** Which access tokens have been revoked. A positive result is cached forever, a negative one for a few seconds. */
export function createRevokedTokens(db: Database, clock: Clock) {
	const cached = createLruCache<{ revoked: boolean; readAtMs: number }>(CACHED_TOKENS);
	const findRow = db.pointRead(
		db.read.selectFrom("revoked_token").select("jti").where("jti", "=", "").compile(),
	);
	function known(jti: string): boolean | undefined {
		const entry = cached.get(jti);
		if (!entry) return undefined;
		return entry.revoked || (Math.abs(clock.now() - entry.readAtMs) < FRESH_MS ? false : undefined);
	}
	return {
		/** The cached answer, without asking the database; `undefined` if there is none. */
		known,
		async has(jti: string) {
			const now = clock.now();
			const cachedAnswer = known(jti);
			if (cachedAnswer !== undefined) return cachedAnswer;
			const revoked = (await findRow(jti)) !== undefined;
			// It may have been revoked here while the database was being read.
			if (!revoked && cached.get(jti)?.revoked) return true;
			cached.set(jti, { revoked, readAtMs: now });
			return revoked;
		},
		/** To be called when this node revokes a token, so that it takes effect here at once. */
		learn: (jti: string) => cached.set(jti, { revoked: true, readAtMs: clock.now() }),
	};
}
