import type { Scope } from "../../catalogue/fields/scopes.ts";
import { scopeBits } from "../../catalogue/stored/served-product.ts";
import { insertion } from "../../platform/db/rows.ts";

/** The bit for pictures bought by reads: the ledger records how many, but not which variants. */
export const PICTURES_READ = 1 << 6;

/** Metadata scopes as a bit mask. */
export function maskOf(scopes: readonly Scope[]): number {
	return scopeBits((scope) => scopes.includes(scope));
}

/** A text as it is searched: without case, accents and vowel points. */
export function folded(text: string): string {
	return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

const LONGEST_SEARCHED = 500;

/** The text by which a bought product is found: its barcode and, from the JSON text of its `info`, its names; the barcode alone if it is gone. */
export function searchTextOf(barcode: string, info: string | null | undefined): string {
	const { product_name, brand } = JSON.parse(`{${info ?? ""}}`) as Record<string, unknown>;
	const texts = [barcode, product_name, brand].filter((text) => typeof text === "string");
	return folded(texts.join(" ")).slice(0, LONGEST_SEARCHED);
}

const COLUMNS = ["client_id", "barcode", "search_text", "scopes", "variants", "first_at", "last_at"] as const;

/** Adds to what was ever bought. Idempotent; an older purchase that is recorded later does not overwrite newer data. */
export const addBought = insertion(
	"bought_product",
	COLUMNS,
	`on conflict (client_id, barcode) do update set
		search_text = case when excluded.last_at >= bought_product.last_at then excluded.search_text else bought_product.search_text end,
		scopes = bought_product.scopes | excluded.scopes,
		variants = bought_product.variants | excluded.variants,
		first_at = case when excluded.first_at < bought_product.first_at then excluded.first_at else bought_product.first_at end,
		last_at = case when excluded.last_at > bought_product.last_at then excluded.last_at else bought_product.last_at end`,
);
