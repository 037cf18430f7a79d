import { secretToken, ulid } from "../../platform/ids.ts";
import { type Secrets, storedHashes } from "../../platform/secrets.ts";
import type { SettingsOf } from "../../platform/settings.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { signAccessToken } from "./access-token.ts";
import type { NewRefreshToken } from "./refresh-tokens.ts";
import type { authSettings } from "./settings.ts";

/** A refresh token about to be stored, and its secret, which only the holder will know. */
export interface DraftRefreshToken {
	readonly secret: string;
	readonly stored: NewRefreshToken;
}

export type TokenMint = ReturnType<typeof createTokens>;

export function createTokens(
	{ tokenKeys, hashKeys }: Secrets,
	settings: SettingsOf<typeof authSettings>,
	clock: Clock,
) {
	const accessToken = (clientId: string, keyVersion: number, ttlSeconds: number): string => {
		const issuedAtSeconds = Math.floor(clock.now() / 1000);
		const expiresAtSeconds = issuedAtSeconds + ttlSeconds;
		const jti = ulid(clock.now());
		return signAccessToken({ clientId, jti, keyVersion, issuedAtSeconds, expiresAtSeconds }, tokenKeys);
	};
	return {
		/** Just an access token. */
		accessToken,
		draftRefreshToken() {
			const secret = secretToken();
			const expiresAtMs = clock.now() + settings.refreshTtlSeconds * 1000;
			return { secret, stored: { hash: storedHashes(secret, hashKeys)[0], expiresAtMs } };
		},
		/** The answer of `/auth/token` and `/auth/refresh` (SPEC 2.2). */
		tokenSet(clientId: string, keyVersion: number, refreshToken: DraftRefreshToken) {
			return {
				access_token: accessToken(clientId, keyVersion, settings.accessTtlSeconds),
				refresh_token: refreshToken.secret,
				token_type: "Bearer",
				expires_in: settings.accessTtlSeconds,
			};
		},
	};
}
