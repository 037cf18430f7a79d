import { creditsOrNull } from "../../api/credits.ts";
import type { Caps } from "../../billing/balances/caps.ts";
import { type Actor, type Changes, changesBetween, recordEvent } from "../../pages/events.ts";
import { emailOf } from "../../people/accounts/accounts.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { isoTimeOrNull } from "../../platform/time/clock.ts";
import type { Client } from "../policy/client.ts";

/** A client with its caps, which belong to its membership in a balance. */
export type CappedClient = Client & Caps;

/** The policy of a client, under the names used by the pages and the log. */
export function policyFacts(client: Client) {
	return {
		client_name: client.name,
		tier: client.tier,
		requests_per_minute: client.requestsPerMinute,
		requests_per_day: client.requestsPerDay,
		expires_at: isoTimeOrNull(client.expiresAtMs),
		allow_ip: [...client.allowlist],
		locks: [...client.locks],
		barcode_prefixes: [...client.barcodePrefixes],
		brands: [...client.brands],
		departments: [...client.departments],
		url_ttl_seconds: client.urlTtlSeconds,
		multi_use_urls: client.multiUseUrls,
		watermark: client.watermark,
	};
}

/** Everything about a client that can be changed. */
function clientFacts(client: CappedClient) {
	return {
		...policyFacts(client),
		low_balance_credits: creditsOrNull(client.lowBalanceUnits),
		daily_cap_credits: creditsOrNull(client.dailyCapUnits),
		monthly_cap_credits: creditsOrNull(client.monthlyCapUnits),
	};
}

/** Records what changed about a client; nothing if nothing did. */
export async function recordClientChange(
	tx: Tx,
	actor: Actor,
	before: CappedClient,
	after: CappedClient,
): Promise<void> {
	const owners =
		before.ownerId === after.ownerId
			? {}
			: { owner: [await emailOf(tx, before.ownerId), await emailOf(tx, after.ownerId)] as const };
	const changes: Changes = { ...owners, ...changesBetween(clientFacts(before), clientFacts(after)) };
	if (Object.keys(changes).length === 0) return;
	await recordEvent(tx, actor, "key.changed", before.clientId, changes);
}
