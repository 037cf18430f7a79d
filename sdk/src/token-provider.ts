import { renewAtMs } from "./credentials.ts";
import type { ObtainToken } from "./session.ts";

/**
 * Gives access tokens where the `apiKey` must not be: in a browser it asks the program's own server, which signs in and hands out the
 * access token, never the refresh token.
 */
export type TokenProvider = (asked: {
	/** The token before, when the service refused it or it is about to expire: give another one. */
	readonly lastToken: string | undefined;
}) => ProvidedToken | Promise<ProvidedToken>;

/** An access token, with its remaining seconds where they are known. */
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
