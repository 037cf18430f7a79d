import { at, entriesOf, itemsOf, keysOf } from "../json.ts";
import {
	type Rule,
	require,
	requireEqual,
	requireError,
	requireMatch,
	requireShape,
	requireStatus,
	rule,
} from "../rule.ts";
import { productWithoutVariant, richProduct, samplesOf, wholeProduct } from "../samples.ts";
import { fieldsOf, VARIANTS } from "../shapes.ts";

/** Keys of `product_meta`, by the scope that requests them. */
const KEYS_OF = {
	info: fieldsOf("info"),
	catalog_meta: fieldsOf("catalog_meta"),
	hechshers: ["hechshers"],
	ingredients: ["ingredients"],
	nutrition: ["nutrition"],
};

const SHAPES = [
	["info", "info has the documented fields"],
	["catalog_meta", "catalog_meta has the documented fields"],
	["hechshers", "hechshers is an array of the documented objects"],
	["ingredients", "ingredients has the documented fields, allergens never null"],
	["nutrition", "nutrition has the documented fields, all values as texts"],
] as const;

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
		requireShape(answer, "Product/properties/meta", "meta");
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
	...SHAPES.map(([scope, title]) =>
		rule("2.5", title, async (target) => {
			const answer = await wholeProduct(target);
			for (const key of KEYS_OF[scope])
				requireShape(answer, `ProductMeta/properties/${key}`, "product_meta", key);
		}),
	),
	rule("2.4", "image_meta has each variant, described or null", async (target) => {
		const answer = await wholeProduct(target);
		requireShape(answer, "ImageMetaByVariant", "image_meta");
		for (const [variant, picture] of entriesOf(at(answer.body, "image_meta")))
			if (picture !== null)
				requireMatch(
					at(picture, "upload_date"),
					/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/,
					`upload_date of ${variant}`,
				);
	}),
	rule("2.6", "images has each variant, a signed URL or null", async (target) => {
		const answer = await wholeProduct(target);
		requireShape(answer, "ImageUrls", "images");
		for (const [variant, url] of entriesOf(at(answer.body, "images")))
			if (url !== null)
				requireMatch(url, /^https?:\/\/[^/]+\/api\/v1\/image\/[\w.~-]+$/, `images.${variant}`);
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
