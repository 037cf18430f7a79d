import { creditsForJson, creditsOrNull } from "../api/credits.ts";
import type { Caps } from "../billing/balances/caps.ts";
import type { Client } from "../clients/policy/client.ts";
import { stateOf } from "../clients/policy/client.ts";
import { isoTime, isoTimeOrNull } from "../platform/time/clock.ts";
import type { Column } from "./table.ts";

/** The balance that a client draws on, and its caps. */
export interface ClientBilling extends Caps {
	readonly balanceId: string;
	readonly balanceUnits: number;
}

/** A client as the command line shows it. */
export function clientDocument(client: Client, billing: ClientBilling, nowMs: number) {
	return {
		client_id: client.clientId,
		client_name: client.name,
		state: stateOf(client, nowMs),
		tier: client.tier,
		balance_id: billing.balanceId,
		credit_balance: creditsForJson(billing.balanceUnits),
		daily_cap_credits: creditsOrNull(billing.dailyCapUnits),
		monthly_cap_credits: creditsOrNull(billing.monthlyCapUnits),
		requests_per_minute: client.requestsPerMinute,
		requests_per_day: client.requestsPerDay,
		expires: isoTimeOrNull(client.expiresAtMs),
		allow_ip: client.allowlist,
		locks: client.locks,
		barcode_prefixes: client.barcodePrefixes,
		brands: client.brands,
		departments: client.departments,
		url_ttl_seconds: client.urlTtlSeconds,
		multi_use_urls: client.multiUseUrls,
		watermark: client.watermark,
		owner_account_id: client.ownerId,
		created: isoTime(client.createdAtMs),
	};
}

export const LISTED: readonly Column<ReturnType<typeof clientDocument>>[] = [
	{ head: "CLIENT_ID", text: (each) => each.client_id },
	{ head: "STATE", text: (each) => each.state },
	{ head: "TIER", text: (each) => each.tier },
	{ head: "CREDITS", text: (each) => String(each.credit_balance), right: true },
	{ head: "NAME", text: (each) => each.client_name },
];

export function documentLines(document: ReturnType<typeof clientDocument>): string[] {
	return Object.entries(document).map(([key, value]) => `${key.padEnd(20)} ${textOf(value)}`);
}

function textOf(value: unknown): string {
	if (Array.isArray(value)) return value.length > 0 ? value.join(", ") : "-";
	return value === null ? "-" : typeof value === "number" ? String(value) : `${value}`;
}
