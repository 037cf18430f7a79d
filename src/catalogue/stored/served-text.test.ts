import fc from "fast-check";
import { expect, test } from "vitest";
import { METADATA_SCOPES, PRODUCT_META_SCOPES } from "../fields/scopes.ts";
import { servedText, textOf } from "./served-text.ts";

/** Strings in any script, as members of an object. */
const texts = fc.record(
	Object.fromEntries(
		METADATA_SCOPES.map((scope) => [
			scope,
			fc
				.string({ unit: "binary" })
				.map((text) =>
					scope === "image_meta" ? JSON.stringify({ text }) : `"${scope}":${JSON.stringify(text)}`,
				),
		]),
	) as Record<(typeof METADATA_SCOPES)[number], fc.Arbitrary<string>>,
);

test("every scope's text can be read back, and joined they form the response body", () => {
	fc.assert(
		fc.property(texts, ({ image_meta, ...meta }) => {
			const text = servedText("4011", meta, image_meta);
			for (const scope of METADATA_SCOPES) expect(textOf(text, scope)).toBe({ image_meta, ...meta }[scope]);
			const members = PRODUCT_META_SCOPES.map((scope) => meta[scope]).join(",");
			const expected = `{"barcode":"4011","image_meta":${image_meta},"product_meta":{${members}}}`;
			expect(`{${text.whole}}`).toBe(expected);
		}),
	);
});

test("a cached product does not retain the memory of others", () => {
	const meta = { info: "1", hechshers: "2", nutrition: "3", ingredients: "4", catalog_meta: "5" };
	const { whole } = servedText("4011", meta, null);
	expect(whole.buffer.byteLength).toBe(whole.length);
});
