import { creditsForJson, parseCredits } from "../../../api/credits.ts";
import { readBalance } from "../../../billing/balances/balance.ts";
import type { CapChange } from "../../../billing/balances/caps.ts";
import { handlers } from "../../../pages/call.ts";
import { portalError, requireDone, requireName, requirePlain, requireReason } from "../../../pages/errors.ts";
import { givenUnits, givenUnitsOrNull } from "../../../pages/given-credits.ts";
import { claimOf } from "../../../pages/once.ts";
import { readNext } from "../../../pages/pagination.ts";
import { readAfterWrite } from "../../../pages/read-after-write.ts";
import { findAccountByEmail } from "../../../people/accounts/accounts.ts";
import { emailKey } from "../../../people/accounts/email.ts";
import { eventPositionOf, eventsAnswer } from "../../../people/pages/activity/event-answer.ts";
import { readEvents } from "../../../people/pages/activity/read.ts";
import type { Database } from "../../../platform/db/database.ts";
import { markIrrevocable } from "../../../platform/http/deadline.ts";
import { badRequest } from "../../../platform/http/http-error.ts";
import { parseTime } from "../../../platform/http/query.ts";
import type { BodyOf } from "../../../platform/http/route.ts";
import { ulid } from "../../../platform/ids.ts";
import type { KeyPair } from "../../../platform/secrets.ts";
import { clientLedger } from "../../account/client-ledger.ts";
import type { ClientPolicy } from "../../policy/client.ts";
import type { ClientDirectory } from "../../policy/directory.ts";
import { defaultPolicy, draftClient, draftKey } from "../../policy/service.ts";
import { balanceConflict } from "../keys/key-handlers.ts";
import { ledgerAnswer } from "../keys/ledger-handlers.ts";
import { changeClient, createAnyClient, giveCredits, revokeAnyKey, rotateAnyKey } from "./changes.ts";
import { type ClientAnswerParts, clientAnswer, describedClient, listedClient } from "./client-answer.ts";
import { clientRoutes } from "./contract.ts";
import { policyWarnings } from "./policy-warnings.ts";
import { type ClientPosition, readClients } from "./read.ts";

export interface ClientParts extends ClientAnswerParts {
	readonly hashKeys: KeyPair;
	readonly clients: ClientDirectory;
}

/** Handlers for clients, with or without an account: search, details and changes, through the same commands as the command line. */
export function clientHandlers(parts: ClientParts) {
	return { ...readingClients(parts), ...changingClients(parts), ...issuingSecrets(parts) };
}

function readingClients(parts: ClientParts) {
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
		"GET /admin/clients/{client_id}": ({ path, nowMs }) => clientAnswer(parts, path.client_id, nowMs),
		async "GET /admin/clients/{client_id}/ledger"({ path, query, nowMs }) {
			await describedClient(db, path.client_id, nowMs);
			const parts = await clientLedger(db, path.client_id);
			return ledgerAnswer(db, { parts, shared: new Set() }, query, nowMs);
		},
		async "GET /admin/clients/{client_id}/history"({ path, query, nowMs }) {
			await describedClient(db, path.client_id, nowMs);
			const { after, limit = 50 } = query;
			const filter = { clientIds: [path.client_id] };
			return eventsAnswer(await readEvents(db, filter, { after: eventPositionOf(after), limit }));
		},
	});
}

function issuingSecrets(parts: ClientParts) {
	const { db, hashKeys, clients } = parts;
	return handlers(clientRoutes)({
		async "POST /admin/clients"({ body, actor, nowMs, request }) {
			const policy = { ...defaultPolicy, name: requireName("client_name", body.client_name) };
			const ownerId = (await ownerOf(parts, body.owner_email)) ?? null;
			const { client, apiKey } = draftClient(hashKeys, { policy, creditUnits: 0, ownerId, atMs: nowMs });
			// A secret whose response is lost would be useless, so from here on the request is seen through.
			markIrrevocable(request.responseMeta);
			await db.write(createAnyClient, { client, actor });
			return { client_id: client.clientId, client_name: policy.name, api_key: apiKey };
		},
		async "POST /admin/clients/{client_id}/rotate"({ path, body, actor, nowMs, request }) {
			await requireNamed(db, path.client_id, body.confirm, nowMs);
			const { apiKey, keyHash } = draftKey(hashKeys);
			markIrrevocable(request.responseMeta);
			requireDone(await db.write(rotateAnyKey, { clientId: path.client_id, keyHash, actor }));
			clients.forget(path.client_id);
			const described = () => describedClient(db, path.client_id, nowMs);
			const { client_id, name } = await readAfterWrite(described);
			return { client_id, client_name: name, api_key: apiKey };
		},
	});
}

/** @throws HttpError 409 unless this is the client's name, 404 if there is no such client. */
async function requireNamed(db: Database, clientId: string, confirm: string, nowMs: number): Promise<void> {
	const { name } = await describedClient(db, clientId, nowMs);
	if (confirm.trim() !== name.trim()) throw portalError("other_name");
}

function changingClients(parts: ClientParts) {
	const { db, clients } = parts;
	return handlers(clientRoutes)({
		async "PATCH /admin/clients/{client_id}"({ path, body, actor, nowMs, request }) {
			const clientId = path.client_id;
			const policy = policyOf(body);
			const ownerId = await ownerOf(parts, body.owner_email);
			const change = { clientId, policy, ownerId, caps: capsOf(body), balance: balanceOf(body) };
			markIrrevocable(request.responseMeta);
			const outcome = await db.write(changeClient, { ...change, actor });
			if (outcome.kind === "invalid") throw badRequest(`${outcome.problem}.`);
			if (outcome.kind === "conflict") throw balanceConflict(outcome.problem);
			if (outcome.kind !== "done") throw portalError("not_found");
			clients.forget(clientId);
			const given = { expires: body.expires_at, brand: body.brands, department: body.departments };
			const whole = { ...defaultPolicy, name: "", ...policy };
			return readAfterWrite(async () => {
				const warnings = await policyWarnings(db, whole, given, nowMs);
				return {
					client: await clientAnswer(parts, clientId, nowMs),
					warnings: warnings.map(({ about, text }) => `${WARNED[about]}: ${text}.`),
				};
			});
		},
		async "POST /admin/clients/{client_id}/revoke"({ path, body, actor, nowMs }) {
			await requireNamed(db, path.client_id, body.confirm, nowMs);
			requireDone(await db.write(revokeAnyKey, { clientId: path.client_id, actor }));
			clients.forget(path.client_id);
			return clientAnswer(parts, path.client_id, nowMs);
		},
		async "POST /admin/clients/{client_id}/credits"({ path, body, actor, nowMs, request }) {
			const units = parseCredits(String(body.credits));
			if (!units) throw badRequest("credits: more or less than nothing, with at most four decimals.");
			const note = requireReason("note", body.note);
			const clientId = path.client_id;
			const claim = claimOf(request, clientId, body.idempotency_key);
			const addition = { clientId, units, note, topUpId: `top_${ulid(nowMs)}`, claim, actor };
			// Somebody who hears that it took too long would add them again, so the request is seen through.
			markIrrevocable(request.responseMeta);
			const { kind, isRepeat = false } = await db.write(giveCredits, addition);
			if (kind !== "done" && kind !== "waiting") throw portalError(kind);
			return {
				credit_balance: creditsForJson(await readAfterWrite(() => readBalance(db, clientId))),
				waits_for_second: kind === "waiting",
				is_repeat: isRepeat,
			};
		},
	});
}

const WARNED = { expires: "Expires", brand: "Brands", department: "Departments" } as const;

/** The account with this e-mail address; null for none, `undefined` if omitted. @throws HttpError 400 */
async function ownerOf(
	{ db }: Pick<ClientParts, "db">,
	email: string | null | undefined,
): Promise<string | null | undefined> {
	if (email === null || email === undefined) return email;
	const account = await findAccountByEmail(db.read, emailKey(email));
	if (!account) throw badRequest("owner_email: there is no account with this e-mail address.");
	return account.account_id;
}

function positionOf(after: string | undefined): ClientPosition | undefined {
	if (after === undefined) return undefined;
	const [createdAtMs, clientId] = readNext(after, /^(\d{1,15})\.(\w+)$/);
	return { createdAtMs, clientId };
}

type Body = BodyOf<(typeof clientRoutes)["PATCH /admin/clients/{client_id}"]>;

/** The parts of a policy given in a body. @throws HttpError 400 that names the member. */
function policyOf(body: Body): Partial<ClientPolicy> {
	return given({
		name: body.client_name === undefined ? undefined : requireName("client_name", body.client_name),
		tier: body.tier,
		requestsPerMinute: body.requests_per_minute,
		requestsPerDay: body.requests_per_day,
		expiresAtMs: body.expires_at === null ? null : momentOf(body.expires_at),
		allowlist: textsOf("allow_ip", body.allow_ip),
		locks: textsOf("locks", body.locks),
		barcodePrefixes: textsOf("barcode_prefixes", body.barcode_prefixes),
		brands: textsOf("brands", body.brands),
		departments: textsOf("departments", body.departments),
		urlTtlSeconds: body.url_ttl_seconds,
		multiUseUrls: body.multi_use_urls,
		watermark: body.watermark,
	});
}

function capsOf({ daily_cap_credits, monthly_cap_credits }: Body): CapChange {
	return {
		dailyCapUnits: givenUnitsOrNull("daily_cap_credits", daily_cap_credits),
		monthlyCapUnits: givenUnitsOrNull("monthly_cap_credits", monthly_cap_credits),
	};
}

/** The balance given in a body. @throws HttpError 400 */
function balanceOf({ balance, take_credits }: Body) {
	if (balance === undefined) {
		if (take_credits !== undefined) throw badRequest("take_credits: name the balance to take them to.");
		return undefined;
	}
	return {
		to: balance,
		units: take_credits === undefined ? undefined : givenUnits("take_credits", take_credits),
	};
}

function given(parts: { readonly [Name in keyof ClientPolicy]: ClientPolicy[Name] | undefined }) {
	const entries = Object.entries(parts).filter(([, value]) => value !== undefined);
	return Object.fromEntries(entries) as Partial<ClientPolicy>;
}

function momentOf(text: string | undefined): number | undefined {
	if (text === undefined) return undefined;
	const moment = parseTime(text);
	if (moment === undefined) throw badRequest("expires_at: a date such as 2027-01-31, or a date-time.");
	return moment;
}

/** Trimmed and without duplicates. */
function textsOf(name: string, texts: readonly string[] | undefined): string[] | undefined {
	if (texts === undefined) return undefined;
	return [...new Set(texts.map((text) => requirePlain(name, text.trim())))].filter((text) => text !== "");
}
