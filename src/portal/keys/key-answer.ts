import { creditsForJson } from "../../api/credits.ts";
import type { RequestWindows } from "../../api/limits/request-windows.ts";
import { balanceOf } from "../../billing/balances/balance.ts";
import { readSpendingCaps } from "../../billing/balances/caps.ts";
import { isShared } from "../../billing/balances/clients-of-balance.ts";
import { type Client, isActive } from "../../clients/policy/client.ts";
import type { Database } from "../../platform/db/database.ts";
import { isoTime } from "../../platform/time/clock.ts";
import { webhookRow, webhookState } from "../../webhooks/register/read.ts";
import { creditsOrNull } from "../clients/client-facts.ts";
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
	const { clientId, lowBalanceUnits } = client;
	const [balance, { day: today, month }, { minute, day }, webhook] = await Promise.all([
		balanceOf(db, clientId),
		readSpendingCaps(db, clientId, nowMs),
		windows.peek(client, nowMs),
		webhooks.isOn ? webhookRow(db.read, clientId) : undefined,
	]);
	const balanceUnits = balance?.units ?? 0;
	return {
		client_id: clientId,
		balance_id: balance?.balance_id ?? "",
		client_name: client.name,
		is_account: client.isKeyless,
		tier: client.tier,
		state: stateOf(client, nowMs),
		created_at: isoTime(client.createdAtMs),
		expires_at: client.expiresAtMs === null ? null : isoTime(client.expiresAtMs),
		credit_balance: creditsForJson(balanceUnits),
		shares_balance: balance !== undefined && (await isShared(db, balance.balance_key, clientId)),
		low_balance_credits: creditsOrNull(lowBalanceUnits),
		balance_is_low: lowBalanceUnits !== null && balanceUnits < lowBalanceUnits,
		daily_cap_credits: creditsOrNull(today.limitUnits),
		monthly_cap_credits: creditsOrNull(month.limitUnits),
		spent_today: creditsForJson(today.spentUnits),
		spent_this_month: creditsForJson(month.spentUnits),
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

/** Revoked, past its expiry, or neither. */
export function stateOf(client: Client, nowMs: number): Key["state"] {
	if (client.revokedAtMs !== null) return "revoked";
	return isActive(client, nowMs) ? "active" : "expired";
}
