import type { Deed } from "../billing/metering.ts";
import type { ClientPolicy } from "../clients/client.ts";
import type { Database, PointRead } from "../platform/db/database.ts";
import { outOfScope, productNotFound, scopeForbidden } from "./errors.ts";
import { FIELDS } from "./fields.ts";
import { type Locks, locksOf, redactedPaths } from "./locks.ts";
import { scopeHasData } from "./masks.ts";
import { productMetaText } from "./product-meta.ts";
import type { ProductSelection } from "./product-query.ts";
import { masksOfRow, type ProductRow } from "./product-row.ts";
import {
	METADATA_SCOPES,
	PRODUCT_META_SCOPES,
	type Scope,
	VARIANTS,
	type Variant,
	variantBit,
} from "./scopes.ts";

/** What a read of one product needs. */
export type ServedProduct = Pick<
	ProductRow,
	| "barcode"
	| "info"
	| "hechshers"
	| "nutrition"
	| "ingredients"
	| "catalog_meta"
	| "brand"
	| "department"
	| "scanned_at"
	| "updated_at"
	| "fields_low"
	| "fields_high"
	| "variants"
	| "image_meta"
	| "image_fields"
>;

/** The part of a client that decides what of the catalogue it may read. */
export type Reader = Pick<ClientPolicy, "locks" | "barcodePrefixes" | "brands" | "departments">;

export function productRead(db: Database): PointRead<ServedProduct> {
	return db.pointRead(
		db.read
			.selectFrom("product")
			.select([
				"barcode",
				"info",
				"hechshers",
				"nutrition",
				"ingredients",
				"catalog_meta",
				"brand",
				"department",
				"scanned_at",
				"updated_at",
				"fields_low",
				"fields_high",
				"variants",
				"image_meta",
				"image_fields",
			])
			.where("barcode", "=", "")
			.compile(),
	);
}

/**
 * Finds a product that the reader's scope filter lets through (decisions 3 and 41).
 * @throws ApiError 403 `out_of_scope`, 404 `not_found`.
 */
export async function findReadable(
	find: PointRead<ServedProduct>,
	reader: Reader,
	barcode: string,
): Promise<ServedProduct> {
	const { barcodePrefixes, brands, departments } = reader;
	if (barcodePrefixes.length > 0 && !barcodePrefixes.some((prefix) => barcode.startsWith(prefix))) {
		throw outOfScope();
	}
	const product = await find(barcode);
	if (!product) throw productNotFound();
	if (brands.length > 0 && !brands.includes(product.brand ?? "")) throw outOfScope();
	if (departments.length > 0 && !departments.includes(product.department ?? "")) throw outOfScope();
	return product;
}

/** A product as one reader gets it: the blocks as JSON text, and what has to be paid for. */
export interface ProductAnswer {
	/** Members of the answer, from `barcode` up to but not with `images` and `meta`. */
	readonly members: readonly string[];
	/** Variants to issue a URL for; `undefined` when images were not asked for. */
	readonly urlVariants: readonly Variant[] | undefined;
	readonly redactedFields: readonly string[];
	readonly deeds: readonly Deed[];
}

/**
 * Cuts the answer out of a product.
 * @throws ApiError 403 `scope_forbidden` when a requested scope is locked whole.
 */
export function answerProduct(
	product: ServedProduct,
	selection: ProductSelection,
	reader: Reader,
): ProductAnswer {
	const locks = locksOf(reader.locks);
	requireUnlocked(selection, locks);
	const urlVariants = selection.scopes.has("images")
		? selection.variants.filter(
				(variant) => (product.variants & variantBit(variant)) !== 0 && !locks.variants.has(variant),
			)
		: undefined;
	return {
		members: [
			`"barcode":"${product.barcode}"`,
			...imageMetaMember(product, selection.scopes, locks),
			...productMetaMember(product, selection.scopes, locks),
		],
		urlVariants,
		redactedFields: redacted(selection, locks),
		deeds: [
			...METADATA_SCOPES.filter((scope) => selection.scopes.has(scope) && hasData(product, scope, locks)).map(
				(scope) => ({ action: `products.get.${scope}`, quantity: 1 }) as const,
			),
			...(urlVariants && urlVariants.length > 0
				? [{ action: "products.get.per_image", quantity: urlVariants.length } as const]
				: []),
		],
	};
}

/** All requested scopes that are locked are named at once (decision 21). */
function requireUnlocked(selection: ProductSelection, locks: Locks): void {
	const blocked = [...selection.scopes].filter((scope) => locks.scopes.has(scope));
	const allVariantsLocked = selection.variants.every((variant) => locks.variants.has(variant));
	if (selection.scopes.has("images") && !locks.scopes.has("images") && allVariantsLocked)
		blocked.push("images");
	if (blocked.length > 0) throw scopeForbidden(blocked);
}

function redacted(selection: ProductSelection, locks: Locks): string[] {
	const images = selection.scopes.has("images")
		? selection.variants
				.filter((variant) => locks.variants.has(variant))
				.map((variant) => `images.${variant}`)
		: [];
	return [...redactedPaths(locks, selection.scopes), ...images];
}

function hasData(product: ServedProduct, scope: (typeof METADATA_SCOPES)[number], locks: Locks): boolean {
	if (scope !== "image_meta") return scopeHasData(masksOfRow(product), scope, locks.fields.get(scope));
	if (product.variants === 0) return false;
	const locked = locks.fields.get("image_meta") ?? [];
	return FIELDS.image_meta.some(
		(field, place) => !locked.includes(field) && (product.image_fields & (1 << place)) !== 0,
	);
}

function productMetaMember(product: ServedProduct, scopes: ReadonlySet<Scope>, locks: Locks): string[] {
	const asked = PRODUCT_META_SCOPES.filter((scope) => scopes.has(scope));
	if (asked.length === 0) return [];
	const record = {
		info: product.info,
		hechshers: product.hechshers,
		nutrition: product.nutrition,
		ingredients: product.ingredients,
		catalogMeta: product.catalog_meta,
		scannedAtMs: product.scanned_at,
		updatedAtMs: product.updated_at,
	};
	return [`"product_meta":${productMetaText(record, asked, locks.productMeta)}`];
}

const NO_IMAGES = JSON.stringify(Object.fromEntries(VARIANTS.map((variant) => [variant, null])));

function imageMetaMember(product: ServedProduct, scopes: ReadonlySet<Scope>, locks: Locks): string[] {
	if (!scopes.has("image_meta")) return [];
	const text = product.image_meta ?? NO_IMAGES;
	const locked = locks.fields.get("image_meta");
	return [`"image_meta":${locked ? withoutFields(text, locked) : text}`];
}

function withoutFields(text: string, fields: readonly string[]): string {
	const block: Record<string, Record<string, unknown> | null> = JSON.parse(text);
	for (const entry of Object.values(block)) {
		if (entry) for (const field of fields) delete entry[field];
	}
	return JSON.stringify(block);
}
