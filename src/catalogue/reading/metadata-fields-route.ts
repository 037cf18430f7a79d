import type { Metering } from "../../billing/ledger/metering.ts";
import { type Billed, billed } from "../../billing/prices/bill.ts";
import type { Database } from "../../platform/db/database.ts";
import { ALL_PRODUCTS } from "../fields/field-counts.ts";
import { FIELDS } from "../fields/fields.ts";
import { METADATA_SCOPES, type MetadataScope } from "../fields/scopes.ts";
import { MetadataFieldsAnswer, MetadataFieldsQuery } from "./availability-schemas.ts";
import { answerCharged } from "./charged-answer.ts";

interface MetadataFieldsParts {
	readonly db: Database;
	readonly metering: Metering;
}

const ONE_LIST: Billed = { lineItems: [{ action: "metadata.fields.catalogue", quantity: 1 }] };

/** `GET /metadata-fields`: all metadata keys, on request with the number of products that have each (SPEC 4.3). */
export const getMetadataFields = billed<MetadataFieldsParts, unknown, Billed>({
	id: "listMetadataFields",
	tag: "Availability",
	summary: "The metadata keys and how many products have each",
	access: "bearer",
	query: MetadataFieldsQuery,
	answer: MetadataFieldsAnswer,
	answerText: "Scopes with their fields.",
	charges: ["metadata.fields.catalogue"],
	errors: ["bad_request"],
	bill: () => async () => ONE_LIST,
	handle:
		({ db, metering }) =>
		async (request, reply) => {
			const { counts: wanted } = request.query as MetadataFieldsQuery;
			const counts = await readCounts(db);
			const scopes = METADATA_SCOPES.map((scope) => ({
				scope,
				source_fields: FIELDS[scope],
				...(wanted ? scopeCounts(scope, counts) : {}),
			}));
			const members = [
				`"scopes":${JSON.stringify(scopes)}`,
				`"total_products":${counts.get(ALL_PRODUCTS) ?? 0}`,
				`"usage":${USAGE}`,
			];
			return answerCharged(metering, request, reply, members, ONE_LIST.lineItems);
		},
});

async function readCounts(db: Database): Promise<Map<string, number>> {
	const rows = await db.read.selectFrom("field_count").selectAll().execute();
	return new Map(rows.map((row) => [row.field_key, row.products]));
}

function scopeCounts(scope: MetadataScope, counts: ReadonlyMap<string, number>) {
	const ofField = FIELDS[scope].map((field) => [field, counts.get(`${scope}.${field}`) ?? 0]);
	return {
		barcodes_with_scope: counts.get(scope) ?? 0,
		barcodes_with_field: Object.fromEntries(ofField) as Record<string, number>,
	};
}

const USAGE = JSON.stringify({
	counts: "GET /metadata-fields?counts=1 adds how many products have each scope and field.",
	has: "GET /metadata/products?has=nutrition,info.brand lists products that have all of these keys.",
	missing:
		"GET /metadata/products?missing=ingredients.allergens lists products that have none of these keys.",
	one: "GET /metadata/{barcode} tells which keys one product has.",
	bulk: 'POST /metadata/bulk-check with {"barcodes": [...], "fields": true} tells which keys up to 500 products have.',
	values: "GET /products/{barcode}?include=nutrition returns the values of a scope.",
});
