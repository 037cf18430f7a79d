import { beforeEach, describe, expect, test } from "vitest";
import { testClock } from "../../test/support/clock.ts";
import { engines } from "../../test/support/engines.ts";
import { changedNames } from "../catalogue/changes/change-bits.ts";
import { checkChanges } from "../catalogue/changes/check-changes.ts";
import { fromCommandLine } from "../catalogue/history/change-set.ts";
import { correctBarcode } from "../catalogue/pages/editing/correct-barcode.ts";
import { mergeProducts } from "../catalogue/pages/editing/merge.ts";
import { checkTexts } from "../catalogue/search/check-texts.ts";
import { givenMetadata } from "../catalogue/stored/given-metadata.ts";
import { applyMetadata } from "../catalogue/writing/apply-metadata.ts";
import type { MetadataChange } from "../catalogue/writing/metadata-change.ts";
import { newImageIds } from "../pictures/store/copy-pictures.ts";
import { remove } from "../pictures/store/remove.ts";
import { undoChanges } from "../pictures/store/undo-changes.ts";
import { alerting } from "./alerting.fixture.ts";
import { EVERY_READER, findAlert } from "./read.ts";

const OU = { symbol: "OU", dairy_meat_pareve: "dairy" } as const;
const CRC = { symbol: "cRc", dairy_meat_pareve: "pareve" } as const;

describe.each(engines)("$name", ({ opened }) => {
	const clock = testClock(1_000_000);
	const engine = opened(clock);
	const parts = () => ({ db: engine.db, clock });

	let products = 0;
	const newBarcode = () => String(2000_0000 + ++products);
	async function put(...changes: MetadataChange[]) {
		return engine.db.write(applyMetadata, { changes, existingOnly: false });
	}
	async function newProduct(hechshers: MetadataChange["hechshers"] = [OU, CRC]): Promise<string> {
		const barcode = newBarcode();
		await put({ barcode, info: { brand: "Alpha", product_name: `Cheese ${barcode}` }, hechshers });
		return barcode;
	}
	const { actor, publish, change, end } = alerting(parts);
	// Each act has a time of its own.
	beforeEach(() => clock.advance(1000));
	const row = (barcode: string) =>
		engine.db.read.selectFrom("product").selectAll().where("barcode", "=", barcode).executeTakeFirstOrThrow();
	const symbolsIn = (text: string | null): string[] =>
		(JSON.parse(text ?? "[]") as { symbol: string }[]).map(({ symbol }) => symbol);
	const served = async (barcode: string) => symbolsIn((await row(barcode)).hechshers);
	const stored = async (barcode: string) =>
		symbolsIn(JSON.stringify(givenMetadata(await row(barcode)).hechshers));
	/** What followers see of a product, oldest first. */
	const feed = async (barcode: string) =>
		(
			await engine.db.read
				.selectFrom("product_change")
				.select("changed")
				.where("barcode", "=", barcode)
				.orderBy("position")
				.execute()
		).map(({ changed }) => changedNames(changed).join("+"));
	const countOf = async (key: string) =>
		(
			await engine.db.read
				.selectFrom("field_count")
				.select("products")
				.where("field_key", "=", key)
				.executeTakeFirst()
		)?.products ?? 0;

	test("stays stored but is not served, found or counted, and is served again after a mistake", async () => {
		const barcode = await newProduct([OU]);
		const counted = await countOf("hechshers");
		const before = await row(barcode);
		clock.advance(1000);
		const alertId = await publish([barcode]);
		expect([await served(barcode), await stored(barcode)]).toEqual([[], ["OU"]]);
		expect(await countOf("hechshers")).toBe(counted - 1);
		const text = () =>
			engine.db.read
				.selectFrom("product_text")
				.select("marks")
				.where("barcode", "=", barcode)
				.executeTakeFirstOrThrow();
		const facet = `h${Buffer.from("OU").toString("hex")}`;
		expect((await text()).marks).not.toContain(facet);
		expect((await row(barcode)).updated_at).toBeGreaterThan(before.updated_at ?? 0);
		expect(await feed(barcode)).toEqual(["info+hechshers", "hechshers", "kosher"]);
		await end(alertId, "mistaken");
		expect([await served(barcode), (await row(barcode)).hechshers_as_given]).toEqual([["OU"], null]);
		expect((await text()).marks).toContain(facet);
		expect(await countOf("hechshers")).toBe(counted);
		expect(await feed(barcode)).toEqual(["info+hechshers", "hechshers", "kosher", "hechshers", "kosher"]);
		expect((await checkTexts(engine.db)).faults).toEqual([]);
		expect((await checkChanges(engine.db)).faults).toEqual([]);
	});

	test("is removed, as a change that can be undone, when the alert is settled", async () => {
		const barcode = await newProduct();
		const alertId = await publish([barcode]);
		await end(alertId, "settled");
		expect([await served(barcode), await stored(barcode)]).toEqual([["cRc"], ["cRc"]]);
		expect(await feed(barcode)).toEqual(["info+hechshers", "hechshers", "kosher", "kosher"]);
		const history = await engine.db.read
			.selectFrom("product_history")
			.innerJoin("change_set", "change_set.id", "product_history.change_set")
			.select(["product_history.id", "change_set.kind", "values_before"])
			.where("barcode", "=", barcode)
			.execute();
		expect(history.map(({ kind }) => kind)).toEqual(["alert"]);
		const ids = history.map(({ id }) => id);
		const undo = { ids, uploadOffsetMinutes: 0, changeSet: fromCommandLine("undo") };
		expect(await engine.db.write(undoChanges, undo)).toEqual([{ kind: "undone" }]);
		expect(await served(barcode)).toEqual(["OU", "cRc"]);
	});

	test("with a designation, others of the symbol are served", async () => {
		const barcode = await newProduct([OU, { ...OU, additional_designation: "Kosher for Passover" }]);
		const alertId = await publish([barcode], { designation: "Kosher for Passover" });
		expect(JSON.parse((await row(barcode)).hechshers ?? "[]")).toMatchObject([
			{ additional_designation: null },
		]);
		await change(alertId, { designation: null });
		expect(await served(barcode)).toEqual([]);
	});

	test("a symbol that differs in case alone is another agency's", async () => {
		const barcode = await newProduct([{ symbol: "CRC" }, { symbol: "cRc" }]);
		await publish([barcode], { symbol: "CRC" });
		expect(await served(barcode)).toEqual(["cRc"]);
	});

	test("does not come back by import, in any mode, and reports say so", async () => {
		const barcode = await newProduct([CRC]);
		await publish([barcode]);
		for (const mode of ["replace", "merge", "fill"] as const) {
			const order = { changes: [{ barcode, hechshers: [OU, CRC] }], existingOnly: false, mode };
			const [applied] = await engine.db.write(applyMetadata, order);
			expect(applied?.withheld).toBe(mode !== "fill" || (await stored(barcode)).includes("OU"));
			expect(await served(barcode)).not.toContain("OU");
		}
		expect(await stored(barcode)).toEqual(["OU", "cRc"]);
		expect(await feed(barcode)).toEqual(["info+hechshers", "kosher"]);
	});

	test("an import that changes nothing of it is no change, and one that does is in the history", async () => {
		const barcode = await newProduct();
		await publish([barcode]);
		const [again] = await put({ barcode, hechshers: [OU, CRC] });
		expect(again).toMatchObject({ outcome: "unchanged", withheld: true });
		const [changed] = await put({ barcode, hechshers: [{ ...OU, dairy_meat_pareve: "meat" }, CRC] });
		expect(changed).toMatchObject({ outcome: "updated" });
		const history = await engine.db.read
			.selectFrom("product_history")
			.selectAll()
			.where("barcode", "=", barcode)
			.execute();
		expect(
			history.map(
				({ values_before }) => JSON.parse(values_before ?? "null")?.hechshers?.[0]?.dairy_meat_pareve,
			),
		).toEqual([undefined, "dairy"]);
		const undo = { ids: [history[1]?.id ?? 0], uploadOffsetMinutes: 0, changeSet: fromCommandLine("undo") };
		expect(await engine.db.write(undoChanges, undo)).toEqual([{ kind: "undone" }]);
		expect([await served(barcode), await stored(barcode)]).toEqual([["cRc"], ["OU", "cRc"]]);
	});

	test("does not come back when the product is removed and added again", async () => {
		const barcode = await newProduct();
		const alertId = await publish([barcode]);
		const source = fromCommandLine("removal");
		await engine.db.write(remove, { barcode, variant: null, uploadOffsetMinutes: 0, source });
		expect((await findAlert(engine.db.read, EVERY_READER, alertId))?.barcodes).toEqual([barcode]);
		const [applied] = await put({ barcode, hechshers: [OU, CRC] });
		expect(applied).toMatchObject({ outcome: "created", withheld: true });
		expect(await served(barcode)).toEqual(["cRc"]);
		await end(alertId, "mistaken");
		expect(await served(barcode)).toEqual(["OU", "cRc"]);
	});

	test("does not come back by correcting the barcode, nor by correcting it back", async () => {
		const barcode = await newProduct();
		const alertId = await publish([barcode]);
		const to = newBarcode();
		for (const [from, next] of [
			[barcode, to],
			[to, barcode],
		] as const) {
			await engine.db.write(correctBarcode, { from, to: next, actor: actor() });
			expect(await served(next)).toEqual(["cRc"]);
		}
		const alert = await findAlert(engine.db.read, EVERY_READER, alertId);
		expect(alert?.barcodes).toEqual([barcode, to]);
	});

	test("does not come back by merging products, whichever of them the alert names", async () => {
		for (const named of [0, 1]) {
			const base = `0${7_100_000_000 + 10 * ++products}`;
			const keep = `${base}${checkDigit(base)}`;
			const pair = [keep, `0${keep}`] as const;
			await put({ barcode: pair[0], info: { brand: "A" } }, { barcode: pair[1], hechshers: [OU, CRC] });
			await publish([pair[named] ?? ""]);
			const order = {
				keep: pair[0],
				other: pair[1],
				imageIds: newImageIds(clock.now()),
				uploadOffsetMinutes: 0,
				actor: actor(),
			};
			expect(await engine.db.write(mergeProducts, order)).toMatchObject({ kind: "merged" });
			expect([named, await served(pair[0])]).toEqual([named, ["cRc"]]);
		}
	});

	test("stays withheld until the last alert ends, whose outcome decides", async () => {
		const [one, other] = [await newProduct(), await newProduct()];
		for (const [barcode, last, then] of [
			[one, "mistaken", ["OU", "cRc"]],
			[other, "settled", ["cRc"]],
		] as const) {
			const alerted = [
				await publish([barcode]),
				await publish([barcode], { designation: null, kind: "unauthorised" }),
			];
			await end(alerted[0] ?? "", last === "settled" ? "mistaken" : "settled");
			expect([await served(barcode), await stored(barcode)]).toEqual([["cRc"], ["OU", "cRc"]]);
			await end(alerted[1] ?? "", last);
			expect([await served(barcode), await stored(barcode)]).toEqual([then, then]);
		}
	});
});

function checkDigit(body: string): string {
	const sum = [...body]
		.reverse()
		.reduce((total, digit, place) => total + Number(digit) * (place % 2 === 0 ? 3 : 1), 0);
	return String((10 - (sum % 10)) % 10);
}
