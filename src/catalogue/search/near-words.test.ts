import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { engines } from "../../../test/support/engines.ts";
import { ALONE } from "../../platform/db/pace.ts";
import { applyMetadata } from "../writing/apply-metadata.ts";
import { fieldFacet } from "./facets.ts";
import { findForgivingly } from "./find-texts.ts";
import { editsBetween } from "./near-words.ts";
import { packTexts } from "./pack-texts.ts";
import type { TextQuery } from "./text-query.ts";
import type { FoundPlace } from "./text-streams.ts";
import { wordsOf } from "./words.ts";

/** The definition, without any limit. */
function edits(typed: string, word: string): number {
	if (typed === "" || word === "") return typed.length + word.length;
	const [last, before] = [typed.length - 1, word.length - 1];
	const found = [
		1 + edits(typed.slice(0, last), word),
		1 + edits(typed, word.slice(0, before)),
		(typed[last] === word[before] ? 0 : 1) + edits(typed.slice(0, last), word.slice(0, before)),
	];
	if (last > 0 && before > 0 && typed[last] === word[before - 1] && typed[last - 1] === word[before])
		found.push(1 + edits(typed.slice(0, -2), word.slice(0, -2)));
	return Math.min(...found);
}

test("counts edits up to the limit like the definition", () => {
	const letters = fc.string({ unit: fc.constantFrom("a", "b", "ש"), maxLength: 5 });
	fc.assert(
		fc.property(letters, letters, fc.integer({ min: 1, max: 2 }), (typed, word, most) => {
			const counted = editsBetween(typed, word, most);
			const beginnings = Array.from({ length: word.length + 1 }, (_, end) =>
				edits(typed, word.slice(0, end)),
			);
			const expected = { whole: edits(typed, word), beginning: Math.min(...beginnings) };
			for (const each of ["whole", "beginning"] as const)
				if (expected[each] <= most) expect(counted[each]).toBe(expected[each]);
				else expect(counted[each]).toBe(most + 1);
		}),
	);
});

const NAMES = [
	"Classic Hummus",
	"Spicy Hummus",
	"Hummus Pretzels",
	"Humbug Mints",
	"Crumbleton Biscuits",
	"שוקולד חלב",
	"טחינה גולמית",
	"Milk",
	"Mild Cheddar",
	...Array.from({ length: 5 }, (_, i) => `Chocolate Bar ${i}`),
	"Choclate Spread",
	"Crackers 12345",
	"Crackers 12346",
];

describe.each(engines)("$name", ({ opened }) => {
	const engine = opened();
	beforeAll(async () => {
		const changes = NAMES.map((product_name, i) => ({
			barcode: String(40_001 + i),
			info: { product_name, vegan: product_name.startsWith("Spicy") },
		}));
		await engine.db.write(applyMetadata, { changes: changes as never, existingOnly: false });
	});

	async function find(text: string, most = 50, more: Partial<TextQuery> = {}) {
		const query = { words: wordsOf(text), facets: [], barcodePrefixes: [], ...more };
		const barcodes: string[] = [];
		const near = new Set<string>();
		for (let after: FoundPlace | undefined; ; ) {
			const page = await findForgivingly(engine.db, query, { after, most });
			barcodes.push(...page.barcodes);
			for (const word of page.nearWords) near.add(word);
			if (!page.last) break;
			after = page.last;
		}
		return { names: barcodes.map((barcode) => NAMES[Number(barcode) - 40_001]), near: [...near] };
	}

	const HUMMUS = ["Classic Hummus", "Hummus Pretzels", "Spicy Hummus"];
	const CHOCOLATE = NAMES.filter((name) => name.startsWith("Chocolate"));
	const sizes = { fewest: 1, full: 100, large: 50, merged: 3 };
	const pack = () => packTexts({ db: engine.db, clock: { now: () => 1 }, sizes }, ALONE);

	describe.each(["unpacked", "packed", "packed by an earlier version"])("%s", (state) => {
		beforeAll(async () => {
			if (state === "packed") expect(await pack()).toBe(1);
			if (state.includes("earlier")) {
				await engine.execute("delete from text_page");
				await engine.execute("update text_pack set rules = null");
				expect(await pack()).toBe(1);
			}
		});

		test.each([
			["humus", HUMMUS, ["hummus"]],
			["hmumus", HUMMUS, ["hummus"]],
			["gummus", HUMMUS, ["hummus"]],
			["Crumbelton", ["Crumbleton Biscuits"], ["crumbleton"]],
			["crumbel", ["Crumbleton Biscuits"], ["crumbleton"]],
			["biscits crumbelton", ["Crumbleton Biscuits"], ["biscuits", "crumbleton"]],
			["שוקולת", ["שוקולד חלב"], ["שוקולד"]],
			["תחינה", ["טחינה גולמית"], ["טחינה"]],
			["mint humbag", ["Humbug Mints"], ["humbug"]],
		])("finds what is meant by %s and says so", async (typed, names, near) => {
			expect(await find(typed)).toEqual({ names, near });
		});

		test("a few exact matches come first, however small the pages are", async () => {
			const expected = { names: ["Choclate Spread", ...CHOCOLATE], near: ["chocolate"] };
			for (const most of [1, 2, 50]) expect(await find("choclate", most)).toEqual(expected);
		});

		test.each([
			["a word that several products have", "chocolate spraed", []],
			["three letters", "mlk", []],
			["a number", "12354", []],
			["two edits of a short word", "hmmss", []],
			["a rare word, which comes before near ones", "milk", ["Milk", "Mild Cheddar"]],
		])("%s", async (_, typed, names) => {
			expect((await find(typed)).names).toEqual(names);
		});

		test("words of products that the reader may not see are not meant, and hide none that are", async () => {
			// Five products have `chocolate`, all of them outside the filter; `choclate` is nearest to what is typed.
			const sees = (...names: string[]) => ({
				barcodePrefixes: names.map((name) => String(40_001 + NAMES.indexOf(name))),
			});
			const spread = sees("Choclate Spread");
			expect(await find("chocolate", 50, spread)).toEqual({ names: ["Choclate Spread"], near: ["choclate"] });
			const mints = sees("Humbug Mints");
			expect(await find("humus", 50, mints)).toEqual({ names: [], near: [] });
			expect(await find("humbuk", 50, mints)).toEqual({ names: ["Humbug Mints"], near: ["humbug"] });
		});

		test("says only what is found with the filters", async () => {
			const vegan = { facets: [[fieldFacet("info.vegan", true)]] };
			expect(await find("humus", 50, vegan)).toEqual({ names: ["Spicy Hummus"], near: ["hummus"] });
			expect(await find("crumbelton", 50, vegan)).toEqual({ names: [], near: [] });
		});
	});
});
