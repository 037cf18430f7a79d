import { hash } from "node:crypto";
import type { FastifyRequest } from "fastify";
import Type from "typebox";
import type { ApiRoute } from "../../api/api-route.ts";
import { isClientId } from "../../api/client-id.ts";
import { tooMany } from "../../api/limits/too-many.ts";
import type { Database } from "../../platform/db/database.ts";
import type { AddressLimit } from "../../platform/http/address-limit.ts";
import { bucketKey } from "../../platform/http/client-address.ts";
import { markIrrevocable } from "../../platform/http/deadline.ts";
import { type Admission, createFixedWindow, showWindow } from "../../platform/http/fixed-window.ts";
import type { HttpError } from "../../platform/http/http-error.ts";
import { type Secrets, storedHashes } from "../../platform/secrets.ts";
import type { SettingsOf } from "../../platform/settings.ts";
import { MINUTE_MS } from "../../platform/time/durations.ts";
import { clientErrors } from "../errors.ts";
import type { ClientDirectory } from "../policy/directory.ts";
import { lockedOut } from "./errors.ts";
import { findRefreshToken, refresh } from "./refresh-tokens.ts";
import type { authSettings } from "./settings.ts";
import { signIn } from "./sign-in.ts";
import { createSignInWindow } from "./sign-in-windows.ts";
import type { TokenMint } from "./tokens.ts";

const TokenRequest = Type.Object({
	client_id: Type.String({
		description: "Public id of the client.",
		examples: ["ps_client_3qmpyw2l6knmtz5a7bcd"],
	}),
	api_key: Type.String({ description: "Its long-lived secret.", examples: ["<API_KEY>"] }),
});

const RefreshRequest = Type.Object({
	refresh_token: Type.String({
		description: "The latest refresh token; each works once.",
		examples: ["<REFRESH_TOKEN>"],
	}),
});

const TokenSet = Type.Object(
	{
		access_token: Type.String({ description: "JWT, HS256.", examples: ["<ACCESS_TOKEN>"] }),
		refresh_token: Type.String({
			description: "Single-use; replaces the previous one.",
			examples: ["<REFRESH_TOKEN>"],
		}),
		token_type: Type.Literal("Bearer"),
		expires_in: Type.Integer({ description: "Seconds until the access token expires.", examples: [3600] }),
	},
	{ title: "TokenSet" },
);

interface TokenRouteParts {
	readonly db: Database;
	readonly secrets: Secrets;
	readonly auth: SettingsOf<typeof authSettings>;
	readonly mint: TokenMint;
	readonly clients: ClientDirectory;
	readonly addressLimit: AddressLimit;
}

/** `POST /auth/token` (SPEC 4.1). Checks in the order of SPEC D11. */
export const postToken: ApiRoute<TokenRouteParts> = {
	id: "createToken",
	tag: "Authentication",
	summary: "Sign in",
	description: "Exchanges the credentials of a client for an access token and a refresh token.",
	access: "credentials",
	body: TokenRequest,
	answer: TokenSet,
	answerText: "A token set.",
	errors: [
		"bad_request",
		"missing_credentials",
		"invalid_credentials",
		"client_disabled",
		"client_ip_not_allowed",
		"auth_rate_limit",
		"ip_rate_limit",
	],
	handle(parts) {
		const exchange = tokenExchange(parts);
		return { onRequest: exchange.countAddress, attachValidation: true, handler: exchange.handle };
	},
};

/** `POST /auth/refresh` (SPEC 4.1). Checks in the order of SPEC D11. */
export const postRefresh: ApiRoute<TokenRouteParts> = {
	id: "refreshToken",
	tag: "Authentication",
	summary: "Refresh",
	description:
		"Consumes a refresh token and returns a new token set. Using a consumed one revokes every refresh token of the client.",
	access: "credentials",
	body: RefreshRequest,
	answer: TokenSet,
	answerText: "A token set with a rotated refresh token.",
	errors: [
		"bad_request",
		"missing_refresh_token",
		"refresh_token_invalid",
		"refresh_token_expired",
		"refresh_token_reused",
		"client_disabled",
		"client_ip_not_allowed",
		"refresh_rate_limit",
	],
	handle(parts) {
		const renew = tokenRenewal(parts);
		return { onRequest: renew.showBucket, attachValidation: true, handler: renew.handle };
	},
};

function tokenExchange({ db, secrets, auth, mint, clients }: TokenRouteParts) {
	const byAddress = createSignInWindow(db, "token_address");
	const byClient = createSignInWindow(db, "token_client");
	return {
		async countAddress(request: FastifyRequest): Promise<void> {
			const limit = auth.tokenPerMinutePerIp;
			const bucket = await byAddress.count(bucketKey(request.clientAddress), limit, request.arrivedAtMs);
			showWindow(request.responseMeta, bucket);
			if (bucket.admitted) return;
			const what = `${limit} sign-ins a minute from one address`;
			throw tooMany(clientErrors.ip_rate_limit, what, bucket.resetAtMs, request.arrivedAtMs);
		},
		async handle(request: FastifyRequest) {
			const { client_id: givenId, api_key: apiKey } = requiredTexts(
				request,
				["client_id", "api_key"],
				clientErrors.missing_credentials,
			);
			const clientId = countedId(givenId);
			const limit = auth.tokenPerMinutePerClient;
			const bucket = await byClient.count(clientId, limit, request.arrivedAtMs);
			showTighter(request, bucket);
			if (!bucket.admitted) {
				const what = `${limit} sign-ins a minute for one client_id`;
				throw tooMany(clientErrors.auth_rate_limit, what, bucket.resetAtMs, request.arrivedAtMs);
			}
			const draft = mint.draftRefreshToken();
			const outcome = await db.write(signIn, {
				clientId,
				keyHashes: storedHashes(apiKey, secrets.hashKeys),
				address: request.clientAddress,
				nowMs: request.arrivedAtMs,
				lockoutFailures: auth.lockoutFailures,
				lockoutMs: auth.lockoutSeconds * 1000,
				refreshToken: draft.stored,
			});
			if (outcome.kind === "locked") {
				throw lockedOut(auth.lockoutFailures, outcome.untilMs, request.arrivedAtMs);
			}
			if (outcome.kind !== "signed_in") throw clientErrors[SIGN_IN_REFUSALS[outcome.kind]]();
			clients.forget(clientId);
			return mint.tokenSet(clientId, outcome.keyVersion, draft);
		},
	};
}

function tokenRenewal({ db, secrets, auth, mint, addressLimit }: TokenRouteParts) {
	const byClient = createSignInWindow(db, "refresh");
	const untouched = createFixedWindow(MINUTE_MS);
	const limit = auth.refreshPerMinute;
	return {
		async showBucket(request: FastifyRequest): Promise<void> {
			showWindow(request.responseMeta, untouched.peek("", limit, request.arrivedAtMs));
		},
		async handle(request: FastifyRequest) {
			const secret = presentedToken(request, addressLimit);
			const known = await findRefreshToken(db.read, storedHashes(secret, secrets.hashKeys));
			if (!known) throw uncounted(request, addressLimit, clientErrors.refresh_token_invalid());
			const bucket = await byClient.count(known.client_id, limit, request.arrivedAtMs);
			showWindow(request.responseMeta, bucket);
			if (!bucket.admitted) {
				const what = `${limit} refreshes a minute for one client`;
				throw tooMany(clientErrors.refresh_rate_limit, what, bucket.resetAtMs, request.arrivedAtMs);
			}
			const draft = mint.draftRefreshToken();
			// Consuming a token without an answer would lock its holder out, so like a charge this has to be completed.
			markIrrevocable(request.responseMeta);
			const outcome = await db.write(refresh, {
				clientId: known.client_id,
				tokenHash: known.token_hash,
				address: request.clientAddress,
				nowMs: request.arrivedAtMs,
				next: draft.stored,
			});
			if (outcome.kind !== "refreshed") throw clientErrors[REFRESH_REFUSALS[outcome.kind]]();
			return mint.tokenSet(known.client_id, outcome.keyVersion, draft);
		},
	};
}

/**
 * The key under which sign-ins are counted. A text that is not a client id is counted and locked like one, but under its hash: nothing that callers
 * send is stored unchanged in memory or in the database.
 */
function countedId(givenId: string): string {
	return isClientId(givenId) ? givenId : hash("sha256", givenId, "base64url");
}

function presentedToken(request: FastifyRequest, addressLimit: AddressLimit): string {
	try {
		return requiredTexts(request, ["refresh_token"], clientErrors.missing_refresh_token).refresh_token;
	} catch (error) {
		throw uncounted(request, addressLimit, error as Error);
	}
}

const SIGN_IN_REFUSALS = {
	wrong: "invalid_credentials",
	disabled: "client_disabled",
	address_not_allowed: "client_ip_not_allowed",
} as const;

const REFRESH_REFUSALS = {
	invalid: "refresh_token_invalid",
	disabled: "client_disabled",
	address_not_allowed: "client_ip_not_allowed",
	reused: "refresh_token_reused",
	expired: "refresh_token_expired",
} as const;

/** A refresh of an unknown token is counted against its address, in addition to the window in the headers (SPEC D26). */
function uncounted(request: FastifyRequest, addressLimit: AddressLimit, error: Error): Error {
	const { minute, resetAtMs } = request.responseMeta;
	addressLimit.count(request);
	if (minute) request.responseMeta.minute = minute;
	if (resetAtMs !== undefined) request.responseMeta.resetAtMs = resetAtMs;
	return error;
}

/** The headers show whichever of the two windows is closer to its limit. */
function showTighter(request: FastifyRequest, bucket: Admission): void {
	if (bucket.remaining <= (request.responseMeta.minute?.remaining ?? Number.POSITIVE_INFINITY))
		showWindow(request.responseMeta, bucket);
}

/**
 * The required texts of a body, for a route that handles validation errors itself.
 * @throws HttpError `missing` when one is absent, null or empty; otherwise the 400 `bad_request` of any other validation error.
 */
function requiredTexts<Name extends string>(
	request: FastifyRequest,
	names: readonly Name[],
	missing: () => HttpError,
): Record<Name, string> {
	const body = request.body as Partial<Record<Name, unknown>> | null;
	const isObject = typeof body === "object" && body !== null && !Array.isArray(body);
	if (isObject && names.some((name) => isAbsent(body[name]))) throw missing();
	if (request.validationError) throw request.validationError;
	return body as Record<Name, string>;
}

function isAbsent(value: unknown): boolean {
	return value === undefined || value === null || value === "";
}
