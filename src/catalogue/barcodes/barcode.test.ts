import { expect, test } from "vitest";
import { isBarcode, isProduceCode } from "./barcode.ts";

test.each(["4011", "0012", "01234567", "00012345678905"])("%s is a barcode", (text) => {
	expect(isBarcode(text)).toBe(true);
});

test.each(["", "123", "123456789012345", "12a4", " 4011", "4011\n", "-4011", "٤٠١١", "4011.0", "1e10"])(
	"%j is not a barcode",
	(text) => {
		expect(isBarcode(text)).toBe(false);
	},
);

test("only barcodes of 4 digits are produce codes", () => {
	expect(["4011", "94011", "401", "4o11", "4011\n"].map(isProduceCode)).toEqual([
		true,
		false,
		false,
		false,
		false,
	]);
});
