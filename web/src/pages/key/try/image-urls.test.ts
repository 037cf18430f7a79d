import { expect, test } from "vitest";
import { imagesIn } from "./image-urls.ts";

test("the URLs of a product are found, slots without one are not", () => {
	const text = JSON.stringify({ images: { front: "https://packshot.example/api/v1/image/x", back: null } });
	expect(imagesIn(text)).toEqual([{ variant: "front", url: "https://packshot.example/api/v1/image/x" }]);
});

test.each(["", "null", "[]", "{", '{"images":null}', '{"images":{"front":"javascript:alert(1)"}}'])(
	"%j holds no URL to open",
	(text) => {
		expect(imagesIn(text)).toEqual([]);
	},
);
