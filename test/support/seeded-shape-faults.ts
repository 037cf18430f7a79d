import { fault, inBody, LISTING, on, PRODUCT, type SeededFault } from "./fault-kinds.ts";

/** Answers that differ a little from the documented shapes. */
export const shapeFaults: readonly SeededFault[] = [
	fault(
		"gives times in another zone than UTC",
		"meta says when, what was debited and what is left",
		inBody(on(PRODUCT), (body) => {
			body.meta.response_generated = "2027-01-01T00:00:00+02:00";
		}),
	),
	fault(
		"leaves a field out that has no value",
		"info has the documented fields",
		inBody(on(PRODUCT), (body) => {
			if (body.product_meta) delete body.product_meta.manufacturer;
		}),
	),
	fault(
		"leaves the daily value of a nutrient out",
		"nutrition has the documented fields, all values as texts",
		inBody(on(PRODUCT), (body) => {
			if (body.product_meta?.nutrition) delete body.product_meta.nutrition.sodium.dv;
		}),
	),
	fault(
		"dates uploads in ISO 8601",
		"image_meta has each variant, described or null",
		inBody(on(PRODUCT), (body) => {
			for (const picture of Object.values<{ upload_date: string } | null>(body.image_meta ?? {}))
				if (picture) picture.upload_date = "2027-01-01T00:00:00Z";
		}),
	),
	fault(
		"describes a variant that there is not",
		"image_meta has each variant, described or null",
		inBody(on(PRODUCT), (body) => {
			if (body.image_meta) body.image_meta.side = null;
		}),
	),
	fault(
		"gives addresses of pictures that are not signed",
		"images has each variant, a signed URL or null",
		inBody(on(PRODUCT), (body) => {
			if (body.images) body.images.front = "https://pictures.example/front.jpg";
		}),
	),
	fault(
		"adds a member to the pagination",
		"the listing has rows, pagination and meta of the documented shape",
		inBody(on(LISTING), (body) => {
			body.pagination.has_more = true;
		}),
	),
	fault(
		"lists by cursor unasked",
		"the listing has rows, pagination and meta of the documented shape",
		inBody(on(LISTING), (body) => {
			body.pagination = { per_page: 50, next_cursor: null };
		}),
	),
	fault(
		"tells the value of a field that is not documented",
		"GET /metadata/{barcode} has booleans for scopes and fields",
		inBody(on(/metadata\/\d+$/), (body) => {
			body.metadata_fields.info.colour = "red";
		}),
	),
	fault(
		"counts products by scope alone",
		"counts appear when counts is 1",
		inBody(on(/metadata-fields$/), (body) => {
			for (const scope of body.scopes) delete scope.barcodes_with_field;
		}),
	),
	fault(
		"has a tier that there is not",
		"the balance has its documented shape, and is that of the client",
		inBody(on(/balance$/), (body) => {
			body.tier = "gold";
		}),
	),
	fault(
		"leaves the spending caps out",
		"GET /balance and GET /account name one balance, and what may still be spent of it",
		inBody(on(/account$/), (body) => {
			delete body.spending_caps;
		}),
	),
	fault(
		"takes every barcode for one of GS1",
		"a barcode means the product that has it, free of charge",
		inBody(on(/resolve$/), (body) => {
			for (const found of Object.values<{ kind: string }>(body.results)) found.kind = "gs1";
		}),
	),
	fault(
		"gives refresh tokens of another length",
		"a token set has the documented shape and lifetime",
		inBody(on(/auth\/token/), (body) => {
			body.refresh_token += "A";
		}),
	),
];
