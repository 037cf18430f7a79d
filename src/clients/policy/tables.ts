/** An API client (SPEC 2.1). List columns hold JSON arrays of strings. */
export interface ClientTable {
	client_id: string;
	name: string;
	tier: string;
	key_hash: string;
	/** Incremented by every rotation; access tokens contain it and become invalid when it changes. */
	key_version: number;
	requests_per_minute: number | null;
	requests_per_day: number | null;
	expires_at: number | null;
	revoked_at: number | null;
	allowlist: string;
	locks: string;
	barcode_prefixes: string;
	brands: string;
	departments: string;
	url_ttl_seconds: number | null;
	multi_use_urls: number;
	watermark: string;
	/** 32 random bytes from which this client's image marks are derived; rotating other secrets leaves them unchanged. */
	mark_seed: Uint8Array;
	created_at: number;
	/** The owning account; null if the client was issued by an administrator without an owner. */
	owner_id: string | null;
	low_balance_units: number | null;
	/** The account whose viewing of pictures in administration this client represents; nobody has its key. Null for API clients. */
	viewer_id: string | null;
	/** The account whose purchases in the pages this client makes, which is also its owner; nobody has its key. Null for API clients. */
	buyer_id: string | null;
}

declare module "../../platform/db/tables.ts" {
	interface Tables {
		client: ClientTable;
	}
}
