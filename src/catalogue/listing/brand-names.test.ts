import { beforeAll, describe, expect, test } from "vitest";
import { engines } from "../../../test/support/engines.ts";
import { applyMetadata } from "../writing/apply-metadata.ts";
import { unknownBrands } from "./brand-names.ts";

describe.each(engines)("$name", ({ opened }) => {
	const engine = opened();
	beforeAll(async () => {
		const brands = ["Golden Sheaf", "GOLDEN SHEAF", "Caf\u00e9 Levi"];
		const changes = brands.map((brand, place) => ({ barcode: `401${place}`, info: { brand } }));
		await engine.db.write(applyMetadata, { changes, existingOnly: false });
	});

	test("a brand of an existing product is known", async () => {
		expect(await unknownBrands(engine.db, ["Golden Sheaf", "Caf\u00e9 Levi"])).toEqual([]);
	});

	test("a brand that differs in case or accent encoding is reported with the catalogue's spelling", async () => {
		const unknown = await unknownBrands(engine.db, ["golden sheaf", "Cafe\u0301 levi"]);
		expect(unknown.map(({ writtenAs }) => [...writtenAs].sort())).toEqual([
			["GOLDEN SHEAF", "Golden Sheaf"],
			["Caf\u00e9 Levi"],
		]);
	});

	test("a brand that no product has is reported without a suggestion", async () => {
		expect(await unknownBrands(engine.db, ["Acme", "Golden Sheaf"])).toEqual([
			{ brand: "Acme", writtenAs: [] },
		]);
	});
});
