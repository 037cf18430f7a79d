import { expect, test } from "vitest";
import { readPictureName } from "./picture-name.ts";

test.each([
	["4011_front.jpg", "4011", "front"],
	["a/b/00012345678905_back.JPEG", "00012345678905", "back"],
	["4011_front_clean.png", "4011", "front_clean"],
	["shoot/4011/back_clean.PNG", "4011", "back_clean"],
	["4011/front.png", "4011", "front"],
	["4011/4012_front.jpg", "4012", "front"],
])("%s is a picture of %s, %s", (path, barcode, variant) => {
	expect(readPictureName(path)).toEqual({ barcode, variant });
});

test("a GS1 name gives the GTIN, and its extension tells whether it is a cut-out", () => {
	const named = { barcode: "00725272730706", isGtin: true };
	expect(readPictureName("a/00725272730706_A1C1.JPG")).toEqual({ ...named, variant: "front" });
	expect(readPictureName("00725272730706_C7N1.png")).toEqual({ ...named, variant: "back_clean" });
	expect(readPictureName("00725272730706_A1L1.jpg")).toEqual({
		reason: 'GS1 angle "L" is from the side: straight pictures (C, N) are taken',
	});
});

test.each([
	["front.jpg", 'expected a barcode of 4 to 14 digits, found "."'],
	["shoot/front.jpg", 'expected a barcode of 4 to 14 digits, found "shoot"'],
	["123_front.jpg", 'expected a barcode of 4 to 14 digits, found "123"'],
	["4011_side.jpg", 'expected one of front, back, front_clean, back_clean, found "side"'],
	["4011_Front.jpg", 'expected one of front, back, front_clean, back_clean, found "Front"'],
	["4011_.jpg", 'expected one of front, back, front_clean, back_clean, found ""'],
	["4011.jpg", "expected a name like <barcode>_<variant>.jpg or <barcode>/<variant>.jpg"],
	["4011_front_clean.jpg", "front_clean has to be a PNG with a transparent background"],
])("%s is refused", (path, reason) => {
	expect(readPictureName(path)).toEqual({ reason });
});
