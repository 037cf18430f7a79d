import { type AddressRange, inRanges, parseRange } from "../../platform/http/client-address.ts";
import type { ClientTable } from "./tables.ts";

export const tiers = ["standard", "enterprise"] as const;
export type Tier = (typeof tiers)[number];

/** SPEC E2: the installation's style, no visible watermark, or no global watermark at all. */
export const watermarkPolicies = ["required", "invisible", "waived"] as const;
export type WatermarkPolicy = (typeof watermarkPolicies)[number];

/** What an administrator decides about a client. Empty lists restrict nothing. */
export interface ClientPolicy {
	readonly name: string;
	readonly tier: Tier;
	/** `null`: the default from the settings. */
	readonly requestsPerMinute: number | null;
	readonly requestsPerDay: number | null;
	readonly expiresAtMs: number | null;
	/** The only addresses or CIDRs that may call. */
	readonly allowlist: readonly string[];
	/** Locked scopes and fields: `nutrition`, `info.brand`, `images.front`. */
	readonly locks: readonly string[];
	/** The scope filter (SPEC D41): a product has to match every kind given. */
	readonly barcodePrefixes: readonly string[];
	readonly brands: readonly string[];
	readonly departments: readonly string[];
	readonly urlTtlSeconds: number | null;
	readonly multiUseUrls: boolean;
	readonly watermark: WatermarkPolicy;
}

/** A client as requests see it. */
export interface Client extends ClientPolicy {
	readonly clientId: string;
	readonly keyVersion: number;
	readonly revokedAtMs: number | null;
	readonly allowedRanges: readonly AddressRange[];
	readonly markSeed: Uint8Array;
	readonly createdAtMs: number;
	/** The owning account. */
	readonly ownerId: string | null;
	/** Whether it is the one with which its owner buys in the pages. Nobody has its key. */
	readonly isKeyless: boolean;
	/** Balance below which the owner wants to be notified; `null` for never. */
	readonly lowBalanceUnits: number | null;
}

export function clientFromRow(row: ClientTable): Client {
	const allowlist = JSON.parse(row.allowlist) as string[];
	return {
		clientId: row.client_id,
		name: row.name,
		tier: row.tier as Tier,
		requestsPerMinute: row.requests_per_minute,
		requestsPerDay: row.requests_per_day,
		expiresAtMs: row.expires_at,
		allowlist,
		locks: JSON.parse(row.locks),
		barcodePrefixes: JSON.parse(row.barcode_prefixes),
		brands: JSON.parse(row.brands),
		departments: JSON.parse(row.departments),
		urlTtlSeconds: row.url_ttl_seconds,
		multiUseUrls: row.multi_use_urls === 1,
		watermark: row.watermark as WatermarkPolicy,
		keyVersion: row.key_version,
		revokedAtMs: row.revoked_at,
		allowedRanges: allowlist.map(parseRange).filter((range) => range !== undefined),
		markSeed: row.mark_seed,
		createdAtMs: row.created_at,
		ownerId: row.owner_id,
		isKeyless: row.buyer_id !== null,
		lowBalanceUnits: row.low_balance_units,
	};
}

export function policyColumns(policy: ClientPolicy) {
	return {
		name: policy.name,
		tier: policy.tier,
		requests_per_minute: policy.requestsPerMinute,
		requests_per_day: policy.requestsPerDay,
		expires_at: policy.expiresAtMs,
		allowlist: JSON.stringify(policy.allowlist),
		locks: JSON.stringify(policy.locks),
		barcode_prefixes: JSON.stringify(policy.barcodePrefixes),
		brands: JSON.stringify(policy.brands),
		departments: JSON.stringify(policy.departments),
		url_ttl_seconds: policy.urlTtlSeconds,
		multi_use_urls: policy.multiUseUrls ? 1 : 0,
		watermark: policy.watermark,
	};
}

/** Neither revoked nor past its expiry (SPEC 3). */
export function isActive(client: Pick<Client, "revokedAtMs" | "expiresAtMs">, nowMs: number): boolean {
	return client.revokedAtMs === null && (client.expiresAtMs === null || nowMs < client.expiresAtMs);
}

/** Whether the client may call from this address (SPEC 5 rule 6). */
export function isAddressAllowed(client: Pick<Client, "allowedRanges">, address: string): boolean {
	return client.allowedRanges.length === 0 || inRanges(address, client.allowedRanges);
}

/** What mails to the owner call it: the client with which an account buys has the account's address as its name, for administrators. */
export function nameForOwner({ isKeyless, name }: Pick<Client, "isKeyless" | "name">): string {
	return isKeyless ? "Your account" : name;
}

/** Revoked, past its expiry, or neither. */
export function stateOf(client: Client, nowMs: number): "active" | "revoked" | "expired" {
	if (client.revokedAtMs !== null) return "revoked";
	return isActive(client, nowMs) ? "active" : "expired";
}
