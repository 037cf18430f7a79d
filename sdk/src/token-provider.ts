import { renewAtMs } from "./credentials.ts";
import type { ObtainToken } from "./session.ts";

/**
 * Supplies access tokens where the `apiKey` must not be: in a browser it asks the application's own server, which signs in and hands out the
 * access token, never the refresh token.
 */
export type TokenProvider = (asked: {
	/** The previous token, if the service refused it or it is about to expire: return another one. */
	readonly lastToken: string | undefined;
}) => ProvidedToken | Promise<ProvidedToken>;

/** An access token, with its remaining seconds if known. */
export type ProvidedToken =
	| string
	| { readonly access_token: string; readonly expires_in?: number | undefined };

export function tokensByProvider(provider: TokenProvider, now: () => number): ObtainToken {
	return async (last) => {
		const askedMs = now();
		const given = await provider({ lastToken: last?.accessToken });
		if (typeof given === "string") return { accessToken: given };
		const { access_token, expires_in } = given;
		return {
			accessToken: access_token,
			renewAtMs: expires_in === undefined ? undefined : renewAtMs(askedMs, expires_in),
		};
	};
}
