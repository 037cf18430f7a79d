import { withoutFrame } from "../../src/pictures/rights/packet-frame.ts";
import {
	fault,
	IMAGE,
	inBody,
	inHeaders,
	insteadOf,
	json,
	LISTING,
	on,
	PRODUCT,
	type SeededFault,
	without,
} from "./fault-kinds.ts";
import type { GivenAnswer } from "./faulty-server.ts";

const seenKeys = new Map<string, GivenAnswer>();

/** Faults in products, listings, money and pictures. */
export const catalogueFaults: readonly SeededFault[] = [
	fault(
		"strips leading zeros",
		"a product has its barcode as requested, all blocks and meta",
		inBody(on(PRODUCT), (body) => {
			body.barcode = String(Number(body.barcode));
		}),
	),
	fault(
		"gives numbers in nutrition",
		"nutrition has the documented fields, all values as texts",
		inBody(on(PRODUCT), (body) => {
			if (body.product_meta?.nutrition) body.product_meta.nutrition.calories = 110;
		}),
	),
	fault(
		"gives null instead of no allergens",
		"ingredients has the documented fields, allergens never null",
		inBody(on(PRODUCT), (body) => {
			if (body.product_meta?.ingredients) body.product_meta.ingredients.allergens = null;
		}),
	),
	fault(
		"gives null for a boolean",
		"info has the documented fields",
		inBody(on(PRODUCT), (body) => {
			if (body.product_meta) body.product_meta.vegan = null;
		}),
	),
	fault(
		"leaves the keys of missing variants out",
		"image_meta has each variant, described or null",
		inBody(on(PRODUCT), (body) => {
			for (const [key, value] of Object.entries(body.image_meta ?? {}))
				if (value === null) delete body.image_meta[key];
		}),
	),
	fault("returns blocks that were not requested", "include=info gives that block and no other", {
		ask: (call) => (PRODUCT.test(call.path) ? { query: new URLSearchParams() } : undefined),
	}),
	fault("ignores variants", "variants limits the URLs, not the metadata", {
		ask: (call) =>
			PRODUCT.test(call.path) && call.query.get("variants") === "front"
				? { query: new URLSearchParams({ variants: "front,back,front_clean,back_clean" }) }
				: undefined,
	}),
	fault("takes an empty include for everything", "an empty include is not taken for everything", {
		ask: (call) => (call.query.get("include") === "" ? { query: new URLSearchParams() } : undefined),
	}),
	fault(
		"says 404 to malformed barcodes",
		"a malformed barcode is 400 invalid_barcode",
		insteadOf(400, { status: 404 }),
	),
	fault(
		"sends a body with HEAD, of an unknown product 200",
		"HEAD tells whether a product exists, without a body",
		insteadOf(404, { status: 200 }, on(/./, "HEAD")),
	),
	fault("clamps per_page", "per_page=501 is 400 bad_request, never clamped", {
		ask: (call) =>
			call.query.get("per_page") === "501" ? { query: new URLSearchParams({ per_page: "500" }) } : undefined,
	}),
	fault(
		"has pages of 20 rows",
		"a page has 50 rows unless asked otherwise",
		inBody(on(LISTING), (body) => {
			body.pagination.per_page = 20;
		}),
	),
	fault("repeats the first page", "pages do not overlap", {
		ask: (call) => {
			if (!LISTING.test(call.path)) return undefined;
			const query = new URLSearchParams(call.query);
			query.delete("page");
			return { query };
		},
	}),
	fault("ignores has_front", "has_front filters by that variant", {
		ask: (call) => {
			const query = new URLSearchParams(call.query);
			query.delete("has_front");
			return { query };
		},
	}),
	fault("ignores search", "search is a prefix of the barcode", {
		ask: (call) => {
			const query = new URLSearchParams(call.query);
			if (LISTING.test(call.path)) query.delete("search");
			return { query };
		},
	}),
	fault(
		"tells values in availability",
		"GET /metadata/{barcode} has booleans for scopes and fields",
		inBody(on(/metadata\/\d+$/), (body) => {
			body.metadata_fields.info.brand = "Golden Sheaf";
		}),
	),
	fault("has fields that nobody asked for", "a bulk check of availability has fields only if asked for", {
		ask: (call) =>
			/metadata\/bulk-check$/.test(call.path)
				? { body: call.body.replace('"fields":false', '"fields":true') }
				: undefined,
	}),
	fault(
		"calls an unknown key a bad request",
		"an unknown key in has or missing is 422 invalid_metadata_key with a hint",
		insteadOf(422, { status: 400 }),
	),
	fault(
		"charges a scope without data",
		"a scope without data costs nothing",
		inHeaders(
			(call, answer) => PRODUCT.test(call.path) && answer.headers["x-credits-debited"] === "0",
			(headers) => ({ ...headers, "x-credits-debited": "0.05" }),
		),
	),
	fault(
		"charges HEAD as a read",
		"HEAD costs its price, and 0.05 unless the price was changed",
		inHeaders(
			(call, { status }) => call.method === "HEAD" && status === 200,
			(headers) => ({ ...headers, "x-credits-debited": "0.1" }),
		),
	),
	fault(
		"charges repeated barcodes twice",
		"a bulk check costs its price for each barcode, repeated ones once",
		inHeaders(on(/products\/bulk-check$/), (headers) => ({ ...headers, "x-credits-debited": "0.03" })),
	),
	fault(
		"debits more than it says",
		"the balance falls by what was debited, and by nothing else",
		inBody(on(/balance$/), (body) => {
			body.credit_balance -= Date.now() % 1e6;
		}),
	),
	fault(
		"has no price for an action",
		"the price list has every action",
		inBody(on(/pricing$/), (body) => {
			delete body.actions["metadata.products.list"];
		}),
	),
	fault(
		"runs a repeated request again",
		"POST /products/bulk-check with the same key and body is answered from what was stored, free",
		{
			ask: (call) => {
				const { "idempotency-key": _key, ...headers } = call.headers;
				return { headers };
			},
		},
	),
	fault(
		"replays whatever the body is",
		"POST /products/bulk-check with the same key and another body is 409",
		{
			answer(answer, call) {
				const key = call.headers["idempotency-key"];
				if (!key) return undefined;
				const stored = seenKeys.get(key);
				if (!stored) seenKeys.set(key, answer);
				return stored;
			},
		},
	),
	fault(
		"delivers a consumed URL again",
		"a signed URL works once",
		insteadOf(410, { status: 200 }, on(IMAGE)),
	),
	fault(
		"delivers PNG as JPEG",
		"a signed URL gives the picture, in the format of its variant, without a token",
		inHeaders(
			(call, { status }) => IMAGE.test(call.path) && status === 200,
			(headers) => ({ ...headers, "content-type": "image/webp" }),
		),
	),
	fault(
		"does not say whether a picture is marked",
		"a signed URL gives the picture, in the format of its variant, without a token",
		inHeaders(on(IMAGE), without("x-watermarked")),
	),
	fault(
		"redirects to nowhere",
		"the redirect leads to a fresh signed URL that works",
		inHeaders(on(/\/image$/), without("location")),
	),
	fault(
		"calls a missing variant not_found",
		"a variant that the product lacks is 404 variant_not_available",
		{
			answer: (answer, call) =>
				answer.status === 404 && /\/image$/.test(call.path)
					? { bytes: json({ ...JSON.parse(answer.bytes.toString()), error: "not_found" }) }
					: undefined,
		},
	),
	fault(
		"shows the balance of somebody else",
		"the balance has its documented shape, and is that of the client",
		inBody(on(/balance$/), (body) => {
			body.client_id = "ps_client_other";
		}),
	),
	fault(
		"gives usage newest first",
		"usage is by day unless asked otherwise, oldest first",
		inBody(on(/usage$/), (body) => {
			body.series.reverse();
		}),
	),
	fault(
		"asks nobody for a token",
		"GET /account asks for a token",
		insteadOf(401, { status: 200, bytes: json({}) }),
	),
	fault(
		"answers a test of the webhook without a body",
		"a test of the webhook is 202 with meta, or 404 where there is none",
		insteadOf(404, { status: 202, bytes: Buffer.alloc(0) }, on(/webhook\/test$/)),
	),
	fault(
		"answers orders of others",
		"an order of nobody is 404 not_found",
		insteadOf(404, { status: 403 }, on(/orders\//)),
	),
	fault("delivers pictures without a packet", "a picture carries one packet of 2,048 bytes at its place", {
		answer: ({ bytes }, call) =>
			IMAGE.test(call.path) ? { bytes: Buffer.from(withoutFrame(bytes)) } : undefined,
	}),
	fault(
		"charges quotes",
		"a quote costs nothing and is the sum of its lines",
		inHeaders(on(/quote$/), (headers) => ({ ...headers, "x-credits-debited": "0.1" })),
	),
];
