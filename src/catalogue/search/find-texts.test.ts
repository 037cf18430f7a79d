import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { engines } from "../../../test/support/engines.ts";
import { repetitions } from "../../../test/support/thoroughness.ts";
import { ALONE } from "../../platform/db/pace.ts";
import { applyMetadata } from "../writing/apply-metadata.ts";
import { facets, fieldFacet } from "./facets.ts";
import { findTexts } from "./find-texts.ts";
import { closeBatch } from "./pack-store.ts";
import { type PackSizes, packTexts } from "./pack-texts.ts";
import { byWords, type ProductText } from "./product-text.ts";
import { fits, type TextQuery, type Tier, tiersOf } from "./text-query.ts";
import type { FoundPlace } from "./text-streams.ts";

const WORDS = ["Milk", "·", "milkshake", "Chocolate", "chocolat", "חָלָב", "חלבה", "Crème", "7", "72527"];
const BRANDS = ["Tnuva", "Élite", "Chocolate House", null];
const BARCODES = ["0012", "4011", "72527", "0725272730706", "725272730706", "07252727307", "7290001234567"];

const product = fc.record({
	barcode: fc.constantFrom(...BARCODES),
	info: fc.record({
		product_name: fc.array(fc.constantFrom(...WORDS), { maxLength: 4 }).map((words) => words.join(" ")),
		brand: fc.constantFrom(...BRANDS),
		vegan: fc.boolean(),
	}),
	hechshers: fc.subarray(["OU", "כ%_"]).map((symbols) => symbols.map((symbol) => ({ symbol }))),
});

const step = fc.oneof(
	{ weight: 3, arbitrary: fc.array(product, { minLength: 1, maxLength: 3 }).map((changes) => ({ changes })) },
	{ weight: 1, arbitrary: fc.constant({ close: true }) },
	{ weight: 2, arbitrary: fc.constant({ pack: true }) },
);

const query: fc.Arbitrary<TextQuery> = fc.record(
	{
		words: fc.array(
			fc.constantFrom("m", "milk", "choco", "chocolate", "ח", "חלב", "creme", "7", "7252727307", "e"),
			{
				maxLength: 2,
			},
		),
		facets: fc.subarray([
			[fieldFacet("info.vegan", true)],
			[fieldFacet("hechshers.symbol", "OU"), fieldFacet("hechshers.symbol", "כ%_")],
			[facets.scope("info")],
			[facets.presentable],
		]),
		barcodePrefixes: fc.subarray(["0", "07252", "7", "000"], { maxLength: 2 }),
		near: fc.array(fc.subarray(["milkshake", "chocolat", "חלבה", "7"], { maxLength: 2 }), {
			minLength: 2,
			maxLength: 2,
		}),
		sort: fc.constantFrom("name", "newest"),
	},
	{ requiredKeys: ["words", "facets", "barcodePrefixes"] },
);

/** Packs so small that a few products are enough for a merge. */
const SIZES: PackSizes = { fewest: 2, full: 6, large: 4, merged: 3 };

/** The tier of a matching product. */
function tierOf({ words, marks: held }: ProductText, query: TextQuery): Tier {
	if (query.sort === "newest") return query.near ? "near" : "others";
	if (query.sort) return query.words.every((word) => words.includes(` ${word}`)) ? "others" : "near";
	if (query.words.length === 0) return held.includes(` ${facets.presentable} `) ? "first" : "others";
	if (!query.words.every((word) => words.includes(` ${word}`))) return "near";
	if (words.startsWith(` ${query.words[0]}`) || words.includes(` / ${query.words[0]}`)) return "first";
	return query.words.every((word) => words.includes(` ${word} `)) ? "whole" : "others";
}

describe.each(engines)("$name", ({ opened }) => {
	const engine = opened();
	const empty = async () => {
		for (const table of ["product", "product_text", "text_pack", "text_page", "text_slice"])
			await engine.execute(`delete from ${table}`);
		await engine.execute("update text_index set open_batch = 1, in_batch = 0, packed_batch = 0");
	};
	afterEach(empty);

	let nowMs = 0;
	const pack = () =>
		packTexts({ db: engine.db, clock: { now: () => nowMs++ * 100_000 }, sizes: SIZES }, ALONE);

	async function take(steps: readonly object[]): Promise<void> {
		for (const each of steps) {
			if ("changes" in each)
				await engine.db.write(applyMetadata, {
					changes: each.changes as never,
					existingOnly: false,
				});
			else if ("close" in each) await engine.db.write(closeBatch, null);
			else await pack();
		}
	}

	async function found(asked: TextQuery, most: number, few: number): Promise<string[]> {
		const barcodes: string[] = [];
		for (let after: FoundPlace | undefined; ; ) {
			const page = await findTexts(engine.db, asked, { after, most, few });
			barcodes.push(...page.barcodes);
			if (!page.last) return barcodes;
			after = page.last;
		}
	}

	test("does not count matches outside the searched barcode prefixes when there are no others", async () => {
		const secret = { barcode: "725272730706", info: { product_name: "Secret" } };
		await take([{ changes: [{ barcode: "0725272730713", info: { product_name: "Open" } }, secret] }, {}]);
		const asked = { words: ["secret"], facets: [], barcodePrefixes: ["0725"] };
		expect(await findTexts(engine.db, asked, { after: undefined, most: 5 })).toEqual({
			barcodes: [],
			last: undefined,
			roughly: 0,
			nearWords: [],
		});
	});

	test("finds the same products in the same order as a full scan, with any page size", async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.array(step, { minLength: 2, maxLength: 12 }),
				fc.array(query, { minLength: 3, maxLength: 3 }),
				fc.integer({ min: 1, max: 4 }),
				fc.integer({ min: 0, max: 4 }),
				async (steps, queries, most, few) => {
					await empty();
					await take(steps);
					const texts = await engine.db.read
						.selectFrom("product_text")
						.innerJoin("product", "product.barcode", "product_text.barcode")
						.selectAll("product_text")
						.select("product.id")
						.execute();
					for (const asked of queries) {
						const fitting = texts
							.filter((text) => fits(text, asked))
							.sort(asked.sort === "newest" ? (one, other) => other.id - one.id : byWords);
						const expected = tiersOf(asked).flatMap((tier) =>
							fitting.filter((text) => tierOf(text, asked) === tier),
						);
						expect(await found(asked, most, few)).toEqual(expected.map(({ barcode }) => barcode));
					}
				},
			),
			{ numRuns: repetitions({ gate: 5, long: 12 }) },
		);
	});

	test("keeps the number of packs small and deletes replaced ones", async () => {
		for (let i = 0; i < 12; i++) {
			const barcode = String(4000 + i);
			await take([
				{ changes: [{ barcode, info: { product_name: `Apple ${i}` } }] },
				{ close: true },
				{ pack: true },
			]);
		}
		await pack();
		const packs = await engine.db.read.selectFrom("text_pack").selectAll().execute();
		expect(packs.length).toBeLessThan(6);
		expect(packs.every(({ is_used }) => is_used === 1)).toBe(true);
		expect(await found({ words: ["apple"], facets: [], barcodePrefixes: [] }, 5, 0)).toHaveLength(12);
	});
});
