import { creditsForJson, parseCredits } from "../../api/credits.ts";
import { readBalance } from "../../billing/balances/balance.ts";
import { billingErrors } from "../../billing/errors.ts";
import { type Call, handlers } from "../../pages/call.ts";
import { membersFor, rolesFor } from "../../pages/contract.ts";
import { pageErrors, requireDone, requireName, requireReason } from "../../pages/errors.ts";
import { claimOf } from "../../pages/once.ts";
import { readNext } from "../../pages/pagination.ts";
import { readAfterWrite } from "../../pages/read-after-write.ts";
import { holdsOneOf } from "../../pages/roles.ts";
import { eventPositionOf, eventsAnswer } from "../../people/pages/activity/event-answer.ts";
import { readEvents } from "../../people/pages/activity/read.ts";
import { readPortalSettings } from "../../people/portal-settings.ts";
import { markIrrevocable } from "../../platform/http/deadline.ts";
import { badRequest, commonErrors, type HttpError } from "../../platform/http/http-error.ts";
import { ulid } from "../../platform/ids.ts";
import type { KeyPair } from "../../platform/secrets.ts";
import type { TokenMint } from "../auth/tokens.ts";
import { clientErrors } from "../errors.ts";
import type { Client } from "../policy/client.ts";
import type { ClientDirectory } from "../policy/directory.ts";
import { ownedClients, requireAny, requireReached } from "../policy/owned.ts";
import { defaultPolicy, draftClient, draftKey } from "../policy/service.ts";
import { changeIn, ownerOf, requireOwnChange } from "./change-body.ts";
import { changeClient, createKey, giveCredits, noteTryToken, revokeKey, rotateKey } from "./changes.ts";
import { type ClientAnswerParts, clientAnswer, listedClient, ownClientAnswer } from "./client-answer.ts";
import { clientRoutes } from "./contract.ts";
import { policyWarnings } from "./policy-warnings.ts";
import { type ClientPosition, readClients } from "./read.ts";

/** Long enough to try a few calls, short enough to be harmless in a forgotten page. */
const TRY_TOKEN_SECONDS = 300;

export interface ClientParts extends ClientAnswerParts {
	readonly hashKeys: KeyPair;
	readonly clients: ClientDirectory;
	readonly mint: TokenMint;
}

/** Handlers for clients, for members of their accounts and for administration: the commands are those of the command line. */
export function clientHandlers(parts: ClientParts) {
	return {
		...listingClients(parts),
		...readingClients(parts),
		...issuingSecrets(parts),
		...changingClients(parts),
		...addingCredits(parts),
	};
}

function listingClients(parts: ClientParts) {
	const { db } = parts;
	return handlers(clientRoutes)({
		async "GET /admin/clients"({ query, nowMs }) {
			const { search, state, tier, after, limit = 50 } = query;
			const paging = { after: positionOf(after), limit, nowMs };
			const { clients, next } = await readClients(db, { search: search?.trim(), state, tier }, paging);
			return {
				data: clients.map((row) => listedClient(row, nowMs)),
				next: next && `${next.createdAtMs}.${next.clientId}`,
			};
		},
		async "GET /keys"({ person, nowMs }) {
			const { account_id, keys_allowed } = person.shop;
			const owned = await ownedClients(db.read, account_id);
			const answers = await Promise.all(owned.map((client) => ownClientAnswer(parts, client, nowMs)));
			const settings = await readPortalSettings(db.read);
			const data = answers.filter(({ is_account }) => !is_account);
			return {
				account: answers.find(({ is_account }) => is_account) ?? null,
				data,
				active: data.filter(({ state }) => state === "active").length,
				keys_per_account: keys_allowed ?? settings.keysPerAccount,
			};
		},
	});
}

function readingClients(parts: ClientParts) {
	const { db } = parts;
	return handlers(clientRoutes)({
		async "GET /keys/{client_id}"(call) {
			const { client } = await requireReached(parts, call);
			return clientAnswer(parts, client, call.person, call.nowMs);
		},
		async "GET /keys/{client_id}/history"({ path, query }) {
			const { clientId } = await requireAny(db, path.client_id);
			const { after, limit = 50 } = query;
			const page = { after: eventPositionOf(after), limit };
			return eventsAnswer(await readEvents(db, { clientIds: [clientId] }, page));
		},
	});
}

function issuingSecrets(parts: ClientParts) {
	const { db, hashKeys, clients, mint } = parts;
	return handlers(clientRoutes)({
		async "POST /keys"(call) {
			const { actor, body, nowMs, request } = call;
			const policy = { ...defaultPolicy, name: requireName("client_name", body.client_name) };
			const owner = await newOwner(parts, call);
			const draft = { policy, creditUnits: 0, ownerId: owner.ownerId, atMs: nowMs };
			const { client, apiKey } = draftClient(hashKeys, draft);
			// A secret whose response is lost would be useless, so from here on the request is seen through.
			markIrrevocable(request.responseMeta);
			const outcome = await db.write(createKey, { client, accountId: owner.accountId, actor });
			if (outcome.kind === "limit_reached") {
				throw clientErrors.key_limit_reached({
					message: `An account can have ${outcome.limit} active keys. Revoke one, or ask an administrator.`,
				});
			}
			return { client_id: client.clientId, client_name: policy.name, api_key: apiKey };
		},
		async "POST /keys/{client_id}/rotate"(call) {
			const { client, clientId, ownedBy } = await requireReached(parts, call);
			requireNamed(client, call.body);
			const { apiKey, keyHash } = draftKey(hashKeys);
			markIrrevocable(call.request.responseMeta);
			requireDone(clientErrors, await db.write(rotateKey, { clientId, ownedBy, keyHash, actor: call.actor }));
			clients.forget(clientId);
			return { client_id: clientId, client_name: client.name, api_key: apiKey };
		},
		async "POST /keys/{client_id}/token"({ person, path, actor }) {
			const clientId = path.client_id;
			const ownedBy = person.shop.account_id;
			const outcome = await db.write(noteTryToken, { clientId, ownedBy, actor });
			if (typeof outcome === "string") throw { ...commonErrors, ...clientErrors }[outcome]();
			return {
				access_token: mint.accessToken(clientId, outcome.keyVersion, TRY_TOKEN_SECONDS),
				token_type: "Bearer",
				expires_in: TRY_TOKEN_SECONDS,
			};
		},
	});
}

/** Whose the new key is: with an owner in the body, an administrator creates it; without one, a member creates it for the account. @throws HttpError 403 */
async function newOwner(
	{ db }: Pick<ClientParts, "db">,
	{ person, access, body }: Call<(typeof clientRoutes)["POST /keys"]>,
) {
	if (body.owner_email === undefined) {
		const { account_id } = person.shop;
		if (!membersFor({ access })?.includes(person.role)) throw pageErrors.member_role_missing();
		return { ownerId: account_id, accountId: account_id };
	}
	// Decided before the address is looked up: the answer would tell whether it has an account.
	if (!holdsOneOf(person.account, rolesFor({ access }) ?? [])) throw pageErrors.role_missing();
	return { ownerId: (await ownerOf(db, body.owner_email)) ?? null, accountId: undefined };
}

/** @throws HttpError 409 unless this is the client's name. */
function requireNamed({ name }: Client, { confirm }: { readonly confirm: string }): void {
	if (confirm.trim() !== name.trim()) throw pageErrors.other_name();
}

function changingClients(parts: ClientParts) {
	const { db, clients } = parts;
	return handlers(clientRoutes)({
		async "PATCH /keys/{client_id}"(call) {
			const { person, body, actor, nowMs, request } = call;
			const { clientId, ownedBy } = await requireReached(parts, call);
			if (ownedBy !== undefined) requireOwnChange(body, person);
			const change = await changeIn(db, body);
			markIrrevocable(request.responseMeta);
			const outcome = await db.write(changeClient, { clientId, ownedBy, ...change, actor });
			if (outcome.kind === "invalid") throw badRequest(`${outcome.problem}.`);
			if (outcome.kind === "conflict") throw balanceConflict(outcome.problem);
			if (outcome.kind !== "done") throw commonErrors.not_found();
			clients.forget(clientId);
			const given = { expires: body.expires_at, brand: body.brands, department: body.departments };
			const whole = { ...defaultPolicy, name: "", ...change.policy };
			return readAfterWrite(async () => {
				const warnings = await policyWarnings(db, whole, given, nowMs);
				return {
					...(await clientAnswer(parts, await requireAny(db, clientId), person, nowMs)),
					warnings: warnings.map(({ about, text }) => `${WARNED[about]}: ${text}.`),
				};
			});
		},
		async "POST /keys/{client_id}/revoke"(call) {
			const { person, actor, nowMs } = call;
			const { client, clientId, ownedBy } = await requireReached(parts, call);
			requireNamed(client, call.body);
			requireDone(clientErrors, await db.write(revokeKey, { clientId, ownedBy, actor }));
			clients.forget(clientId);
			return clientAnswer(parts, await requireAny(db, clientId), person, nowMs);
		},
	});
}

const WARNED = { expires: "Expires", brand: "Brands", department: "Departments" } as const;

function balanceConflict(problem: string): HttpError {
	return clientErrors.balance_conflict({ message: `${problem[0]?.toUpperCase()}${problem.slice(1)}.` });
}

function addingCredits({ db }: ClientParts) {
	return handlers(clientRoutes)({
		async "POST /keys/{client_id}/credits"({ path, body, actor, nowMs, request }) {
			const units = parseCredits(String(body.credits));
			if (!units) throw badRequest("credits: more or less than nothing, with at most four decimals.");
			const note = requireReason("note", body.note);
			const clientId = path.client_id;
			const claim = claimOf(request, clientId, body.idempotency_key);
			const addition = { clientId, units, note, topUpId: `top_${ulid(nowMs)}`, claim, actor };
			// Somebody who hears that it took too long would add them again, so the request is seen through.
			markIrrevocable(request.responseMeta);
			const { kind, isRepeat = false } = await db.write(giveCredits, addition);
			if (kind !== "done" && kind !== "waiting")
				throw { ...commonErrors, ...pageErrors, ...clientErrors, ...billingErrors }[kind]();
			return {
				credit_balance: creditsForJson(await readAfterWrite(() => readBalance(db, clientId))),
				waits_for_second: kind === "waiting",
				is_repeat: isRepeat,
			};
		},
	});
}

function positionOf(after: string | undefined): ClientPosition | undefined {
	if (after === undefined) return undefined;
	const [createdAtMs, clientId] = readNext(after, /^(\d{1,15})\.(\w+)$/);
	return { createdAtMs, clientId };
}
