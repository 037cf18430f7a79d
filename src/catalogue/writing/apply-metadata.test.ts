import { describe, expect, test } from "vitest";
import { testClock } from "../../../test/support/clock.ts";
import { engines } from "../../../test/support/engines.ts";
import { applyMetadata, type MetadataOrder } from "./apply-metadata.ts";
import type { MetadataChange } from "./metadata-change.ts";

describe.each(engines)("$name", ({ opened }) => {
	const clock = testClock(1000);
	const engine = opened(clock);

	async function apply(changes: MetadataChange[], order: Partial<MetadataOrder> = {}) {
		const whole = { changes, existingOnly: false, ...order };
		return (await engine.db.write(applyMetadata, whole)).map(({ outcome }) => outcome);
	}
	const rowOf = (barcode: string) =>
		engine.db.read.selectFrom("product").selectAll().where("barcode", "=", barcode).executeTakeFirst();

	test("returns one outcome per change, in order", async () => {
		await apply([{ barcode: "1001", info: { brand: "A" } }]);
		const outcomes = await apply([
			{ barcode: "1001", info: { brand: "A" } },
			{ barcode: "1002", info: { brand: "B" } },
			{ barcode: "1001", info: { brand: "C" } },
		]);
		expect(outcomes).toEqual(["unchanged", "created", "updated"]);
	});

	test("changes to one product in one order build on each other", async () => {
		const outcomes = await apply([
			{ barcode: "2001", info: { brand: "A" } },
			{ barcode: "2001", hechshers: [{ symbol: "OU" }] },
			{ barcode: "2001", hechshers: [{ symbol: "OU" }] },
		]);
		expect(outcomes).toEqual(["created", "updated", "unchanged"]);
		expect(await rowOf("2001")).toMatchObject({ brand: "A", hechshers: expect.stringContaining('"OU"') });
	});

	test("concurrent orders are applied one after the other", async () => {
		const outcomes = await Promise.all([
			apply([{ barcode: "3001", info: { brand: "A" } }]),
			apply([{ barcode: "3001", nutrition: { calories: "1" } }]),
		]);
		expect(outcomes).toEqual([["created"], ["updated"]]);
		expect(await rowOf("3001")).toMatchObject({ brand: "A", nutrition: expect.any(String) });
	});

	test("a barcode alone creates a product, once", async () => {
		expect(await apply([{ barcode: "00004001" }])).toEqual(["created"]);
		expect(await apply([{ barcode: "00004001" }])).toEqual(["unchanged"]);
		expect(await rowOf("00004001")).toMatchObject({
			digits: 8,
			info: null,
			fields_low: 0,
			fields_high: 0,
			variants: 0,
			updated_at: null,
			changed_at: 1000,
		});
	});

	test("existingOnly skips unknown barcodes and changes the others", async () => {
		await apply([{ barcode: "5001" }]);
		const changes = [
			{ barcode: "5001", info: { brand: "A" } },
			{ barcode: "5002", info: { brand: "B" } },
		];
		expect(await apply(changes, { existingOnly: true })).toEqual(["updated", "unknown"]);
		expect(await rowOf("5002")).toBeUndefined();
	});

	test("the time for updated_since follows updated_at, and a change without effect does not move it", async () => {
		await apply([{ barcode: "6001", info: { brand: "A" } }]);
		clock.set(2000);
		await apply([{ barcode: "6001", info: { brand: "A" } }]);
		expect(await rowOf("6001")).toMatchObject({ scanned_at: 1000, updated_at: 1000, changed_at: 1000 });
		clock.set(3000);
		await apply([{ barcode: "6001", info: { brand: "B" } }]);
		expect(await rowOf("6001")).toMatchObject({ scanned_at: 1000, updated_at: 3000, changed_at: 3000 });
	});

	test("a product keeps its row id when it changes", async () => {
		await apply([{ barcode: "7001", info: { brand: "A" } }]);
		const before = await rowOf("7001");
		await apply([{ barcode: "7001", info: { brand: "B" } }]);
		expect((await rowOf("7001"))?.id).toBe(before?.id);
	});

	test("texts with any characters are stored unchanged", async () => {
		const brand = `"\\\u2028 \u0001 עברית 🍎 ' ; --`;
		await apply([{ barcode: "8001", info: { brand } }]);
		expect((await rowOf("8001"))?.brand).toBe(brand);
	});
});
