import { expect, test } from "vitest";
import { imagesIn } from "./image-urls.ts";

const URL = "https://packshot.example/api/v1/image/x";

test("the URLs of a product are found, slots without one are not", () => {
	const text = JSON.stringify({ barcode: "4011", images: { front: URL, back: null } });
	expect(imagesIn(text)).toEqual([{ barcode: "4011", variant: "front", url: URL }]);
});

test("the URLs of each product of an order are found", () => {
	const data = ["4011", "0012"].map((barcode) => ({ barcode, images: { front: `${URL}${barcode}` } }));
	expect(imagesIn(JSON.stringify({ data, pagination: {} }))).toEqual([
		{ barcode: "4011", variant: "front", url: `${URL}4011` },
		{ barcode: "0012", variant: "front", url: `${URL}0012` },
	]);
});

test.each([
	"",
	"null",
	"[]",
	"{",
	'{"images":null}',
	'{"images":{"front":"javascript:alert(1)"}}',
	'{"data":[null,1]}',
])("%j holds no URL to open", (text) => {
	expect(imagesIn(text)).toEqual([]);
});
