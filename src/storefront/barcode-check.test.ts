import { expect, test } from "vitest";
import type { ResolvedBarcode } from "../catalogue/barcodes/resolve-barcodes.ts";
import { checkBarcodes } from "./barcode-check.ts";
import type { PublicCatalogue } from "./public-catalogue.ts";

test("however many lines have something wrong, what is said of them is made for the first ones alone", async () => {
	const texts = Array.from({ length: 400 }, (_, place) => String(10_000_000 + place));
	let made = 0;
	const named = Object.assign(new Map(), { get: () => void made++ });
	const wrong = { kind: "gtin8", barcode: null, unit: null, check_digit_valid: false, suggestion: "4011" };
	const catalogue = {
		resolve: async (asked: readonly string[]) =>
			new Map(asked.map((text) => [text, wrong as unknown as ResolvedBarcode])),
		named: async () => named,
		contents: async () => [],
	} as unknown as PublicCatalogue;
	const checked = await checkBarcodes(catalogue, texts.join("\n"), { of: () => 1, credit: undefined });
	expect([made, checked]).toMatchObject([30, { noted: 400, notes: { length: 30 } }]);
});
