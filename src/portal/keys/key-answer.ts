import { creditsForJson } from "../../api/credits.ts";
import type { RequestWindows } from "../../api/limits/request-windows.ts";
import { readBalance } from "../../billing/balances/balance.ts";
import { usageSince } from "../../billing/usage/usage.ts";
import { startOf } from "../../clients/account/usage-range.ts";
import { type Client, isActive } from "../../clients/policy/client.ts";
import type { Database } from "../../platform/db/database.ts";
import { isoTime } from "../../platform/time/clock.ts";
import { webhookRow, webhookState } from "../../webhooks/register/read.ts";
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
	const { clientId, lowBalanceUnits, dailyCapUnits } = client;
	const [balanceUnits, [today], { minute, day }, webhook] = await Promise.all([
		readBalance(db, clientId),
		usageSince(db, clientId, startOf("day", nowMs)),
		windows.peek(client, nowMs),
		webhooks.isOn ? webhookRow(db.read, clientId) : undefined,
	]);
	return {
		client_id: clientId,
		client_name: client.name,
		tier: client.tier,
		state: stateOf(client, nowMs),
		created_at: isoTime(client.createdAtMs),
		expires_at: client.expiresAtMs === null ? null : isoTime(client.expiresAtMs),
		credit_balance: creditsForJson(balanceUnits),
		low_balance_credits: creditsOrNull(lowBalanceUnits),
		balance_is_low: lowBalanceUnits !== null && balanceUnits < lowBalanceUnits,
		daily_cap_credits: creditsOrNull(dailyCapUnits),
		spent_today: creditsForJson(today.units),
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

function creditsOrNull(units: number | null): number | null {
	return units === null ? null : creditsForJson(units);
}
