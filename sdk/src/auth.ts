import { wireRequest } from "./call.ts";
import { isPackshotError } from "./errors.ts";
import { newIdempotencyKey } from "./idempotency-key.ts";
import { type Connection, callLimits, type IdempotentCallOptions } from "./options.ts";
import { sendWithRetries } from "./retries.ts";
import type { Session } from "./session.ts";

export interface Auth {
	/** Revokes the current access token, if any, and forgets it. The next call signs in again. */
	revoke(options?: IdempotentCallOptions): Promise<void>;
}

export function authApi(connection: Connection, session: Session): Auth {
	return {
		async revoke(options = {}) {
			const token = session.held();
			if (token === undefined) return;
			const { idempotencyKey = newIdempotencyKey() } = options;
			const call = { method: "POST", path: "/auth/revoke", idempotencyKey, expects: "nothing" } as const;
			try {
				const request = wireRequest(connection, call, token);
				await sendWithRetries(connection, request, callLimits(connection, options));
			} catch (error) {
				// A rejected token is already invalid; obtaining another one just to revoke it would be pointless.
				if (!isPackshotError(error, "unauthenticated")) throw error;
			}
			session.forget(token);
		},
	};
}
