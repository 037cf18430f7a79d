import { ALL_PRODUCTS } from "../../catalogue/fields/field-counts.ts";
import { FIELDS } from "../../catalogue/fields/fields.ts";
import { METADATA_SCOPES } from "../../catalogue/fields/scopes.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Handlers } from "../http/call.ts";
import { doubtfulPage, doubtfulSummary } from "./doubtful.ts";
import { fieldAnswer } from "./field-answer.ts";
import { catalogueFilter } from "./filter.ts";
import { listPairs } from "./pairs.ts";
import { productAnswer } from "./product-answer.ts";
import { catalogueRows } from "./rows.ts";
import { listed, searched } from "./search.ts";

export interface CatalogueParts {
	readonly db: Database;
	/** How long changes of products are kept. */
	readonly historyDays: number;
}

type ReadRoute =
	| "GET /admin/catalogue/products"
	| "GET /admin/catalogue/fields"
	| "GET /admin/catalogue/products/{barcode}"
	| "GET /admin/catalogue/coverage"
	| "GET /admin/catalogue/doubtful"
	| "GET /admin/catalogue/pairs"
	| "GET /admin/catalogue/doubtful/{kind}";

const PER_PAGE = 50;

/** The catalogue as catalogue editors see it. */
export function catalogueHandlers({ db, historyDays }: CatalogueParts): Handlers<ReadRoute> {
	return {
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
		"GET /admin/catalogue/fields": async () => fieldAnswer(),
		"GET /admin/catalogue/products/{barcode}": ({ path }) => productAnswer(db, path.barcode, historyDays),
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
			return { data: await doubtfulSummary(db) };
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
		async "GET /admin/catalogue/doubtful/{kind}"({ path, query }) {
			const { after, limit = PER_PAGE } = query;
			const page = await doubtfulPage(db, path.kind, { after, limit });
			return { ...page, total: null, is_about: false, near_words: [] };
		},
	};
}
