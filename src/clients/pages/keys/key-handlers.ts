import type { ClientMoveOutcome } from "../../../billing/balances/move-client.ts";
import { handlers, type Member } from "../../../pages/call.ts";
import { portalError, requireDone, requireName } from "../../../pages/errors.ts";
import { givenUnitsOrNull } from "../../../pages/given-credits.ts";
import { readAfterWrite } from "../../../pages/read-after-write.ts";
import { readPortalSettings } from "../../../people/portal-settings.ts";
import { markIrrevocable } from "../../../platform/http/deadline.ts";
import type { HttpError } from "../../../platform/http/http-error.ts";
import type { KeyPair } from "../../../platform/secrets.ts";
import type { TokenMint } from "../../auth/tokens.ts";
import type { ClientDirectory } from "../../policy/directory.ts";
import { ownedClients, requireOwn } from "../../policy/owned.ts";
import { defaultPolicy, draftClient, draftKey } from "../../policy/service.ts";
import { moveOwnKey } from "./balance-changes.ts";
import { changeOwnKey, createKey, noteTryToken, revokeOwnKey, rotateOwnKey } from "./changes.ts";
import { keyRoutes } from "./contract.ts";
import { type KeyAnswerParts, keyAnswer } from "./key-answer.ts";

/** Long enough to try a few calls, short enough to be harmless in a forgotten page. */
const TRY_TOKEN_SECONDS = 300;

export interface KeyParts extends KeyAnswerParts {
	readonly hashKeys: KeyPair;
	readonly clients: ClientDirectory;
	readonly mint: TokenMint;
}

/** Handlers for the keys of the account: create, show, change, rotate, revoke. */
export function keyHandlers(parts: KeyParts) {
	return { ...readingKeys(parts), ...issuingKeys(parts), ...changingKeys(parts) };
}

function readingKeys(parts: KeyParts) {
	const { db } = parts;
	return handlers(keyRoutes)({
		async "GET /keys"({ person, nowMs }) {
			const { account_id, keys_allowed } = person.shop;
			const owned = await ownedClients(db.read, account_id);
			const answers = await Promise.all(owned.map((client) => keyAnswer(parts, client, nowMs)));
			const settings = await readPortalSettings(db.read);
			const buyer = owned.findIndex(({ isKeyless }) => isKeyless);
			const data = answers.filter((_, place) => place !== buyer);
			return {
				account: answers[buyer] ?? null,
				data,
				active: data.filter(({ state }) => state === "active").length,
				keys_per_account: keys_allowed ?? settings.keysPerAccount,
			};
		},
		"GET /keys/{client_id}": ({ person, path, nowMs }) => ownKey(parts, person, path.client_id, nowMs),
	});
}

function issuingKeys(parts: KeyParts) {
	const { db, hashKeys, clients, mint } = parts;
	return handlers(keyRoutes)({
		async "POST /keys"({ person, actor, body, nowMs, request }) {
			const ownerId = person.shop.account_id;
			const policy = { ...defaultPolicy, name: requireName("client_name", body.client_name) };
			const { client, apiKey } = draftClient(hashKeys, { policy, creditUnits: 0, ownerId, atMs: nowMs });
			// A key whose response is lost would be useless, so from here on the request is seen through.
			markIrrevocable(request.responseMeta);
			const outcome = await db.write(createKey, { accountId: ownerId, client, actor });
			if (outcome.kind === "limit_reached") {
				throw portalError("key_limit_reached", {
					message: `An account can have ${outcome.limit} active keys. Revoke one, or ask an administrator.`,
				});
			}
			const key = await readAfterWrite(() => ownKey(parts, person, client.clientId, nowMs));
			return { key, api_key: apiKey };
		},
		async "POST /keys/{client_id}/rotate"({ person, path, actor, nowMs, request }) {
			const clientId = path.client_id;
			const { apiKey, keyHash } = draftKey(hashKeys);
			markIrrevocable(request.responseMeta);
			const accountId = person.shop.account_id;
			requireDone(await db.write(rotateOwnKey, { accountId, clientId, keyHash, actor }));
			clients.forget(clientId);
			const key = await readAfterWrite(() => ownKey(parts, person, clientId, nowMs));
			return { key, api_key: apiKey };
		},
		async "POST /keys/{client_id}/token"({ person, path, actor }) {
			const clientId = path.client_id;
			const accountId = person.shop.account_id;
			const outcome = await db.write(noteTryToken, { accountId, clientId, actor });
			if (typeof outcome === "string") throw portalError(outcome);
			return {
				access_token: mint.accessToken(clientId, outcome.keyVersion, TRY_TOKEN_SECONDS),
				token_type: "Bearer",
				expires_in: TRY_TOKEN_SECONDS,
			};
		},
	});
}

function changingKeys(parts: KeyParts) {
	const { db, clients } = parts;
	return handlers(keyRoutes)({
		async "PATCH /keys/{client_id}"({ person, path, actor, body, nowMs }) {
			const clientId = path.client_id;
			const change = {
				clientId,
				name: body.client_name === undefined ? undefined : requireName("client_name", body.client_name),
				lowBalanceUnits: givenUnitsOrNull("low_balance_credits", body.low_balance_credits),
				dailyCapUnits: givenUnitsOrNull("daily_cap_credits", body.daily_cap_credits),
				monthlyCapUnits: givenUnitsOrNull("monthly_cap_credits", body.monthly_cap_credits),
			};
			const accountId = person.shop.account_id;
			const outcome = await db.write(changeOwnKey, { accountId, clientId, change, actor });
			if (outcome === "balance_conflict") throw balanceConflict(SHARED_CAPS);
			requireDone(outcome);
			clients.forget(clientId);
			return ownKey(parts, person, clientId, nowMs);
		},
		async "PUT /keys/{client_id}/balance"({ person, path, actor, body, nowMs, request }) {
			const clientId = path.client_id;
			const accountId = person.shop.account_id;
			markIrrevocable(request.responseMeta);
			requireMoved(await db.write(moveOwnKey, { accountId, clientId, to: body.balance, actor }));
			return readAfterWrite(() => ownKey(parts, person, clientId, nowMs));
		},
		async "POST /keys/{client_id}/revoke"({ person, path, actor, nowMs }) {
			const clientId = path.client_id;
			const accountId = person.shop.account_id;
			requireDone(await db.write(revokeOwnKey, { accountId, clientId, actor }));
			clients.forget(clientId);
			return ownKey(parts, person, clientId, nowMs);
		},
	});
}

async function ownKey(parts: KeyParts, person: Member, clientId: string, nowMs: number) {
	return keyAnswer(parts, await requireOwn(parts, person, clientId), nowMs);
}

const SHARED_CAPS =
	"only an administrator changes caps while keys of other accounts draw on the same balance";

/** @throws HttpError 404, or 409 that says why. */
export function requireMoved(outcome: ClientMoveOutcome): void {
	if (outcome.kind === "not_found") throw portalError("not_found");
	if (outcome.kind === "conflict") throw balanceConflict(outcome.problem);
}

export function balanceConflict(problem: string): HttpError {
	return portalError("balance_conflict", { message: `${problem[0]?.toUpperCase()}${problem.slice(1)}.` });
}
