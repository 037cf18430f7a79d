import type * as OpenIdClient from "openid-client";
import { fetchUpTo } from "../../platform/limited-body.ts";
import { identityOf, type ProvenIdentity } from "./claims.ts";
import { requireWhole, type SsoSettings } from "./settings.ts";

/** A provider's answers are short. */
const MOST_ANSWER_BYTES = 1_000_000;

/** Timeout for responses of the provider. */
const TIMEOUT_SECONDS = 10;

/** What has to come back unchanged to prove that a sign-in is the one that was started. */
export interface SignInAttempt {
	readonly state: string;
	readonly nonce: string;
	readonly verifier: string;
	readonly redirectUri: string;
}

/** Sign-in with an OpenID Connect provider, by the authorization code flow with PKCE (RFC 7636). */
export interface SingleSignOn {
	readonly name: string;
	begin(redirectUri: string): Promise<{ readonly url: string; readonly attempt: SignInAttempt }>;
	/** @param answered the URL to which the provider redirected the browser. @throws Error when it is not valid proof, or the provider does not respond. */
	finish(answered: URL, attempt: SignInAttempt): Promise<ProvenIdentity>;
}

type Provider = { readonly library: typeof OpenIdClient; readonly config: OpenIdClient.Configuration };

/** @returns `undefined` if no provider is configured. @throws SettingError when settings that belong together are incomplete. */
export function createSingleSignOn(settings: SsoSettings): SingleSignOn | undefined {
	requireWhole(settings);
	const { issuer, clientId = "" } = settings;
	if (issuer === undefined) return undefined;
	let discovered: Promise<Provider> | undefined;
	const provider = () => {
		discovered ??= discover(issuer, clientId, settings.clientSecret).catch((fault) => {
			// Retried at the next sign-in.
			discovered = undefined;
			throw fault;
		});
		return discovered;
	};
	return {
		name: settings.name,
		async begin(redirectUri) {
			const { library, config } = await provider();
			const attempt = {
				state: library.randomState(),
				nonce: library.randomNonce(),
				verifier: library.randomPKCECodeVerifier(),
				redirectUri,
			};
			const url = library.buildAuthorizationUrl(config, {
				redirect_uri: redirectUri,
				scope: settings.scope,
				state: attempt.state,
				nonce: attempt.nonce,
				code_challenge: await library.calculatePKCECodeChallenge(attempt.verifier),
				code_challenge_method: "S256",
			});
			return { url: url.href, attempt };
		},
		async finish(answered, attempt) {
			const { library, config } = await provider();
			const tokens = await library.authorizationCodeGrant(config, answered, {
				expectedState: attempt.state,
				expectedNonce: attempt.nonce,
				pkceCodeVerifier: attempt.verifier,
				idTokenExpected: true,
			});
			const claims = tokens.claims();
			if (!claims) throw new Error("the provider gave no ID token");
			const more = await furtherClaims({ library, config }, tokens.access_token, claims.sub);
			return identityOf(claims.iss, claims.sub, { ...more, ...claims }, settings);
		},
	};
}

/** The library is loaded on the first such sign-in. */
async function discover(issuer: string, clientId: string, secret: string | undefined): Promise<Provider> {
	const library = await import("openid-client");
	const isPlain = issuer.startsWith("http:");
	const config = await library.discovery(new URL(issuer), clientId, secret, undefined, {
		timeout: TIMEOUT_SECONDS,
		// One that never ends must not fill the memory.
		[library.customFetch]: (url, options) => fetchUpTo(MOST_ANSWER_BYTES, url, options as RequestInit),
		// The settings allow plain http for this machine only.
		...(isPlain ? { execute: [library.allowInsecureRequests] } : {}),
	});
	library.enableNonRepudiationChecks(config);
	return { library, config };
}

/** Claims from the userinfo endpoint: many providers put the address and the groups only there. */
async function furtherClaims(
	{ library, config }: Provider,
	accessToken: string,
	subject: string,
): Promise<object> {
	if (config.serverMetadata().userinfo_endpoint === undefined) return {};
	return library.fetchUserInfo(config, accessToken, subject);
}
