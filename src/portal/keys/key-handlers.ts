import type { TokenMint } from "../../clients/auth/tokens.ts";
import type { Client } from "../../clients/policy/client.ts";
import type { ClientDirectory } from "../../clients/policy/directory.ts";
import { ownedClient, ownedClients } from "../../clients/policy/owned.ts";
import { defaultPolicy, draftClient, draftKey } from "../../clients/policy/service.ts";
import { markIrrevocable } from "../../platform/http/deadline.ts";
import { badRequest, type HttpError } from "../../platform/http/http-error.ts";
import type { KeyPair } from "../../platform/secrets.ts";
import { portalError, requirePlain } from "../errors.ts";
import { givenUnits } from "../given-credits.ts";
import type { Handlers, Person } from "../http/call.ts";
import { readPortalSettings } from "../portal-settings.ts";
import {
	changeOwnKey,
	createKey,
	type KeyOutcome,
	noteTryToken,
	revokeOwnKey,
	rotateOwnKey,
} from "./changes.ts";
import { type KeyAnswerParts, keyAnswer } from "./key-answer.ts";

/** Long enough to try a few calls, short enough to be harmless in a forgotten page. */
const TRY_TOKEN_SECONDS = 300;

export interface KeyParts extends KeyAnswerParts {
	readonly hashKeys: KeyPair;
	readonly clients: ClientDirectory;
	readonly mint: TokenMint;
}

type KeyRoute =
	| "GET /keys"
	| "POST /keys"
	| "GET /keys/{client_id}"
	| "PATCH /keys/{client_id}"
	| "POST /keys/{client_id}/rotate"
	| "POST /keys/{client_id}/revoke"
	| "POST /keys/{client_id}/token";

/** Handlers for the keys of the account: create, show, change, rotate, revoke. */
export function keyHandlers(parts: KeyParts): Handlers<KeyRoute> {
	return { ...readingKeys(parts), ...issuingKeys(parts), ...changingKeys(parts) };
}

function readingKeys(parts: KeyParts): Handlers<"GET /keys" | "GET /keys/{client_id}"> {
	const { db } = parts;
	return {
		async "GET /keys"({ person, nowMs }) {
			const { account_id, keys_allowed } = person.account;
			const owned = await ownedClients(db.read, account_id);
			const data = await Promise.all(owned.map((client) => keyAnswer(parts, client, nowMs)));
			const settings = await readPortalSettings(db.read);
			return {
				data,
				active: data.filter(({ state }) => state === "active").length,
				keys_per_account: keys_allowed ?? settings.keysPerAccount,
			};
		},
		"GET /keys/{client_id}": ({ person, path, nowMs }) => ownKey(parts, person, path.client_id, nowMs),
	};
}

function issuingKeys(
	parts: KeyParts,
): Handlers<"POST /keys" | "POST /keys/{client_id}/rotate" | "POST /keys/{client_id}/token"> {
	const { db, hashKeys, clients, mint } = parts;
	return {
		async "POST /keys"({ person, actor, body, nowMs, request }) {
			const ownerId = person.account.account_id;
			const policy = { ...defaultPolicy, name: nameOf(body.client_name) };
			const { client, apiKey } = draftClient(hashKeys, { policy, creditUnits: 0, ownerId, atMs: nowMs });
			// A key whose response is lost would be useless, so from here on the request is seen through.
			markIrrevocable(request.responseMeta);
			const outcome = await db.write(createKey, { accountId: ownerId, client, actor });
			if (outcome.kind === "limit_reached") {
				throw portalError("key_limit_reached", {
					message: `An account can have ${outcome.limit} active keys. Revoke one, or ask an administrator.`,
				});
			}
			return { key: await ownKey(parts, person, client.clientId, nowMs), api_key: apiKey };
		},
		async "POST /keys/{client_id}/rotate"({ person, path, actor, nowMs, request }) {
			const clientId = path.client_id;
			const { apiKey, keyHash } = draftKey(hashKeys);
			markIrrevocable(request.responseMeta);
			const accountId = person.account.account_id;
			requireDone(await db.write(rotateOwnKey, { accountId, clientId, keyHash, actor }));
			clients.forget(clientId);
			return { key: await ownKey(parts, person, clientId, nowMs), api_key: apiKey };
		},
		async "POST /keys/{client_id}/token"({ person, path, actor }) {
			const clientId = path.client_id;
			const accountId = person.account.account_id;
			const outcome = await db.write(noteTryToken, { accountId, clientId, actor });
			if (typeof outcome === "string") throw refusal(outcome);
			return {
				access_token: mint.accessToken(clientId, outcome.keyVersion, TRY_TOKEN_SECONDS),
				token_type: "Bearer",
				expires_in: TRY_TOKEN_SECONDS,
			};
		},
	};
}

function changingKeys(
	parts: KeyParts,
): Handlers<"PATCH /keys/{client_id}" | "POST /keys/{client_id}/revoke"> {
	const { db, clients } = parts;
	return {
		async "PATCH /keys/{client_id}"({ person, path, actor, body, nowMs }) {
			const clientId = path.client_id;
			const change = {
				clientId,
				name: body.client_name === undefined ? undefined : nameOf(body.client_name),
				lowBalanceUnits: unitsOf("low_balance_credits", body.low_balance_credits),
				dailyCapUnits: unitsOf("daily_cap_credits", body.daily_cap_credits),
			};
			const accountId = person.account.account_id;
			requireDone(await db.write(changeOwnKey, { accountId, clientId, change, actor }));
			clients.forget(clientId);
			return ownKey(parts, person, clientId, nowMs);
		},
		async "POST /keys/{client_id}/revoke"({ person, path, actor, nowMs }) {
			const clientId = path.client_id;
			const accountId = person.account.account_id;
			requireDone(await db.write(revokeOwnKey, { accountId, clientId, actor }));
			clients.forget(clientId);
			return ownKey(parts, person, clientId, nowMs);
		},
	};
}

async function ownKey(parts: KeyParts, person: Person, clientId: string, nowMs: number) {
	return keyAnswer(parts, await requireOwn(parts, person, clientId), nowMs);
}

/** @throws HttpError 404 when the key is not this account's, which does not reveal whether it exists. */
export async function requireOwn(
	{ db }: Pick<KeyAnswerParts, "db">,
	person: Person,
	clientId: string,
): Promise<Client> {
	const client = await ownedClient(db.read, person.account.account_id, clientId);
	if (!client) throw portalError("not_found");
	return client;
}

function requireDone(outcome: KeyOutcome): void {
	if (outcome !== "done") throw refusal(outcome);
}

function refusal(outcome: KeyOutcome): HttpError {
	return portalError(outcome === "not_active" ? "key_not_active" : "not_found");
}

function nameOf(text: string): string {
	const name = requirePlain("client_name", text.trim());
	if (name === "") throw badRequest("client_name: a name has 1 to 200 characters.");
	return name;
}

function unitsOf(name: string, credits: number | null | undefined): number | null | undefined {
	return credits === null || credits === undefined ? credits : givenUnits(name, credits);
}
