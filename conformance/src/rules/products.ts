import { at, entriesOf, itemsOf, type Json } from "../json.ts";
import {
	type Rule,
	require,
	requireEqual,
	requireError,
	requireShape,
	requireStatus,
	rule,
} from "../rule.ts";
import { productWithoutVariant, richProduct, samplesOf, VARIANTS, wholeProduct } from "../samples.ts";
import {
	boolean,
	exactly,
	integer,
	listOf,
	matching,
	nullOr,
	number,
	object,
	oneOf,
	optional,
	type Shape,
	text,
	timestamp,
} from "../shapes.ts";

const words = nullOr(text);

/** The fields of `info`, which are top-level keys of `product_meta` (2.5). */
const INFO: Readonly<Record<string, Shape>> = {
	...Object.fromEntries(
		[
			"brand",
			"product_name",
			"product_description",
			"net_weight",
			"category",
			"country_of_origin",
			"manufacturer",
		].map((name) => [name, words]),
	),
	...Object.fromEntries(["distributor", "additional_certifications", "notes"].map((name) => [name, words])),
	bracha: nullOr(oneOf("", "hamotzi", "mezonos", "hagafen", "haetz", "haadama", "shehakol")),
	...Object.fromEntries(
		["kosher_for_passover", "gluten_free", "vegan", "organic"].map((name) => [name, boolean]),
	),
	scanned_at: nullOr(text),
	updated_at: nullOr(text),
};

const CATALOG_META: Readonly<Record<string, Shape>> = Object.fromEntries(
	["department", "subcategory", "web_description", "variety"].map((name) => [name, words]),
);

const hechshers = listOf(
	object({
		symbol: text,
		org: words,
		logo: words,
		dairy_meat_pareve: nullOr(oneOf("dairy", "meat", "pareve")),
		additional_designation: words,
	}),
);

const ingredients = object({
	ingredients_text: words,
	contains_statement: words,
	may_contain_statement: words,
	allergens: listOf(text),
});

const amount = object({ amount: words, dv: words });
const AMOUNTS = [
	...[
		"total_fat",
		"saturated_fat",
		"trans_fat",
		"cholesterol",
		"sodium",
		"total_carbohydrate",
		"dietary_fiber",
	],
	...["total_sugars", "added_sugars", "protein", "vitamin_d", "calcium", "iron", "potassium"],
];

const nutrition = nullOr(
	object({
		servings_per_container: words,
		serving_size: words,
		calories: words,
		...Object.fromEntries(AMOUNTS.map((name) => [name, amount])),
	}),
);

const picture = object({
	photo_date: matching(/^\d{4}-\d\d-\d\d$/, "a date"),
	upload_date: matching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/, "a date and time"),
	resolution: matching(/^\d+x\d+$/, "<width>x<height>"),
	ownership: optional(words),
	uploaded_by: words,
	file_size_bytes: integer,
	source_batch: text,
});

const ofEachVariant = (shape: Shape) =>
	exactly(Object.fromEntries(VARIANTS.map((each) => [each, nullOr(shape)])));

/** Keys of `product_meta`, by the scope that requests them. */
const KEYS_OF: Readonly<Record<string, readonly string[]>> = {
	info: Object.keys(INFO),
	catalog_meta: Object.keys(CATALOG_META),
	hechshers: ["hechshers"],
	ingredients: ["ingredients"],
	nutrition: ["nutrition"],
};

const keysOf = (json: Json | undefined) =>
	entriesOf(json)
		.map(([key]) => key)
		.sort();

/** Sections 2.3 to 2.8 and the parameters of 4.2. */
export const productRules: readonly Rule[] = [
	rule("2.3", "a product has its barcode as requested, all blocks and meta", async (target) => {
		const { barcode } = await richProduct(target);
		const answer = await wholeProduct(target);
		requireEqual(at(answer.body, "barcode"), barcode, "barcode");
		requireEqual(
			keysOf(answer.body),
			["barcode", "image_meta", "images", "meta", "product_meta"],
			"its members",
		);
	}),
	rule("2.8", "meta says when, what was debited and what is left", async (target) => {
		const answer = await wholeProduct(target);
		const meta = {
			request_id: text,
			credits_debited: number,
			credits_remaining: number,
			response_generated: timestamp,
		};
		requireShape(answer, object({ meta: object({ ...meta, redacted_fields: optional(listOf(text)) }) }));
		requireEqual(
			at(answer.body, "meta", "credits_debited"),
			Number(answer.headers["x-credits-debited"]),
			"credits_debited",
		);
		requireEqual(
			at(answer.body, "meta", "credits_remaining"),
			Number(answer.headers["x-credits-remaining"]),
			"credits_remaining",
		);
	}),
	rule("2.5", "info has the documented fields", async (target) => {
		requireShape(await wholeProduct(target), object({ product_meta: object(INFO) }));
	}),
	rule("2.5", "catalog_meta has the documented fields", async (target) => {
		requireShape(await wholeProduct(target), object({ product_meta: object(CATALOG_META) }));
	}),
	rule("2.5", "hechshers is an array of the documented objects", async (target) => {
		requireShape(await wholeProduct(target), object({ product_meta: object({ hechshers }) }));
	}),
	rule("2.5", "ingredients has the documented fields, allergens never null", async (target) => {
		requireShape(await wholeProduct(target), object({ product_meta: object({ ingredients }) }));
	}),
	rule("2.5", "nutrition has the documented fields, all values as texts", async (target) => {
		requireShape(await wholeProduct(target), object({ product_meta: object({ nutrition }) }));
	}),
	rule("2.4", "image_meta has each variant, described or null", async (target) => {
		requireShape(await wholeProduct(target), object({ image_meta: ofEachVariant(picture) }));
	}),
	rule("2.6", "images has each variant, a signed URL or null", async (target) => {
		const url = matching(/^https?:\/\/[^/]+\/api\/v1\/image\/[\w.~-]+$/, "a signed URL");
		requireShape(await wholeProduct(target), object({ images: ofEachVariant(url) }));
	}),
	...Object.entries(KEYS_OF).map(([scope, keys]) =>
		rule("2.3", `include=${scope} gives that block and no other`, async (target) => {
			const { barcode } = await richProduct(target);
			const { body } = await target.call(`/products/${barcode}?include=${scope}`);
			requireEqual(keysOf(body), ["barcode", "meta", "product_meta"], "the members");
			const others = keysOf(at(body, "product_meta")).filter((key) => !keys.includes(key));
			requireEqual(others, [], "members of other scopes");
		}),
	),
	rule("2.5", "include=product_meta requests all five fine-grained scopes", async (target) => {
		const { barcode } = await richProduct(target);
		const { body } = await target.call(`/products/${barcode}?include=product_meta`);
		requireEqual(keysOf(body), ["barcode", "meta", "product_meta"], "the members");
		requireEqual(
			keysOf(at(body, "product_meta")),
			Object.values(KEYS_OF).flat().sort(),
			"the members of product_meta",
		);
	}),
	rule("4.2", "variants limits the URLs, not the metadata", async (target) => {
		const { barcode } = await richProduct(target);
		const { body } = await target.call(`/products/${barcode}?variants=front`);
		for (const variant of VARIANTS.slice(1))
			requireEqual(at(body, "images", variant), null, `images.${variant}`);
		require(at(body, "product_meta") !== undefined, "product_meta is missing");
	}),
	rule("4.2", "a variant that the product lacks is null, and free", async (target) => {
		const { barcode, missing } = await productWithoutVariant(target);
		const answer = await target.call(`/products/${barcode}?include=images&variants=${missing}`);
		requireStatus(answer, 200);
		requireEqual(at(answer.body, "images", missing), null, `images.${missing}`);
		requireEqual(answer.headers["x-credits-debited"], "0", "X-Credits-Debited");
	}),
	rule("4.2", "an unknown variant is 400 bad_request", async (target) => {
		const { barcode } = await richProduct(target);
		requireError(await target.call(`/products/${barcode}?variants=front,side`), 400, "bad_request");
	}),
	rule("4.2", "an unknown scope is 400 bad_request", async (target) => {
		const { barcode } = await richProduct(target);
		requireError(await target.call(`/products/${barcode}?include=everything`), 400, "bad_request");
	}),
	rule("4.2", "an empty include is not taken for everything", async (target) => {
		const { barcode } = await richProduct(target);
		requireError(await target.call(`/products/${barcode}?include=`), 400, "bad_request");
	}),
	rule("7", "a malformed barcode is 400 invalid_barcode", async (target) => {
		for (const barcode of ["12x4", "123", "123456789012345", "٤٠١١"]) {
			requireError(await target.call(`/products/${encodeURIComponent(barcode)}`), 400, "invalid_barcode");
		}
	}),
	rule("7", "an unknown barcode is 404 not_found", async (target) => {
		const { unknown } = await samplesOf(target);
		requireError(await target.call(`/products/${unknown}`), 404, "not_found");
	}),
	rule("4.2", "HEAD tells whether a product exists, without a body", async (target) => {
		const [{ barcode }, { unknown }] = [await richProduct(target), await samplesOf(target)];
		const known = await target.call(`/products/${barcode}`, { method: "HEAD" });
		requireStatus(known, 200);
		require(known.bytes.length === 0, "it has a body");
		requireStatus(await target.call(`/products/${unknown}`, { method: "HEAD" }), 404);
	}),
	rule("4.2", "leading zeros are significant", async (target) => {
		const { products } = await samplesOf(target);
		const listed = new Set(products.map(({ barcode }) => barcode));
		const { barcode } = await richProduct(target);
		const other = barcode.startsWith("0") ? barcode.slice(1) : `0${barcode}`;
		if (other.length > 14 || other.length < 4 || listed.has(other)) return;
		const answer = await target.call("/products/bulk-check", {
			method: "POST",
			body: { barcodes: [barcode, other] },
		});
		requireEqual(keysOf(at(answer.body, "results")), [barcode, other].sort(), "the results");
		require(itemsOf(at(answer.body, "results", other, "variants")).length === 0 ||
			at(answer.body, "results", other, "exists") === true, "variants of a product that does not exist");
	}),
];
