import { expect, test } from "vitest";
import { namelessWords } from "./nameless.ts";

test("products without their facts are counted", () => {
	const [named, nameless] = [{ scopes: ["info", "hechshers"] as const }, { scopes: ["hechshers"] as const }];
	const lines = (...given: readonly (typeof named | typeof nameless)[]) =>
		given.map(({ scopes }) => ({ found: true, scopes: [...scopes] }));
	expect(namelessWords(lines(named))).toBeUndefined();
	expect(namelessWords(lines(named, nameless))).toBe(
		"1 product has its barcode for a name there, because this order is without product facts of it.",
	);
	expect(namelessWords([...lines(named), { found: false, scopes: [] }])).toBeUndefined();
	expect(namelessWords(lines(nameless, nameless))).toBe(
		"2 products have their barcodes for a name there, because this order is without product facts of them.",
	);
});
