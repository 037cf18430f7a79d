import { describe, expect, it } from "vitest";
import { checkDigit, fictionalEan13, fictionalUpcA } from "./barcode.ts";

describe("check digits", () => {
	it("match the examples in the GS1 General Specifications", () => {
		expect(checkDigit("629104150021")).toBe("3");
		expect(checkDigit("03600029145")).toBe("2");
		expect(checkDigit("7351353")).toBe("7");
	});
});

describe("fictional barcodes", () => {
	it("have the right length for their type and lie in unassigned ranges", () => {
		expect(fictionalEan13(7)).toMatch(/^299\d{10}$/);
		expect(fictionalUpcA(7)).toMatch(/^49\d{10}$/);
	});
});
