import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { testClock } from "../../../test/support/clock.ts";
import { engines } from "../../../test/support/engines.ts";
import { imageRow } from "../../../test/support/image-row.ts";
import { repetitions } from "../../../test/support/thoroughness.ts";
import { remove } from "../../pictures/store/remove.ts";
import { addImage } from "../../pictures/store/store.ts";
import { barcodeRanges } from "../barcodes/barcode-ranges.ts";
import { METADATA_KEYS } from "../fields/fields.ts";
import { VARIANTS, type Variant, variantsOf } from "../fields/scopes.ts";
import type { ProductRow } from "../tables.ts";
import { applyMetadata } from "../writing/apply-metadata.ts";
import { metadataChange } from "../writing/metadata-change.arbitrary.ts";
import type { MetadataChange } from "../writing/metadata-change.ts";
import { type ListingTuning, listProducts, type Paging } from "./list-products.ts";
import type { ProductFilter } from "./product-filter.ts";

/** Barcodes close to each other, so that prefixes and lengths matter. */
const barcode = fc
	.array(fc.constantFrom("0", "1", "7"), { minLength: 4, maxLength: 14 })
	.map((digits) => digits.join(""));
const OWNERS = ["studio", "supplier"];
const BRANDS = ["Elite", "elite", "Osem", ""];

const changes = fc.array(
	fc.tuple(metadataChange, barcode, fc.option(fc.constantFrom(...BRANDS))).map(
		([change, barcode, brand]): MetadataChange => ({
			...change,
			barcode,
			...(change.info ? { info: { ...change.info, brand } } : {}),
		}),
	),
	{ maxLength: 12 },
);
const pictures = fc.array(
	fc.record({
		barcode,
		variant: fc.constantFrom(...VARIANTS),
		ownership: fc.constantFrom(...OWNERS, null),
		uploaded_by: fc.constantFrom("dana", null),
	}),
	{ maxLength: 8 },
);

/** A filter as a client gives it, together with the prefixes of its ranges, so that the model need not know about ranges. */
interface Asked {
	readonly search: string;
	readonly prefixes: readonly string[];
	readonly filter: Omit<ProductFilter, "ranges">;
	readonly paging: Paging;
	readonly tuning: ListingTuning;
}

const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 });
const rarely = <T>(value: fc.Arbitrary<readonly T[]>) =>
	fc.oneof({ weight: 3, arbitrary: fc.constant<readonly T[]>([]) }, { weight: 1, arbitrary: value });
const keys = rarely(fc.uniqueArray(fc.constantFrom(...METADATA_KEYS), { minLength: 1, maxLength: 3 }));
const digits = fc.array(fc.constantFrom("0", "1", "7"), { maxLength: 3 }).map((each) => each.join(""));

const asked: fc.Arbitrary<Asked> = fc.record({
	search: fc.oneof({ weight: 3, arbitrary: fc.constant("") }, { weight: 1, arbitrary: digits }),
	prefixes: rarely(
		fc.array(
			digits.map((each) => `0${each}`),
			{ minLength: 1, maxLength: 3 },
		),
	),
	filter: fc.record({
		minDigits: maybe(fc.integer({ min: 1, max: 15 })),
		maxDigits: maybe(fc.integer({ min: 1, max: 15 })),
		changedSinceMs: maybe(fc.integer({ min: 0, max: 40 }).map((step) => step * 1000)),
		withVariants: fc.constantFrom(0, 0, 0, 1, 2, 3, 12),
		withoutVariants: fc.constantFrom(0, 0, 0, 1, 4, 6),
		ownership: maybe(fc.constantFrom(...OWNERS, "nobody")),
		brands: rarely(fc.uniqueArray(fc.constantFrom(...BRANDS, "nobody"), { minLength: 1, maxLength: 2 })),
		departments: rarely(
			fc.uniqueArray(fc.constantFrom("", "Dairy & Eggs", "Frozen", "Passover"), {
				minLength: 1,
				maxLength: 3,
			}),
		),
		has: keys,
		missing: keys,
	}),
	paging: fc.record({ page: fc.integer({ min: 1, max: 6 }), perPage: fc.constantFrom(1, 3, 10, 500) }),
	tuning: fc.record({
		cutAboveProducts: fc.constantFrom(0, 10_000),
		pieces: fc.integer({ min: 1, max: 9 }),
		fewChanges: fc.constantFrom(0, 5, 10_000),
	}),
});

/** The expected page, computed in JavaScript from the served texts. */
function model(rows: readonly ProductRow[], { search, prefixes, filter, paging }: Asked) {
	const all = rows
		.filter((row) => row.barcode.startsWith(search))
		.filter((row) => prefixes.length === 0 || prefixes.some((prefix) => row.barcode.startsWith(prefix)))
		.filter((row) => passes(row, filter))
		.map((row) => row.barcode)
		.sort();
	const start = (paging.page - 1) * paging.perPage;
	return { barcodes: all.slice(start, start + paging.perPage), total: all.length };
}

function passes(row: ProductRow, filter: Omit<ProductFilter, "ranges">): boolean {
	const { length } = row.barcode;
	const pictures = Object.entries(JSON.parse(row.image_meta ?? "{}")).flatMap(([variant, entry]) =>
		entry ? [{ variant: variant as Variant, entry: entry as Record<string, unknown> }] : [],
	);
	const variants = pictures.map(({ variant }) => variant);
	const owners = pictures.map(({ entry }) => entry.ownership);
	const available = availableKeys(row, pictures);
	return (
		(filter.minDigits === undefined || length >= filter.minDigits || length === 4) &&
		(filter.maxDigits === undefined || length <= filter.maxDigits) &&
		(filter.changedSinceMs === undefined || row.changed_at >= filter.changedSinceMs) &&
		variantsOf(filter.withVariants).every((variant) => variants.includes(variant)) &&
		!variantsOf(filter.withoutVariants).some((variant) => variants.includes(variant)) &&
		(filter.ownership === undefined || owners.includes(filter.ownership)) &&
		(filter.brands.length === 0 || filter.brands.includes(row.brand ?? "")) &&
		(filter.departments.length === 0 || filter.departments.includes(row.department ?? "")) &&
		filter.has.every((key) => available.has(key)) &&
		!filter.missing.some((key) => available.has(key))
	);
}

/** SPEC D20, applied to the served texts. */
function availableKeys(
	row: ProductRow,
	pictures: readonly { entry: Record<string, unknown> }[],
): Set<string> {
	const members = (text: string | null) => (text === null ? {} : JSON.parse(`{${text}}`));
	const value = (text: string | null) => (text === null ? null : JSON.parse(text));
	const says = (given: unknown): boolean =>
		Array.isArray(given)
			? given.length > 0
			: typeof given === "object" && given !== null
				? Object.values(given).some(says)
				: given !== null && given !== undefined && given !== "";
	const available = new Set<string>();
	const add = (scope: string, there: boolean, fields: Record<string, unknown>) => {
		if (!there) return;
		available.add(scope);
		for (const [field, given] of Object.entries(fields)) if (says(given)) available.add(`${scope}.${field}`);
	};
	// Without a record, only what the catalogue sets on top of `info` is served, and its booleans carry no information.
	const info = Object.entries({ ...members(row.info), scanned_at: row.scanned_at });
	const served = info.filter(([, given]) => row.scanned_at !== null || typeof given !== "boolean");
	add("info", row.info !== null, Object.fromEntries(served));
	for (const hechsher of value(row.hechshers) ?? []) add("hechshers", true, hechsher);
	add("nutrition", row.nutrition !== null, value(row.nutrition) ?? {});
	add("ingredients", says(value(row.ingredients)), value(row.ingredients) ?? {});
	const catalogMeta = members(row.catalog_meta);
	add("catalog_meta", Object.values(catalogMeta).some(says), catalogMeta);
	if (available.size > 0) available.add("info.updated_at");
	for (const { entry } of pictures) add("image_meta", true, entry);
	return available;
}

describe.each(engines)("$name", ({ opened }) => {
	const clock = testClock(0);
	const engine = opened(clock);

	let step = 0;
	async function change(lines: MetadataChange[], shots: Parameters<typeof imageRow>[0][]) {
		clock.set(++step * 1000);
		await engine.db.write(applyMetadata, { changes: lines, existingOnly: false });
		for (const shot of shots) {
			await engine.db.write(addImage, {
				row: imageRow({
					...shot,
					image_id: `image-${step}-${shots.indexOf(shot)}`,
					created_at: clock.now(),
				}),
				uploadOffsetMinutes: 0,
				existingOnly: false,
			});
		}
	}

	test("for any catalogue and filter, a page equals filtering the products one by one", async () => {
		await fc.assert(
			fc.asyncProperty(
				changes,
				pictures,
				fc.option(barcode),
				fc.array(asked, { minLength: 12, maxLength: 12 }),
				async (lines, shots, gone, listings) => {
					await change(lines, shots);
					const removal = { variant: null, uploadOffsetMinutes: 0 };
					if (gone) await engine.db.write(remove, { barcode: gone, ...removal });
					const rows = await engine.db.read.selectFrom("product").selectAll().execute();
					for (const listing of listings) {
						const filter = {
							...listing.filter,
							ranges: barcodeRanges(listing.search, listing.prefixes),
						};
						const page = await listProducts(engine.db, filter, listing.paging, listing.tuning);
						const barcodes = page.rows.map((row) => row.barcode);
						expect({ barcodes, total: page.total }).toEqual(model(rows, listing));
						for (const row of page.rows) expect(rows).toContainEqual(expect.objectContaining(row));
					}
				},
			),
			{ numRuns: repetitions({ gate: 8, long: 20 }) },
		);
	});
});
