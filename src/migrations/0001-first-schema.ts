import { sql } from "kysely";
import type { EngineTraits } from "../platform/db/engine-traits.ts";
import type { Migration } from "../platform/db/migrate.ts";
import type { Tx } from "../platform/db/tx.ts";
import { index, numberedTable, table } from "./table.ts";

export const firstSchema: Migration = {
	name: "0001-first-schema",
	async up(tx, traits) {
		await createClientTables(tx, traits);
		await createBillingTables(tx, traits);
		await createCatalogueTables(tx, traits);
		await createImageTables(tx, traits);
		await table(tx, traits, "service_state", ["name"], { name: "text", value: "text" });
	},
};

async function createClientTables(tx: Tx, traits: EngineTraits): Promise<void> {
	await table(tx, traits, "client", ["client_id"], {
		client_id: "text",
		name: "text",
		tier: "text",
		key_hash: "text",
		key_version: "integer",
		requests_per_minute: "bigint?",
		requests_per_day: "bigint?",
		expires_at: "bigint?",
		revoked_at: "bigint?",
		allowlist: "text",
		locks: "text",
		barcode_prefixes: "text",
		brands: "text",
		departments: "text",
		url_ttl_seconds: "integer?",
		multi_use_urls: "integer",
		watermark: "text",
		mark_seed: "bytes",
		created_at: "bigint",
	});
	await table(tx, traits, "refresh_token", ["token_hash"], {
		token_hash: "text",
		client_id: "text",
		issued_at: "bigint",
		expires_at: "bigint",
		consumed_at: "bigint?",
		revoked_at: "bigint?",
	});
	await index(tx, "refresh_token", ["client_id"]);
	await index(tx, "refresh_token", ["expires_at"]);
	await table(tx, traits, "revoked_token", ["jti"], {
		jti: "text",
		client_id: "text",
		revoked_at: "bigint",
		expires_at: "bigint",
	});
	await table(tx, traits, "sign_in_failure", ["client_id"], {
		client_id: "text",
		failures: "integer",
		locked_until: "bigint",
		updated_at: "bigint",
	});
}

async function createBillingTables(tx: Tx, traits: EngineTraits): Promise<void> {
	await table(tx, traits, "balance", ["client_id"], {
		client_id: "text",
		units: "bigint",
		ledger_seq: "bigint",
		ledger_hash: "text",
	});
	await table(tx, traits, "ledger", ["client_id", "seq"], {
		client_id: "text",
		seq: "bigint",
		at: "bigint",
		request_id: "text",
		kind: "text",
		units: "bigint",
		balance_after: "bigint",
		detail: "text",
		note: "text?",
		hash: "text",
	});
	await index(tx, "ledger", ["request_id"]);
	await table(tx, traits, "usage_hour", ["client_id", "hour", "action"], {
		client_id: "text",
		hour: "bigint",
		action: "text",
		requests: "bigint",
		units: "bigint",
	});
	await table(tx, traits, "audit", [], {
		client_id: "text",
		at: "bigint",
		request_id: "text",
		method: "text",
		route: "text",
		status: "integer",
		address: "text",
		units: "bigint",
	});
	await index(tx, "audit", ["client_id", "at"]);
	await table(tx, traits, "price", ["action", "effective_at"], {
		action: "text",
		effective_at: "bigint",
		units: "bigint",
		announced_at: "bigint",
	});
	await table(tx, traits, "idempotent_answer", ["client_id", "method", "route", "idempotency_key"], {
		client_id: "text",
		method: "text",
		route: "text",
		idempotency_key: "text",
		body_hash: "text",
		status: "integer",
		request_id: "text",
		head: "text",
		tail: "text",
		balance_units: "bigint",
		expires_at: "bigint",
	});
	await index(tx, "idempotent_answer", ["expires_at"]);
	await table(tx, traits, "rate_window", ["client_id"], {
		client_id: "text",
		minute: "bigint",
		minute_count: "bigint",
		day: "bigint",
		day_count: "bigint",
	});
}

async function createCatalogueTables(tx: Tx, traits: EngineTraits): Promise<void> {
	await numberedTable(tx, traits, "product", {
		barcode: "text",
		digits: "integer",
		info: "text?",
		hechshers: "text?",
		nutrition: "text?",
		ingredients: "text?",
		catalog_meta: "text?",
		info_as_given: "text?",
		category_override: "text?",
		brand: "text?",
		department: "text?",
		scanned_at: "bigint?",
		updated_at: "bigint?",
		fields_low: "integer",
		fields_high: "integer",
		variants: "integer",
		image_meta: "text?",
		image_fields: "integer",
		images_changed_at: "bigint?",
		changed_at: "bigint",
		brand_number: "bigint",
		department_number: "bigint",
		owner_1: "bigint?",
		owner_2: "bigint?",
		owner_3: "bigint?",
		owner_4: "bigint?",
	});
	await index(tx, "product", ["barcode"], "unique");
	await index(tx, "product", ["changed_at", "barcode"]);
	await tx.schema.createIndex("product_listing").on("product").columns(LISTING_COLUMNS).execute();
	await table(tx, traits, "field_count", ["field_key"], { field_key: "text", products: "bigint" });
}

/**
 * Everything that a listing filters by or shows, so that no listing reads the wide rows themselves. The columns that most filters use come first,
 * because SQLite decodes an index entry from its start.
 */
const LISTING_COLUMNS = [
	"barcode",
	"digits",
	"variants",
	"fields_low",
	"fields_high",
	"changed_at",
	"image_fields",
	"brand_number",
	"department_number",
	"owner_1",
	"owner_2",
	"owner_3",
	"owner_4",
];

async function createImageTables(tx: Tx, traits: EngineTraits): Promise<void> {
	await table(tx, traits, "image", ["image_id"], {
		image_id: "text",
		barcode: "text",
		variant: "text",
		active: "integer",
		content_type: "text",
		width: "integer",
		height: "integer",
		size_bytes: "bigint",
		original_sha256: "text",
		photo_date: "text",
		uploaded_at: "bigint",
		ownership: "text?",
		uploaded_by: "text?",
		source_batch: "text",
		original_blob: "text",
		watermarked_blob: "text",
		plain_blob: "text",
		markable: "integer",
		watermark_version: "text",
		fingerprint: "bytes?",
		created_at: "bigint",
	});
	await sql`create unique index image_active on image (barcode, variant) where active = 1`.execute(tx);
	await table(tx, traits, "used_url", ["url_id"], { url_id: "text", expires_at: "bigint" });
	await index(tx, "used_url", ["expires_at"]);
	await numberedTable(tx, traits, "delivery", {
		client_id: "text",
		image_id: "text",
		watermarked: "integer",
		at: "bigint",
		address: "text",
		url_id: "text",
	});
	await index(tx, "delivery", ["image_id", "client_id"]);
}
