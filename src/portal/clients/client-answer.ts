import { creditsForJson } from "../../api/credits.ts";
import type { RequestWindows } from "../../api/limits/request-windows.ts";
import { balanceOf } from "../../billing/balances/balance.ts";
import { readSpendingCaps } from "../../billing/balances/caps.ts";
import { isShared } from "../../billing/balances/clients-of-balance.ts";
import { METADATA_KEYS } from "../../catalogue/fields/fields.ts";
import { VARIANTS } from "../../catalogue/fields/scopes.ts";
import { DEPARTMENTS } from "../../catalogue/fields/vocabularies.ts";
import { type Client, clientFromRow } from "../../clients/policy/client.ts";
import type { Database } from "../../platform/db/database.ts";
import { isoTime } from "../../platform/time/clock.ts";
import { portalError } from "../errors.ts";
import { stateOf } from "../keys/key-answer.ts";
import { creditsOrNull, policyFacts } from "./client-facts.ts";
import type { AnyClient, ListedClient } from "./contract.ts";
import { type DescribedClient, readClients } from "./read.ts";

export interface ClientAnswerParts {
	readonly db: Database;
	readonly windows: RequestWindows;
}

const OTHERS_SHOWN = 50;

const LOCKS = [...new Set([...METADATA_KEYS, "images", ...VARIANTS.map((variant) => `images.${variant}`)])];

/** @throws HttpError 404 */
export async function describedClient(
	db: Database,
	clientId: string,
	nowMs: number,
): Promise<DescribedClient> {
	const { clients } = await readClients(db, { clientId }, { limit: 1, nowMs });
	if (!clients[0]) throw portalError("not_found");
	return clients[0];
}

/** One client with its policy and the others of its account. @throws HttpError 404 */
export async function clientAnswer(
	parts: ClientAnswerParts,
	clientId: string,
	nowMs: number,
): Promise<AnyClient> {
	const row = await describedClient(parts.db, clientId, nowMs);
	const client = clientFromRow(row);
	const [others, { minute, day }, balance, caps] = await Promise.all([
		othersOf(parts.db, client, nowMs),
		parts.windows.peek(client, nowMs),
		balanceOf(parts.db, clientId),
		readSpendingCaps(parts.db, clientId, nowMs),
	]);
	return {
		...listedClient(row, nowMs),
		policy: policyFacts(client),
		limits: { requests_per_minute: minute.limit, requests_per_day: day.limit },
		balance_id: balance?.balance_id ?? "",
		shares_balance: balance !== undefined && (await isShared(parts.db, balance.balance_key, clientId)),
		low_balance_credits: creditsOrNull(client.lowBalanceUnits),
		daily_cap_credits: creditsOrNull(caps.day.limitUnits),
		monthly_cap_credits: creditsOrNull(caps.month.limitUnits),
		spent_today: creditsForJson(caps.day.spentUnits),
		spent_this_month: creditsForJson(caps.month.spentUnits),
		other_clients: others.map((other) => listedClient(other, nowMs)),
		vocabulary: { locks: LOCKS, departments: DEPARTMENTS.filter(Boolean) },
	};
}

async function othersOf(
	db: Database,
	{ ownerId, clientId }: Client,
	nowMs: number,
): Promise<DescribedClient[]> {
	if (ownerId === null) return [];
	const { clients } = await readClients(db, { ownerId }, { limit: OTHERS_SHOWN, nowMs });
	return clients.filter(({ client_id }) => client_id !== clientId);
}

export function listedClient(row: DescribedClient, nowMs: number): ListedClient {
	const client = clientFromRow(row);
	return {
		client_id: client.clientId,
		client_name: client.name,
		is_account: client.isKeyless,
		state: stateOf(client, nowMs),
		tier: client.tier,
		credit_balance: creditsForJson(row.balance_units ?? 0),
		owner: client.ownerId === null ? null : { account_id: client.ownerId, email: row.owner_email ?? "" },
		created_at: isoTime(client.createdAtMs),
		expires_at: client.expiresAtMs === null ? null : isoTime(client.expiresAtMs),
	};
}
