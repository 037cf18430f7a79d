import { createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { textHmac } from "./hmac.ts";

test("the same as node:crypto's HMAC, for any key and text, also when used again", () => {
	fc.assert(
		fc.property(fc.uint8Array({ maxLength: 64 }), fc.array(fc.string({ unit: "grapheme" })), (key, texts) => {
			for (const text of texts)
				expect(textHmac(key, text)).toBe(createHmac("sha256", key).update(text).digest("base64url"));
		}),
	);
});

test("refuses a key that would have to be hashed first", () => {
	expect(() => textHmac(new Uint8Array(65), "")).toThrow(RangeError);
});
