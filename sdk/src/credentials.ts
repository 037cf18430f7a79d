import type { TokenSet } from "./api-types.ts";
import { wireRequest } from "./call.ts";
import { isPackshotError, type PackshotError } from "./errors.ts";
import { exchange, type WireRequest } from "./exchange.ts";
import { type Connection, callLimits } from "./options.ts";
import { sendWithRetries } from "./retries.ts";
import type { HeldToken, ObtainToken } from "./session.ts";

/** The long-lived credentials of a client. They belong on servers, never in browsers or apps (SPEC 5 rule 9). */
export interface Credentials {
	readonly clientId: string;
	readonly apiKey: string;
}

/** How long before expiry a token is renewed, or a tenth of its lifetime if that is shorter. */
const MARGIN_SECONDS = 60;

/** Obtains tokens with credentials: refreshes, and signs in if there is nothing to refresh or that fails (SPEC 5 rule 10). */
export function tokensByCredentials(connection: Connection, credentials: Credentials): ObtainToken {
	const signIn = signInOnce(connection, credentials);
	return async (last) => {
		if (last?.refreshToken === undefined) return signIn();
		try {
			return await refresh(connection, last.refreshToken);
		} catch {
			return signIn();
		}
	};
}

/**
 * Refreshing is tried only once: a response may be lost after the token was consumed, and presenting a consumed token revokes every refresh
 * token of the client (SPEC 5 rule 4).
 */
async function refresh(connection: Connection, refreshToken: string): Promise<HeldToken> {
	const request = tokenRequest(connection, "/auth/refresh", { refresh_token: refreshToken });
	const sentMs = connection.clock.now();
	const { body } = await exchange(connection, request, callLimits(connection));
	return heldToken(body as TokenSet, sentMs);
}

/** A rejected key stays rejected and is not sent again: five failures in a row would lock the client out for its other users too. */
function signInOnce(connection: Connection, { clientId, apiKey }: Credentials): () => Promise<HeldToken> {
	let refusal: PackshotError | undefined;
	return async () => {
		if (refusal) throw refusal;
		const request = tokenRequest(connection, "/auth/token", { client_id: clientId, api_key: apiKey });
		const sentMs = connection.clock.now();
		try {
			const { body } = await sendWithRetries(connection, request, callLimits(connection));
			return heldToken(body as TokenSet, sentMs);
		} catch (error) {
			if (isPackshotError(error, "invalid_credentials")) refusal = error;
			throw error;
		}
	};
}

function tokenRequest(connection: Connection, path: string, body: object): WireRequest {
	return wireRequest(connection, { method: "POST", path, body });
}

/** @param sentMs when the token was requested: its lifetime did not begin earlier. */
function heldToken(tokens: TokenSet, sentMs: number): HeldToken {
	return {
		accessToken: tokens.access_token,
		refreshToken: tokens.refresh_token,
		renewAtMs: renewAtMs(sentMs, tokens.expires_in),
	};
}

export function renewAtMs(sentMs: number, expiresInSeconds: number): number {
	return sentMs + 1000 * (expiresInSeconds - Math.min(MARGIN_SECONDS, expiresInSeconds / 10));
}
