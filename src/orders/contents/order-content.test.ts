import { expect, test } from "vitest";
import { SCOPES, VARIANTS } from "../../catalogue/fields/scopes.ts";
import { answerProduct } from "../../catalogue/reading/read-product.ts";
import { EMPTY_RECORD, mergeRecord } from "../../catalogue/stored/record.ts";
import { servedProduct } from "../../catalogue/stored/served-product.ts";
import type { PricedLine } from "../buy/priced-lines.ts";
import { contentExpiryMs, contentKey, readContent, writeContent } from "./order-content.ts";

const NAME = "מצה „קמח מלא“\n\u2028 100%";

function line(barcode: string, isFound: boolean): PricedLine {
	const change = { barcode, info: { product_name: NAME, brand: "Elite" }, hechshers: [{ symbol: "OU" }] };
	const { record } = mergeRecord(EMPTY_RECORD, change, 1000);
	return {
		line: {
			barcode,
			found: isFound,
			scopes: isFound ? ["info"] : [],
			variants: [],
			units: isFound ? 1500 : 0,
		},
		wanted: { barcode, scopes: new Set(["info", "images"]), variants: ["front"], sizePx: null },
		product: isFound
			? servedProduct({
					barcode,
					...record,
					variants: 0,
					image_meta: null,
					plain_sizes: null,
					image_sizes: null,
					image_fields: 0,
				})
			: undefined,
	};
}

test("order content is read back as it was bought, and the response built from it is identical", async () => {
	const lines = [line("4011", true), line("4012", false), line("4013", true)];
	const content = await readContent(await writeContent(lines, ["info.brand"]));
	expect(content.locks).toEqual(["info.brand"]);
	expect(content.lines).toEqual(lines.map((each) => each.line));
	expect(content.bought(1)).toBeUndefined();
	const bought = content.bought(2);
	expect([...(bought?.scopes ?? [])]).toEqual(["info", "images"]);
	const reader = {
		locks: ["info.brand"],
		barcodePrefixes: [],
		brands: [],
		departments: [],
		watermark: "required",
	} as const;
	const cut = (product = lines[2]?.product) =>
		product &&
		String(
			answerProduct(product, { scopes: new Set(SCOPES), variants: VARIANTS, sizePx: null }, reader).members,
		);
	expect(cut(bought?.product)).toBe(cut());
	expect(JSON.parse(`{${cut()}}`).product_meta.product_name).toBe(NAME);
});

test("rejects truncated or corrupt content", async () => {
	const whole = await writeContent([line("4011", true)], []);
	await expect(readContent(whole.subarray(0, -12))).rejects.toThrow();
	await expect(readContent(Buffer.from("nonsense"))).rejects.toThrow();
});

test("the key of an order's content contains the day it expires", () => {
	const expiresAtMs = Date.UTC(2027, 5, 14, 23, 59);
	const key = contentKey(expiresAtMs, Date.UTC(2027, 4, 15));
	expect(key).toMatch(/^orders\/2027-06-14\/[0-9a-z]{26}\.gz$/);
	expect(contentExpiryMs(key)).toBe(Date.UTC(2027, 5, 14));
	expect(["pictures/abc", "orders/x"].map(contentExpiryMs)).toEqual([undefined, undefined]);
});
