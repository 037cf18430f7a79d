import { createHmac } from "node:crypto";
import { at, type Json, parsed } from "../json.ts";
import {
	disturbingRule,
	type Rule,
	require,
	requireEqual,
	requireError,
	requireMatch,
	requireShape,
	requireStatus,
	rule,
} from "../rule.ts";
import type { Answer, Target } from "../target.ts";

const LIFETIME_SECONDS = 3600;

function requireTokens(answer: Answer): void {
	requireStatus(answer, 200);
	requireShape(answer, "TokenSet");
	requireMatch(at(answer.body, "access_token"), /^[\w-]+\.[\w-]+\.[\w-]+$/, "access_token");
	requireMatch(at(answer.body, "refresh_token"), /^.{44}$/, "refresh_token");
}

function signIn(target: Target, body: Json, path = "/auth/token") {
	return target.call(path, { method: "POST", token: false, body });
}

function refresh(target: Target, refreshToken: string) {
	return signIn(target, { refresh_token: refreshToken }, "/auth/refresh");
}

/** A well-formed client id that does not exist. */
const strangerId = () =>
	`ps_client_${Math.random()
		.toString(36)
		.slice(2)
		.replace(/[^a-z2-7]/g, "a")
		.padEnd(20, "a")
		.slice(0, 20)}`;

const base64url = (value: Json) => Buffer.from(JSON.stringify(value)).toString("base64url");

const partsOf = (token: string) => token.split(".") as [string, string, string];

const decoded = (part: string) => parsed(Buffer.from(part, "base64url").toString());

/** Forgeries of a valid token (section 5). */
const FORGERIES: readonly (readonly [string, (token: string) => string])[] = [
	["with alg none", (token) => `${base64url({ alg: "none", typ: "JWT" })}.${partsOf(token)[1]}.`],
	[
		"with alg RS256",
		(token) => [base64url({ alg: "RS256", typ: "JWT" }), ...partsOf(token).slice(1)].join("."),
	],
	["with its signature stripped", (token) => partsOf(token).slice(0, 2).join(".")],
	["with an empty signature", (token) => `${partsOf(token).slice(0, 2).join(".")}.`],
	["with an altered payload", alteredPayload],
	["signed with a key of the forger", signedByForger],
];

function alteredPayload(token: string): string {
	const [head, payload, signature] = partsOf(token);
	const claims = decoded(payload) as Record<string, Json>;
	return [head, base64url({ ...claims, exp: Number(claims.exp) + 1 }), signature].join(".");
}

function signedByForger(token: string): string {
	const signed = partsOf(token).slice(0, 2).join(".");
	return `${signed}.${createHmac("sha256", "secret").update(signed).digest("base64url")}`;
}

/** Sections 2.2, 4.1 and 5. */
export const accessRules: readonly Rule[] = [
	rule("2.2", "a token set has the documented shape and lifetime", async (target) => {
		const { clientId: client_id, apiKey: api_key } = target.credentials;
		const answer = await signIn(target, { client_id, api_key });
		requireTokens(answer);
		requireEqual(at(answer.body, "expires_in"), LIFETIME_SECONDS, "expires_in");
	}),
	rule("2.2", "an access token is a JWT by HS256 that expires after an hour", async (target) => {
		const [head, payload] = partsOf((await target.once("tokens", target.newTokens)).accessToken);
		requireEqual(at(decoded(head), "alg"), "HS256", "alg");
		const claims = decoded(payload);
		const leftSeconds = Number(at(claims, "exp")) - Date.now() / 1000;
		require(leftSeconds > 0 && leftSeconds <= LIFETIME_SECONDS + 5, `exp is ${leftSeconds} s from now`);
	}),
	...FORGERIES.map(([title, forge]) =>
		rule("5", `a token ${title} is refused`, async (target) => {
			const { accessToken } = await target.once("tokens", target.newTokens);
			requireError(await target.call("/balance", { token: forge(accessToken) }), 401, "unauthenticated");
		}),
	),
	rule("5", "without a token there is 401", async (target) => {
		requireError(await target.call("/balance", { token: false }), 401, "unauthenticated");
	}),
	rule("5", "Basic credentials are refused", async (target) => {
		const { clientId, apiKey } = target.credentials;
		const authorization = `Basic ${Buffer.from(`${clientId}:${apiKey}`).toString("base64")}`;
		requireError(
			await target.call("/balance", { token: false, headers: { authorization } }),
			401,
			"unauthenticated",
		);
	}),
	rule("5", "a token in the query string is refused", async (target) => {
		const { accessToken } = await target.once("tokens", target.newTokens);
		const query = `access_token=${accessToken}&token=${accessToken}`;
		requireError(await target.call(`/balance?${query}`, { token: false }), 401, "unauthenticated");
	}),
	rule("4.1", "a token request without credentials is 400 missing_credentials", async (target) => {
		for (const body of [{}, { client_id: strangerId() }, { api_key: "x".repeat(44) }]) {
			requireError(await signIn(target, body), 400, "missing_credentials", "bad_request");
		}
		requireError(await signIn(target, {}), 400, "missing_credentials");
	}),
	rule("4.1", "unknown credentials are 401 invalid_credentials", async (target) => {
		const answer = await signIn(target, { client_id: strangerId(), api_key: "x".repeat(44) });
		requireError(answer, 401, "invalid_credentials");
	}),
	rule("4.1", "a refresh request without a token is 400 missing_refresh_token", async (target) => {
		requireError(await signIn(target, {}, "/auth/refresh"), 400, "missing_refresh_token");
	}),
	rule("4.1", "an unknown refresh token is 401 refresh_token_invalid", async (target) => {
		requireError(await refresh(target, "A".repeat(44)), 401, "refresh_token_invalid");
	}),
	rule("4.1", "a refresh gives a whole new set, and both tokens of it work", async (target) => {
		const { refreshToken } = await target.newTokens();
		const answer = await refresh(target, refreshToken);
		requireTokens(answer);
		require(at(answer.body, "refresh_token") !== refreshToken, "the refresh token is the old one");
		requireStatus(await target.call("/balance", { token: String(at(answer.body, "access_token")) }), 200);
	}),
	rule("4.1", "a revoked token is refused, others of the client are not", async (target) => {
		const { accessToken } = await target.newTokens();
		const answer = await target.call("/auth/revoke", { method: "POST", token: accessToken });
		requireStatus(answer, 204);
		require(answer.bytes.length === 0, "204 has a body");
		requireError(await target.call("/balance", { token: accessToken }), 401, "unauthenticated");
		requireStatus(await target.call("/balance"), 200);
	}),
	rule("4.1", "POST /auth/revoke asks for a token", async (target) => {
		requireError(await target.call("/auth/revoke", { method: "POST", token: false }), 401, "unauthenticated");
	}),
	disturbingRule("4.1", "a wrong key is answered exactly as an unknown client", async (target) => {
		const wrong = await signIn(target, { client_id: target.credentials.clientId, api_key: "x".repeat(44) });
		requireError(wrong, 401, "invalid_credentials");
		const unknown = await signIn(target, { client_id: strangerId(), api_key: "x".repeat(44) });
		requireEqual(at(wrong.body, "message"), at(unknown.body, "message") ?? null, "the message");
	}),
	disturbingRule("3", "a consumed refresh token revokes all outstanding ones", async (target) => {
		const [first, other] = [await target.newTokens(), await target.newTokens()];
		requireStatus(await refresh(target, first.refreshToken), 200);
		requireError(await refresh(target, first.refreshToken), 401, "refresh_token_reused");
		const after = await refresh(target, other.refreshToken);
		requireError(after, 401, "refresh_token_invalid", "refresh_token_reused");
	}),
];
