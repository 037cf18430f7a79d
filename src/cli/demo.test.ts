import { demoProducts } from "@packshot/demo/catalogue";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines, type OpenedEngine } from "../../test/support/engines.ts";
import { applyMetadata } from "../catalogue/writing/apply-metadata.ts";
import { holdsOtherProducts } from "./demo.ts";

describe.each(engines)("on $name, a catalogue", ({ open }) => {
	let engine: OpenedEngine;
	beforeAll(async () => {
		engine = await open();
	});
	afterAll(() => engine.close());

	test("may be filled by the demo if it is empty or was left by an interrupted demo", async () => {
		expect(await holdsOtherProducts(engine.db)).toBe(false);
		await add(demoProducts()[0]?.record.barcode ?? "");
		expect(await holdsOtherProducts(engine.db)).toBe(false);
	});

	test("is left alone if it holds one product that is not the demo's", async () => {
		await add("0725272730706");
		expect(await holdsOtherProducts(engine.db)).toBe(true);
	});

	const add = (barcode: string) =>
		engine.db.write(applyMetadata, { changes: [{ barcode }], existingOnly: false });
});
