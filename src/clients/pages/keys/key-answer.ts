import { creditsForJson, creditsOrNull } from "../../../api/credits.ts";
import type { RequestWindows } from "../../../api/limits/request-windows.ts";
import { balanceOf } from "../../../billing/balances/balance.ts";
import { readSpendingCaps } from "../../../billing/balances/caps.ts";
import { isShared } from "../../../billing/balances/clients-of-balance.ts";
import type { Database } from "../../../platform/db/database.ts";
import { isoTime, isoTimeOrNull } from "../../../platform/time/clock.ts";
import { webhookRow, webhookState } from "../../../webhooks/register/read.ts";
import type { Client } from "../../policy/client.ts";
import { stateOf } from "../../policy/client.ts";
import type { Key } from "./contract.ts";

export interface KeyAnswerParts {
	readonly db: Database;
	readonly windows: RequestWindows;
	readonly webhooks: { readonly isOn: boolean };
}

/** A key as shown to its owner. */
export async function keyAnswer(
	{ db, windows, webhooks }: KeyAnswerParts,
	client: Client,
	nowMs: number,
): Promise<Key> {
	const [money, { minute, day }, webhook] = await Promise.all([
		moneyAnswer(db, client, nowMs),
		windows.peek(client, nowMs),
		webhooks.isOn ? webhookRow(db.read, client.clientId) : undefined,
	]);
	const { credit_balance, low_balance_credits } = money;
	return {
		...listedAnswer(client, nowMs),
		...money,
		balance_is_low: low_balance_credits !== null && credit_balance < low_balance_credits,
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
export function listedAnswer(client: Client, nowMs: number) {
	return {
		client_id: client.clientId,
		client_name: client.name,
		is_account: client.isKeyless,
		tier: client.tier,
		state: stateOf(client, nowMs),
		created_at: isoTime(client.createdAtMs),
		expires_at: isoTimeOrNull(client.expiresAtMs),
	};
}

/** The balance that a client draws on, and what it may spend and has spent. */
export async function moneyAnswer(db: Database, { clientId, lowBalanceUnits }: Client, nowMs: number) {
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
