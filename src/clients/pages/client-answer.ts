import { creditsForJson, creditsOrNull } from "../../api/credits.ts";
import type { RequestWindows } from "../../api/limits/request-windows.ts";
import { balanceOf } from "../../billing/balances/balance.ts";
import { readSpendingCaps } from "../../billing/balances/caps.ts";
import { isShared } from "../../billing/balances/clients-of-balance.ts";
import { METADATA_KEYS } from "../../catalogue/fields/fields.ts";
import { VARIANTS } from "../../catalogue/fields/scopes.ts";
import { DEPARTMENTS } from "../../catalogue/fields/vocabularies.ts";
import type { Member } from "../../pages/call.ts";
import { holdsOneOf } from "../../pages/roles.ts";
import { emailOf } from "../../people/accounts/accounts.ts";
import type { Database } from "../../platform/db/database.ts";
import { isoTime, isoTimeOrNull } from "../../platform/time/clock.ts";
import { webhookRow, webhookState } from "../../webhooks/register/read.ts";
import { type Client, clientFromRow, stateOf } from "../policy/client.ts";
import { SEE_ALL } from "../policy/owned.ts";
import { policyFacts } from "./client-facts.ts";
import type { Administration, ListedClient, OwnClient, ShownClient } from "./contract.ts";
import { type DescribedClient, readClients } from "./read.ts";

export interface ClientAnswerParts {
	readonly db: Database;
	readonly windows: RequestWindows;
	readonly webhooks: { readonly isOn: boolean };
}

/** A client as somebody sees it: with what administration decides about it if their role lets them. */
export async function clientAnswer(
	parts: ClientAnswerParts,
	client: Client,
	{ account, shop }: Pick<Member, "account" | "shop">,
	nowMs: number,
): Promise<ShownClient> {
	const seesAll = holdsOneOf(account, SEE_ALL);
	const [own, administration] = await Promise.all([
		ownClientAnswer(parts, client, nowMs),
		seesAll ? administrationAnswer(parts.db, client, nowMs) : null,
	]);
	return { ...own, is_own: client.ownerId === shop.account_id, administration };
}

/** A client as members of its account see it. */
export async function ownClientAnswer(
	{ db, windows, webhooks }: ClientAnswerParts,
	client: Client,
	nowMs: number,
): Promise<OwnClient> {
	const [money, { minute, day }, webhook] = await Promise.all([
		moneyAnswer(db, client, nowMs),
		windows.peek(client, nowMs),
		webhooks.isOn ? webhookRow(db.read, client.clientId) : undefined,
	]);
	return {
		...listedAnswer(client, money.credit_balance, nowMs),
		...money,
		webhook_state: webhook ? webhookState(webhook) : null,
		limits: {
			requests_per_minute: minute.limit,
			requests_per_day: day.limit,
			remaining_this_minute: minute.remaining,
			remaining_today: day.remaining,
		},
		locks: [...client.locks],
		allow_ip: [...client.allowlist],
	};
}

/** What every list of clients says of one. */
function listedAnswer(client: Client, balance: number, nowMs: number) {
	const mark = creditsOrNull(client.lowBalanceUnits);
	return {
		client_id: client.clientId,
		client_name: client.name,
		is_account: client.isKeyless,
		tier: client.tier,
		state: stateOf(client, nowMs),
		balance_is_low: mark !== null && balance < mark,
		created_at: isoTime(client.createdAtMs),
		expires_at: isoTimeOrNull(client.expiresAtMs),
	};
}

/** The balance that a client draws on, and what it may spend and has spent. */
async function moneyAnswer(db: Database, { clientId, lowBalanceUnits }: Client, nowMs: number) {
	const [balance, { day, month }] = await Promise.all([
		balanceOf(db, clientId),
		readSpendingCaps(db, clientId, nowMs),
	]);
	return {
		balance_id: balance?.balance_id ?? "",
		credit_balance: creditsForJson(balance?.units ?? 0),
		shares_balance: balance !== undefined && (await isShared(db, balance.balance_key, clientId)),
		low_balance_credits: creditsOrNull(lowBalanceUnits),
		daily_cap_credits: creditsOrNull(day.limitUnits),
		monthly_cap_credits: creditsOrNull(month.limitUnits),
		spent_today: creditsForJson(day.spentUnits),
		spent_this_month: creditsForJson(month.spentUnits),
	};
}

const OTHERS_SHOWN = 50;

const LOCKS = [...new Set([...METADATA_KEYS, "images", ...VARIANTS.map((variant) => `images.${variant}`)])];

async function administrationAnswer(db: Database, client: Client, nowMs: number): Promise<Administration> {
	const { clientId, ownerId } = client;
	const [email, { clients }] = await Promise.all([
		emailOf(db.read, ownerId),
		ownerId === null ? { clients: [] } : readClients(db, { ownerId }, { limit: OTHERS_SHOWN, nowMs }),
	]);
	return {
		policy: policyFacts(client),
		owner: ownerAnswer(ownerId, email),
		other_clients: clients
			.filter(({ client_id }) => client_id !== clientId)
			.map((other) => listedClient(other, nowMs)),
		vocabulary: { locks: LOCKS, departments: DEPARTMENTS.filter(Boolean) },
	};
}

/** A client in the list of all. */
export function listedClient(row: DescribedClient, nowMs: number): ListedClient {
	const balance = creditsForJson(row.balance_units ?? 0);
	return {
		...listedAnswer(clientFromRow(row), balance, nowMs),
		credit_balance: balance,
		owner: ownerAnswer(row.owner_id, row.owner_email),
	};
}

function ownerAnswer(accountId: string | null, email: string | null): ListedClient["owner"] {
	return accountId === null ? null : { account_id: accountId, email: email ?? "" };
}
