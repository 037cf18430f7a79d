import { beforeAll, describe, expect, test } from "vitest";
import { engines } from "../../../test/support/engines.ts";
import { ALONE } from "../../platform/db/pace.ts";
import { applyMetadata } from "../writing/apply-metadata.ts";
import { fillMissingTexts } from "./fill-texts.ts";
import { findTexts } from "./find-texts.ts";
import { closeBatch } from "./pack-store.ts";
import { packTexts } from "./pack-texts.ts";
import type { TextQuery } from "./text-query.ts";

const NAMES = ["חלב · Milk", "Almonds · שקדים", "Milk chocolate", "בננה"];
const SIZES = { fewest: 2, full: 6, large: 4, merged: 3 };

describe.each(engines)("$name", ({ opened }) => {
	const engine = opened();
	beforeAll(async () => {
		const changes = NAMES.map((product_name, place) => ({
			barcode: String(4011 + place),
			info: { product_name },
		}));
		await engine.db.write(applyMetadata, { changes: changes as never, existingOnly: false });
		await engine.db.write(closeBatch, null);
		await pack();
	});

	const pack = () => packTexts({ db: engine.db, clock: { now: () => 1 }, sizes: SIZES }, ALONE);
	const found = async (asked: Partial<TextQuery>) => {
		const query = { words: [], facets: [], barcodePrefixes: [], ...asked };
		const { barcodes } = await findTexts(engine.db, query, { after: undefined, most: 9 });
		return barcodes.map((barcode) => NAMES[Number(barcode) - 4011]);
	};

	test("finds names in two scripts by either, as by their beginnings, and sorts them by the pages' script", async () => {
		expect(await found({ words: ["חלב"] })).toEqual(["חלב · Milk"]);
		expect(await found({ words: ["milk"] })).toEqual(["חלב · Milk", "Milk chocolate"]);
		expect(await found({ sort: "name" })).toEqual([
			"Almonds · שקדים",
			"חלב · Milk",
			"Milk chocolate",
			"בננה",
		]);
		expect(await found({ sort: "newest" })).toEqual(NAMES.toReversed());
	});

	test("indexes what earlier rules have indexed once more, packed or not", async () => {
		// The words that the rules before wrote: the parts as they stand, without a sign between them.
		await engine.execute(
			"update product_text set words = ' חלב milk 4011 ', batch = 2 where barcode = '4011'",
		);
		await engine.execute("update text_index set written_by = '3'");
		expect(await found({ sort: "name" })).toEqual([
			"Almonds · שקדים",
			"Milk chocolate",
			"בננה",
			"חלב · Milk",
		]);
		expect(await fillMissingTexts(engine.db, ALONE)).toBe(NAMES.length);
		const expected = ["Almonds · שקדים", "חלב · Milk", "Milk chocolate", "בננה"];
		expect(await found({ sort: "name" })).toEqual(expected);
		await engine.db.write(closeBatch, null);
		await pack();
		expect(await found({ sort: "name" })).toEqual(expected);
		expect(await fillMissingTexts(engine.db, ALONE)).toBe(0);
	});
});
