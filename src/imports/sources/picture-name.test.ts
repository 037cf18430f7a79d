import { expect, test } from "vitest";
import { readPictureName } from "./picture-name.ts";

test.each([
	["4011_front.jpg", "4011", "front"],
	["a/b/00012345678905_back.JPEG", "00012345678905", "back"],
	["4011_front_clean.png", "4011", "front_clean"],
	["shoot/4011/back_clean.PNG", "4011", "back_clean"],
	["4011/front.png", "4011", "front"],
	["4011/4012_front.jpg", "4012", "front"],
	["4011_Front.jpg", "4011", "front"],
	["7290000066318.jpg", "7290000066318", "front"],
	["7290000066318.WebP", "7290000066318", "front"],
	["4011.avif", "4011", "front"],
	["7290000066318_2.tif", "7290000066318", "back"],
	["7290000066318-1.jpg", "7290000066318", "front"],
	["shoot/7290000066318/2.jpg", "7290000066318", "back"],
	["4011_front_clean.webp", "4011", "front_clean"],
])("%s is a picture of %s, %s", (path, barcode, variant) => {
	expect(readPictureName(path)).toEqual({ barcode, variant });
});

test.each([
	["7290000066319.jpg", "7290000066319", "front"],
	["1234.jpg", "1234", "front"],
	["78900.jpg", "78900", "front"],
	["78900-back.jpg", "78900", "back"],
	["78900 2.jpg", "78900", "back"],
])("%s may be a picture of %s, %s, or be numbered by a camera", (path, barcode, variant) => {
	expect(readPictureName(path)).toEqual({ barcode, variant, isUncertain: true });
});

test.each([
	["78900_back.jpg", "78900", "back"],
	["78900/back.jpg", "78900", "back"],
	["4963406.jpg", "4963406", "front"],
	["04963406-2.jpg", "04963406", "back"],
])("%s is certainly a picture of %s, %s", (path, barcode, variant) => {
	expect(readPictureName(path)).toEqual({ barcode, variant });
});

test("a GS1 name gives the GTIN, and its extension tells whether it is a cut-out", () => {
	const named = { barcode: "00725272730706", isGtin: true };
	expect(readPictureName("a/00725272730706_A1C1.JPG")).toEqual({ ...named, variant: "front" });
	expect(readPictureName("0725272730706_A1C1.jpg")).toEqual({ ...named, variant: "front" });
	expect(readPictureName("00725272730706_C7N1.png")).toEqual({ ...named, variant: "back_clean" });
	expect(readPictureName("00725272730706_A1L1.jpg")).toEqual({
		reason: 'GS1 angle "L" is from the side: straight pictures (C, N) are taken',
	});
});

test.each([
	["front.jpg", 'expected a barcode of 4 to 14 digits, found "."'],
	["shoot/front.jpg", 'expected a barcode of 4 to 14 digits, found "shoot"'],
	["123_front.jpg", 'expected a barcode of 4 to 14 digits, found "123"'],
	["4011_side.jpg", 'expected one of front, back, front_clean, back_clean, 1 or 2, found "side"'],
	["7290000066318_3.jpg", 'expected one of front, back, front_clean, back_clean, 1 or 2, found "3"'],
	["IMG_4711.jpg", "expected a name like <barcode>.jpg, <barcode>_<variant>.jpg or <barcode>/<variant>.jpg"],
	["4011_.jpg", 'expected one of front, back, front_clean, back_clean, 1 or 2, found ""'],
	["4011_front_clean.jpg", "front_clean has to be a PNG with a transparent background"],
])("%s is refused", (path, reason) => {
	expect(readPictureName(path)).toEqual({ reason });
});
