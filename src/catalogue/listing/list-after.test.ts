import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { testClock } from "../../../test/support/clock.ts";
import { engines } from "../../../test/support/engines.ts";
import { repetitions } from "../../../test/support/thoroughness.ts";
import { remove } from "../../pictures/store/remove.ts";
import { barcodeRanges } from "../barcodes/barcode-ranges.ts";
import { applyMetadata } from "../writing/apply-metadata.ts";
import { listAfter } from "./list-after.ts";
import { listProducts } from "./list-products.ts";
import { EVERY_PRODUCT, type ProductFilter } from "./product-filter.ts";

const START_MS = Date.UTC(2027, 0, 1);

/** Barcodes of every length, close to each other. */
const barcode = fc
	.array(fc.constantFrom("0", "1", "9"), { minLength: 4, maxLength: 14 })
	.map((digits) => digits.join(""));
const digits = fc.array(fc.constantFrom("0", "1", "9"), { maxLength: 2 }).map((each) => each.join(""));

const asked = fc.record({
	search: digits,
	prefixes: fc.array(
		digits.filter((prefix) => prefix !== ""),
		{ maxLength: 3 },
	),
	brands: fc.constantFrom<readonly string[]>([], ["A"]),
	since: fc.constantFrom(undefined, 0, 2),
	perPage: fc.integer({ min: 1, max: 7 }),
	fewChanges: fc.constantFrom(0, 1000),
});

describe.each(engines)("$name", ({ opened }) => {
	const clock = testClock();
	const engine = opened(clock);

	function put(barcodes: readonly string[], brand: string, nowMs: number) {
		const changes = barcodes.map((each) => ({ barcode: each, info: { brand } }));
		clock.set(nowMs);
		return engine.db.write(applyMetadata, { changes, existingOnly: false });
	}
	const take = (each: string) =>
		engine.db.write(remove, { barcode: each, variant: null, uploadOffsetMinutes: 0 });

	/** The barcodes of every page. @param between is called before each page except the first. */
	async function pagesOf(
		filter: ProductFilter,
		perPage: number,
		fewChanges: number,
		between: (page: number) => Promise<unknown> = async () => undefined,
	): Promise<string[][]> {
		const pages: string[][] = [];
		for (let after: string | undefined; ; ) {
			if (after !== undefined) await between(pages.length);
			const { rows, hasMore } = await listAfter(engine.db, filter, after, perPage, fewChanges);
			pages.push(rows.map((row) => row.barcode));
			if (!hasMore) return pages;
			after = rows.at(-1)?.barcode;
		}
	}

	test("the pages by cursor equal the listing by page number, and all but the last are full", async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.uniqueArray(barcode, { maxLength: 25 }),
				asked,
				async (barcodes, { search, prefixes, brands, since, perPage, fewChanges }) => {
					await engine.execute("delete from product");
					await engine.execute("delete from service_state where name = 'catalogue_stamp'");
					for (const [place, each] of barcodes.entries()) {
						await put([each], place % 3 ? "A" : "B", START_MS + place);
					}
					const filter: ProductFilter = {
						...EVERY_PRODUCT,
						ranges: barcodeRanges(search, prefixes),
						brands,
						changedSinceMs: since === undefined ? undefined : START_MS + since,
					};
					const all = await listProducts(engine.db, filter, { page: 1, perPage: 500 });
					const pages = await pagesOf(filter, perPage, fewChanges);
					expect(pages.flat()).toEqual(all.rows.map((row) => row.barcode));
					for (const page of pages.slice(0, -1)) expect(page).toHaveLength(perPage);
				},
			),
			{ numRuns: repetitions({ gate: 12, long: 40 }) },
		);
	});

	test("products that match throughout are listed exactly once, in order, despite changes meanwhile", async () => {
		const change = fc.record({
			what: fc.constantFrom("put", "change", "take"),
			place: fc.nat(1000),
			barcode,
		});
		await fc.assert(
			fc.asyncProperty(
				fc.uniqueArray(barcode, { minLength: 8, maxLength: 25 }),
				fc.array(change, { maxLength: 20 }),
				fc.integer({ min: 1, max: 4 }),
				async (barcodes, changes, perPage) => {
					await engine.execute("delete from product");
					await put(barcodes, "A", START_MS);
					const left = new Set(barcodes);
					const filter = { ...EVERY_PRODUCT, brands: ["A"] };
					const waiting = [...changes];
					const pages = await pagesOf(filter, perPage, 0, async () => {
						const next = waiting.shift();
						if (!next) return;
						const chosen = barcodes[next.place % barcodes.length] as string;
						if (next.what === "put") await put([next.barcode], "A", START_MS + 1);
						else {
							left.delete(chosen);
							await (next.what === "take" ? take(chosen) : put([chosen], "B", START_MS + 1));
						}
					});
					const listed = pages.flat();
					expect(listed).toEqual([...new Set(listed)].sort());
					expect([...left].filter((each) => !listed.includes(each))).toEqual([]);
				},
			),
			{ numRuns: repetitions({ gate: 12, long: 40 }) },
		);
	});
});
