import { handlers } from "../../../pages/call.ts";
import type { Database } from "../../../platform/db/database.ts";
import { commonErrors } from "../../../platform/http/http-error.ts";
import { parseTime } from "../../../platform/http/query.ts";
import type { SettingsOf } from "../../../platform/settings.ts";
import { choicesOf } from "../../../proposals/fields.ts";
import { barcodeRanges } from "../../barcodes/barcode-ranges.ts";
import { CONFLICTS } from "../../conflicts/conflicts.ts";
import { CATEGORY_OVERRIDE, DECLARED } from "../../fields/declared-fields.ts";
import { ALL_PRODUCTS } from "../../fields/field-counts.ts";
import type { FieldKind } from "../../fields/field-kinds.ts";
import { FIELDS } from "../../fields/fields.ts";
import {
	METADATA_SCOPES,
	PRODUCT_META_SCOPES,
	type ProductMetaScope,
	VARIANTS,
	variantBit,
} from "../../fields/scopes.ts";
import { DEPARTMENTS } from "../../fields/vocabularies.ts";
import type { historySettings } from "../../history/retention.ts";
import { EVERY_PRODUCT, type ProductFilter } from "../../listing/product-filter.ts";
import { type CatalogueFields, type CatalogueQuery, catalogueRoutes } from "./contract.ts";
import { issuePage, issueSummary } from "./data-issues.ts";
import { lookAtConflict } from "./look-at.ts";
import { listPairs } from "./pairs.ts";
import { productAnswer } from "./product-answer.ts";
import { catalogueRows } from "./rows.ts";
import { counted, listed, searched } from "./search.ts";

export interface CatalogueParts {
	readonly db: Database;
	readonly config: { readonly history: SettingsOf<typeof historySettings> };
}

const PER_PAGE = 50;

export function catalogueHandlers({ db, config }: CatalogueParts) {
	return handlers(catalogueRoutes)({
		async "GET /admin/catalogue/products"({ query }) {
			const { q = "", after, limit = PER_PAGE } = query;
			const filter = catalogueFilter(query);
			const found =
				q.trim() === ""
					? await listed(db, filter, { after, limit })
					: await searched(db, q, filter, { after, limit });
			const { barcodes, total, isAbout, nearWords, next } = found;
			const data = await catalogueRows(db, barcodes);
			return { data, total, is_about: isAbout, near_words: [...nearWords], next };
		},
		"GET /admin/catalogue/product-counts": ({ query }) => filterCounts(db, query),
		"GET /admin/catalogue/fields": async () => fieldAnswer(),
		"GET /admin/catalogue/products/{barcode}": ({ path }) => productAnswer(db, path.barcode, config.history),
		async "GET /admin/catalogue/coverage"() {
			const rows = await db.read.selectFrom("field_count").selectAll().execute();
			const counts = new Map(rows.map(({ field_key, products }) => [field_key, Number(products)]));
			const count = (key: string) => counts.get(key) ?? 0;
			return {
				products: count(ALL_PRODUCTS),
				scopes: METADATA_SCOPES.map((scope) => ({
					scope,
					products: count(scope),
					fields: FIELDS[scope].map((field) => ({ field, products: count(`${scope}.${field}`) })),
				})),
			};
		},
		async "GET /admin/catalogue/doubtful"() {
			return { data: await issueSummary(db) };
		},
		async "GET /admin/catalogue/pairs"({ query }) {
			const { after, limit = PER_PAGE } = query;
			const { pairs, next } = await listPairs(db.scan, { after, limit });
			const barcodes = [...new Set(pairs.flatMap(({ keep, other }) => [keep, other]))];
			const rows = new Map((await catalogueRows(db, barcodes)).map((row) => [row.barcode, row]));
			const data = pairs.flatMap((pair) => {
				const [keep, other] = [rows.get(pair.keep), rows.get(pair.other)];
				return keep && other ? [{ keep, other, both_stay: pair.bothStay }] : [];
			});
			return { data, next };
		},
		async "POST /admin/catalogue/doubtful/{kind}/looked-at"({ path, body, actor }) {
			const kind = CONFLICTS.find((known) => path.kind === `conflict:${known}`);
			if (kind === undefined) throw commonErrors.not_found({ message: "There is no such list." });
			for (const barcode of body.barcodes) await db.write(lookAtConflict, { barcode, kind, actor });
		},
		async "GET /admin/catalogue/doubtful/{kind}"({ path, query }) {
			const { after, limit = PER_PAGE } = query;
			const page = await issuePage(db, path.kind, { after, limit });
			return { ...page, total: null, is_about: false, near_words: [] };
		},
	});
}

/** The scopes that the text index knows: pictures are found by variant. */
const COUNTED_SCOPES = METADATA_SCOPES.map((scope) => ({ filter: "has", value: scope, counted: { scope } }));
const COUNTED_DEPARTMENTS = DEPARTMENTS.map((value) => ({
	filter: "department",
	value,
	counted: { field: "catalog_meta.department", value },
}));

async function filterCounts(db: Database, query: Omit<CatalogueQuery, "after" | "limit">) {
	const values = [...COUNTED_DEPARTMENTS, ...COUNTED_SCOPES];
	const asked = values.map((one) => one.counted);
	const counts = await counted(db, query.q ?? "", catalogueFilter(query), asked);
	return {
		data: values.map(({ filter, value }, place) => ({ filter, value, products: counts[place] ?? null })),
	};
}

/** Translates a query of the catalogue table into the filter of the API's listings. */
function catalogueFilter(query: CatalogueQuery): ProductFilter {
	const variants = (given: boolean) =>
		VARIANTS.filter((variant) => query[`has_${variant}`] === given).reduce(
			(mask, variant) => mask | variantBit(variant),
			0,
		);
	return {
		ranges: barcodeRanges(query.search ?? "", []),
		minDigits: query.min_digits,
		maxDigits: query.max_digits,
		changedSinceMs: query.updated_since === undefined ? undefined : parseTime(query.updated_since),
		withVariants: variants(true),
		withoutVariants: variants(false),
		ownership: query.ownership,
		brands: EVERY_PRODUCT.brands,
		departments: query.department ?? [],
		has: query.has ?? [],
		missing: query.missing ?? [],
	};
}

/** The fields of the product form: the declared ones, except for the times that the service maintains itself. */
function fieldAnswer(): CatalogueFields {
	return { scopes: PRODUCT_META_SCOPES.map((scope) => ({ scope, fields: fieldsOf(scope) })) };
}

function fieldsOf(scope: ProductMetaScope): CatalogueFields["scopes"][number]["fields"][number][] {
	const declared: Readonly<Record<string, FieldKind>> =
		scope === "catalog_meta" ? { ...DECLARED.catalog_meta, category: CATEGORY_OVERRIDE } : DECLARED[scope];
	return Object.entries(declared).flatMap(([field, { kind, served, given }]) =>
		kind === "time" || kind === "picture"
			? []
			: [{ field, kind, choices: choicesOf(given), description: descriptionOf(served) }],
	);
}

function descriptionOf(served: FieldKind["served"]): string {
	return (served as { description?: string }).description ?? "";
}
