import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { gtinOf, gtinOfUpcE, isChecked } from "./gtin.ts";
import { type ResolvedBarcode, resolveBarcodes } from "./resolve-barcodes.ts";

/** How texts are resolved in a catalogue with these barcodes. */
async function inCatalogue(catalogue: readonly string[], ...texts: string[]) {
	const all = new Set(catalogue);
	return resolveBarcodes(texts, async (candidates) => new Set(candidates.filter((each) => all.has(each))));
}

async function resolve(text: string, ...catalogue: string[]): Promise<ResolvedBarcode> {
	const result = (await inCatalogue(catalogue, text)).get(text);
	if (!result) throw new Error(`no result for ${text}`);
	return result;
}

const digits = (length: number) =>
	fc
		.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
		.map((all) => all.join(""));
const anyText = fc.integer({ min: 4, max: 14 }).chain(digits);
const checked = (length: number) => digits(length - 1).map((text) => gtinOf(text).slice(14 - length));
const gtin = fc.constantFrom(8, 12, 13, 14).chain(checked);

/** The same barcode with a different last digit. */
const misprinted = (text: string, by: number) => text.slice(0, -1) + ((Number(text.at(-1)) + by) % 10);

describe("the resolved barcode", () => {
	test("is the exact text if it exists, whatever else exists and whatever its check digit", async () => {
		await fc.assert(
			fc.asyncProperty(anyText, fc.array(anyText), async (text, others) => {
				expect(await resolve(text, ...others, text)).toMatchObject({ barcode: text, suggestion: null });
			}),
		);
	});

	test("is the same GTIN with a different number of leading zeros", async () => {
		await fc.assert(
			fc.asyncProperty(gtin, fc.constantFrom(8, 12, 13, 14), async (text, length) => {
				const stored = text.replace(/^0*/, "").padStart(length, "0");
				if (stored.length !== length) return;
				const { barcode } = await resolve(text, stored);
				expect(barcode).toBe(stored);
			}),
		);
	});

	test("is never the same number when the check digit of the text is wrong", async () => {
		await fc.assert(
			fc.asyncProperty(gtin, fc.integer({ min: 1, max: 9 }), async (text, by) => {
				const wrong = misprinted(text, by);
				if (wrong.length === 8 && gtinOfUpcE(wrong)) return;
				const stored = [12, 13, 14].map((length) => wrong.replace(/^0*/, "").padStart(length, "0"));
				const result = await resolve(wrong, ...stored.filter((each) => each !== wrong));
				expect([result.barcode, result.check_digit_valid]).toEqual([null, false]);
			}),
		);
	});

	test.each([
		["725272730706", ["0725272730706", "00725272730706"], "0725272730706"],
		["0725272730706", ["725272730706", "00725272730706"], "725272730706"],
		["73513537", ["0000073513537", "000073513537", "00000073513537"], "0000073513537"],
		["0000073513537", ["73513537", "00000073513537"], "00000073513537"],
		["00000073513537", ["73513537", "000073513537"], "000073513537"],
	])("for %s among %j is %s: 13, 12, 14, 8 digits in this order", async (text, catalogue, expected) => {
		expect((await resolve(text, ...catalogue)).barcode).toBe(expected);
	});

	test("is a UPC-E for its UPC-A and vice versa, for each length of the UPC-A", async () => {
		const upcA = ["042100005264", "0042100005264", "00042100005264"];
		for (const text of upcA) {
			expect((await resolve(text, "04252614")).barcode).toBe("04252614");
			expect((await resolve("04252614", text)).barcode).toBe(text);
		}
		expect((await resolve("42100005264", "04252614")).barcode).toBe("04252614");
		expect((await resolve("042100005264", "04252614", "0042100005264")).barcode).toBe("0042100005264");
	});

	test("for eight digits that are both a GTIN-8 and a UPC-E is the GTIN-8, or the UPC-E if there is none", async () => {
		const both = "01234565";
		const [asGtin8, asUpcE] = ["0000001234565", "012345000065"];
		expect(await resolve(both, asUpcE, asGtin8)).toMatchObject({ kind: "gtin-8", barcode: asGtin8 });
		expect((await resolve(both, asUpcE)).barcode).toBe(asUpcE);
		expect((await resolve(asUpcE, both)).barcode).toBe(both);
		expect((await resolve(asGtin8, asUpcE)).barcode).toBeNull();
	});

	test("for 9 to 11 digits is the GTIN-12 with its leading zeros restored", async () => {
		await fc.assert(
			fc.asyncProperty(fc.constantFrom(9, 10, 11).chain(checked), async (text) => {
				const { barcode, kind, check_digit_valid } = await resolve(text, text.padStart(13, "0"));
				expect([barcode, kind, check_digit_valid]).toEqual([text.padStart(13, "0"), "other", null]);
			}),
		);
		expect((await resolve("72527273071", "0072527273071")).barcode).toBeNull();
	});

	test("for six digits is only the exact text", async () => {
		expect((await resolve("425261", "04252614", "042100005264")).barcode).toBeNull();
	});

	test("for seven digits is the UPC-E with its leading zero restored, or its UPC-A", async () => {
		expect(await resolve("4252614", "04252614", "0042100005264")).toMatchObject({
			barcode: "04252614",
			kind: "other",
			check_digit_valid: null,
		});
		expect((await resolve("4252614", "0042100005264")).barcode).toBe("0042100005264");
		expect((await resolve("4252611", "04252611", "0042100005264")).barcode).toBeNull();
	});

	test("is what the catalogue stores without its leading zeros", async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom(9, 10, 11).chain(checked),
				fc.constantFrom(12, 13, 14),
				async (stored, length) => {
					const { barcode } = await resolve(stored.padStart(length, "0"), stored);
					expect(barcode).toBe(stored);
				},
			),
		);
		expect((await resolve("0000105000011", "105000011")).barcode).toBe("105000011");
		for (const text of ["04963406", "049000006346", "0049000006346"])
			expect((await resolve(text, "4963406")).barcode).toBe("4963406");
		expect((await resolve("00010894", "10894")).barcode).toBe("10894");
	});

	test("is no produce code for a longer text", async () => {
		for (const text of ["00004015", "000000004015", "0000000004015"])
			expect((await resolve(text, "4015")).barcode).toBeNull();
	});
});

describe("a produce code", () => {
	test("matches exactly or not at all", async () => {
		await fc.assert(
			fc.asyncProperty(fc.constantFrom(4, 5).chain(digits), async (text) => {
				const padded = [5, 8, 12, 13, 14].map((length) => text.padStart(length, "0"));
				const completed = gtinOf(text);
				const others = [...padded, completed, completed.slice(1), completed.slice(2)];
				expect(await resolve(text, ...others.filter((each) => each !== text))).toEqual({
					barcode: null,
					kind: "produce",
					check_digit_valid: null,
					unit: null,
					suggestion: null,
				});
			}),
		);
	});
});

describe("a case", () => {
	const item = checked(13);
	const caseOf = (text: string, level: number) => gtinOf(level + text.slice(0, -1)) as string;

	test("names the item inside, in whatever form the catalogue has it", async () => {
		await fc.assert(
			fc.asyncProperty(item, fc.integer({ min: 1, max: 8 }), async (text, level) => {
				for (const stored of [text, text.padStart(14, "0"), text.replace(/^0/, "")]) {
					const result = await resolve(caseOf(text, level), stored);
					expect(result).toMatchObject({ kind: "gtin-14", barcode: null, unit: stored, suggestion: null });
				}
			}),
		);
		expect((await resolve(caseOf("0042100005264", 1), "04252614")).unit).toBe("04252614");
	});

	test("is a product only if it is in the catalogue itself, and names its item either way", async () => {
		const text = caseOf("4006381333931", 3);
		expect(await resolve(text, text, "4006381333931")).toMatchObject({
			barcode: text,
			unit: "4006381333931",
		});
		expect(await resolve(text, text)).toMatchObject({ barcode: text, unit: null });
		expect(await resolve(text)).toMatchObject({ barcode: null, unit: null, suggestion: null });
	});

	test("begins with 1 to 8 and has a valid check digit", async () => {
		const stored = "4006381333931";
		expect((await resolve(caseOf(stored, 9), stored)).unit).toBeNull();
		expect(await resolve(`0${stored}`, stored)).toMatchObject({ barcode: stored, unit: null });
		expect((await resolve(misprinted(caseOf(stored, 1), 1), stored)).unit).toBeNull();
	});
});

describe("a suggestion", () => {
	test("is the product whose last digit was misread, in any of its forms", async () => {
		await fc.assert(
			fc.asyncProperty(
				gtin,
				fc.constantFrom(8, 12, 13, 14),
				fc.integer({ min: 1, max: 9 }),
				async (text, length, by) => {
					const stored = text.replace(/^0*/, "").padStart(length, "0");
					const wrong = misprinted(text, by);
					if (stored.length !== length) return;
					const result = await resolve(wrong, stored);
					expect(result).toMatchObject({ barcode: null, suggestion: stored });
					expect(result.check_digit_valid).toBe(wrong.length === 8 && gtinOfUpcE(wrong) !== undefined);
				},
			),
		);
	});

	test("is the product whose check digit was left off", async () => {
		await fc.assert(
			fc.asyncProperty(fc.constantFrom(8, 12, 13, 14).chain(checked), async (stored) => {
				const result = await resolve(stored.slice(0, -1), stored);
				expect([result.barcode, result.suggestion]).toEqual([null, stored]);
			}),
		);
	});

	test.each([
		["04252611", "042100005264", "a UPC-E with a wrong check digit"],
		["04252610", "042100005264", "the same, which happens to be a GTIN-8"],
		["0425261", "042100005264", "a UPC-E without its check digit"],
		["0425261", "04252614", "the same, stored as is"],
		["04210000526", "04252614", "a UPC-A without its check digit"],
		["4210000526", "0042100005264", "the same without its leading zero"],
		["42100005261", "0042100005264", "a UPC-A without its leading zero, with a wrong check digit"],
		["1400638133393", "14006381333938", "a case without its check digit"],
	])("for %s is %s: %s", async (text, stored) => {
		expect(await resolve(text, stored)).toMatchObject({ barcode: null, suggestion: stored });
	});

	test("for a full-length text prefers correcting it to completing it, for a short text the reverse", async () => {
		const whole = misprinted("036000291452", 1);
		const completed = gtinOf(whole).slice(1);
		expect((await resolve(whole, "036000291452", completed)).suggestion).toBe("036000291452");
		expect((await resolve(whole, completed)).suggestion).toBe(completed);
		expect((await resolve("03600029145", "036000291452", gtinOf("0360002914"))).suggestion).toBe(
			"036000291452",
		);
	});

	test("is never given for a text that is found", async () => {
		await fc.assert(
			fc.asyncProperty(anyText, fc.array(anyText), async (text, others) => {
				const { barcode, suggestion } = await resolve(text, ...others);
				expect(barcode === null || suggestion === null).toBe(true);
			}),
		);
	});
});

test("every barcode, unit and suggestion returned is in the catalogue", async () => {
	const near = fc.constantFrom("042100005264", "04252614", "00042100005264", "10042100005261", "4011");
	await fc.assert(
		fc.asyncProperty(fc.array(fc.oneof(near, gtin)), near, async (catalogue, text) => {
			const { barcode, unit, suggestion } = await resolve(text, ...catalogue);
			for (const named of [barcode, unit, suggestion]) if (named !== null) expect(catalogue).toContain(named);
		}),
	);
});

test("the kind depends on the number of digits, and for eight digits on the check digit", async () => {
	const kinds = Array.from({ length: 11 }, (_, i) => "2".repeat(i + 4));
	const found = await inCatalogue([], ...kinds, "73513537", "04252614", "04252611");
	expect([...found.values()].map(({ kind, check_digit_valid }) => [kind, check_digit_valid])).toEqual([
		["produce", null],
		["produce", null],
		["other", null],
		["other", null],
		["gtin-8", isChecked("22222222")],
		["other", null],
		["other", null],
		["other", null],
		["gtin-12", isChecked("222222222222")],
		["gtin-13", isChecked("2222222222222")],
		["gtin-14", isChecked("22222222222222")],
		["gtin-8", true],
		["upc-e", true],
		["gtin-8", false],
	]);
});

test("all texts are looked up in one call, each candidate once", async () => {
	const asked: (readonly string[])[] = [];
	await resolveBarcodes(["725272730706", "0725272730706", "725272730706"], async (candidates) => {
		asked.push(candidates);
		return new Set();
	});
	expect(asked).toHaveLength(1);
	expect(new Set(asked[0]).size).toBe(asked[0]?.length);
});
