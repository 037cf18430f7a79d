import type { FastifyRequest } from "fastify";
import type { AddressLimit } from "../../platform/http/address-limit.ts";
import { countHeader } from "../../platform/http/count-header.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import type { MaybePromise } from "../../platform/maybe-promise.ts";
import { createLruCache } from "../../platform/recently-used.ts";
import type { KeyPair } from "../../platform/secrets.ts";
import { clientErrors } from "../errors.ts";
import { type Client, isActive, isAddressAllowed } from "../policy/client.ts";
import type { ClientDirectory } from "../policy/directory.ts";
import { type AccessClaims, readAccessToken } from "./access-token.ts";
import type { RevokedTokens } from "./revoked-tokens.ts";

const CACHED_TOKENS = 20_000;
/** Longer headers are padded with spaces and not worth caching. */
const LONGEST_CACHED = 1000;

/** The caller; set on requests that passed the bearer check. */
export interface Caller {
	readonly client: Client;
	readonly claims: AccessClaims;
	/** Generation of the catalogue, read after the request arrived; absent if its admission did not read one. */
	readonly generation?: string;
}

declare module "fastify" {
	interface FastifyRequest {
		caller?: Caller;
	}
}

export interface BearerParts {
	readonly tokenKeys: KeyPair;
	readonly clients: ClientDirectory;
	readonly revoked: RevokedTokens;
	readonly addressLimit: AddressLimit;
}

/** Identifies the caller of a request. */
export type BearerCheck = ReturnType<typeof createBearerCheck>;

/** Authenticates the caller: token, then client, then allowlist (SPEC D3). A failure counts against the address instead of a client. */
export function createBearerCheck({ tokenKeys, clients, revoked, addressLimit }: BearerParts) {
	const readClaims = rememberingReader(tokenKeys);
	function callerBehind(request: FastifyRequest, nowMs = request.arrivedAtMs): MaybePromise<Caller> {
		const claims = readClaims(authorization(request));
		if (!claims || nowMs >= claims.expiresAtSeconds * 1000) throw clientErrors.unauthenticated();
		const client = clients.known(claims.clientId);
		if (client?.keyVersion === claims.keyVersion && revoked.known(claims.jti) === false) {
			return allowedCaller(client, claims, request, nowMs);
		}
		return lookedUp(claims, request, nowMs);
	}

	/** The same for a caller that is not cached, or whose token is revoked. */
	async function lookedUp(claims: AccessClaims, request: FastifyRequest, nowMs: number): Promise<Caller> {
		const client = await clientOf(claims, clients);
		if (!client) throw clientErrors.unauthenticated();
		if ((await revoked.has(claims.jti)) && !(await mayReplay(request, claims)))
			throw clientErrors.unauthenticated();
		return allowedCaller(client, claims, request, nowMs);
	}

	function refuse(request: FastifyRequest, error: unknown): never {
		if (error instanceof HttpError) addressLimit.count(request);
		throw error;
	}

	return {
		/** The same at a later time, for a request that was counted when it arrived. @throws HttpError 401 or 403. */
		checkAgain: callerBehind,
		/** @throws HttpError 401 or 403; 429 when there were too many failures from the address. */
		check(request: FastifyRequest) {
			try {
				const caller = callerBehind(request);
				return caller instanceof Promise ? caller.catch((error) => refuse(request, error)) : caller;
			} catch (error) {
				return refuse(request, error);
			}
		},
		/** The same without counting failures. @returns `undefined` for a caller that would be rejected. */
		async identify(request: FastifyRequest) {
			try {
				return await callerBehind(request);
			} catch (error) {
				if (error instanceof HttpError) return undefined;
				throw error;
			}
		},
	};
}

/** @throws HttpError 403 for a client that is disabled, or that may not call from this address. */
function allowedCaller(
	client: Client,
	claims: AccessClaims,
	{ clientAddress }: FastifyRequest,
	nowMs: number,
): Caller {
	if (!isActive(client, nowMs)) throw clientErrors.client_disabled();
	if (!isAddressAllowed(client, clientAddress)) throw clientErrors.client_ip_not_allowed();
	return { client, claims };
}

/** A token newer than the cached record shows that the key has been rotated since, so the record is read again. */
async function clientOf(claims: AccessClaims, clients: ClientDirectory): Promise<Client | undefined> {
	let client = await clients.find(claims.clientId);
	if (client && client.keyVersion < claims.keyVersion) {
		clients.forget(claims.clientId);
		client = await clients.find(claims.clientId);
	}
	return client?.keyVersion === claims.keyVersion ? client : undefined;
}

declare module "fastify" {
	interface FastifyContextConfig {
		/** Whether this request repeats one that the endpoint answered before the token was revoked (SPEC D13). */
		revokedTokenMayReplay?: (request: FastifyRequest, claims: AccessClaims) => Promise<boolean>;
	}
}

async function mayReplay(request: FastifyRequest, claims: AccessClaims): Promise<boolean> {
	return (await request.routeOptions.config.revokedTokenMayReplay?.(request, claims)) ?? false;
}

export function callerOf(request: FastifyRequest): Caller {
	if (!request.caller) throw new Error("this endpoint stands outside the bearer check");
	return request.caller;
}

/** The one Authorization header. */
function authorization(request: FastifyRequest): string | undefined {
	return countHeader(request.raw.rawHeaders, "authorization") === 1
		? request.headers.authorization
		: undefined;
}

/** Verifying the same header's signature again and again is a large part of a cheap request, so results are cached. */
function rememberingReader(keys: KeyPair): (header: string | undefined) => AccessClaims | undefined {
	const cached = createLruCache<AccessClaims>(CACHED_TOKENS);
	return (header) => {
		if (header === undefined) return undefined;
		const known = cached.get(header);
		if (known) return known;
		const [, token] = /^bearer +([A-Za-z0-9._-]+)$/i.exec(header) ?? [];
		const claims = token === undefined ? undefined : readAccessToken(token, keys);
		if (claims && header.length < LONGEST_CACHED) cached.set(header, claims);
		return claims;
	};
}
