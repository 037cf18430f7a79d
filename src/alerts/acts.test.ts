import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { testClock } from "../../test/support/clock.ts";
import { engines } from "../../test/support/engines.ts";
import { linksOf } from "../catalogue/certificates/links.ts";
import { changedNames } from "../catalogue/changes/change-bits.ts";
import { fromCommandLine } from "../catalogue/history/change-set.ts";
import { givenMetadata } from "../catalogue/stored/given-metadata.ts";
import { applyAlert } from "../catalogue/withholding/apply-alert.ts";
import { checkKosher } from "../catalogue/withholding/check-kosher.ts";
import { applyMetadata } from "../catalogue/writing/apply-metadata.ts";
import type { MetadataChange } from "../catalogue/writing/metadata-change.ts";
import { remove } from "../pictures/store/remove.ts";
import { actUnderWay, changeAlert, endAlert } from "./acts.ts";
import { alerting } from "./alerting.fixture.ts";
import { claimAct, performNextAct, performUntilDone } from "./perform.ts";
import { EVERY_READER, findAlert, formerWordings, listAlerts } from "./read.ts";

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
	const { actor, ask, publish, change, end } = alerting(parts);
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

	describe("an act", () => {
		test("is visible only after its products are done", async () => {
			const barcode = await newProduct();
			const { alertId } = await ask([barcode]);
			expect(await findAlert(engine.db.read, EVERY_READER, alertId)).toBeUndefined();
			const act = await actUnderWay(engine.db.read, alertId);
			if (!act) throw new Error("no act");
			await engine.db.write(applyAlert, { ...act, limit: 10 });
			expect(await served(barcode)).toEqual(["cRc"]);
			expect(await findAlert(engine.db.read, EVERY_READER, alertId)).toBeUndefined();
			await performUntilDone(parts(), alertId);
			expect(await findAlert(engine.db.read, EVERY_READER, alertId)).toMatchObject({
				barcodes: [barcode],
				outcome: null,
			});
		});

		test("is refused while another one of the alert is under way, after its end, and for unknown products", async () => {
			const barcode = await newProduct();
			const { alertId } = await ask([barcode]);
			const ending = { alertId, outcome: "settled" as const, actor: actor() };
			expect(await engine.db.write(endAlert, ending)).toEqual({ kind: "under_way" });
			await performUntilDone(parts(), alertId);
			await end(alertId, "settled");
			expect(await engine.db.write(endAlert, ending)).toEqual({ kind: "ended" });
			expect(await engine.db.write(endAlert, { ...ending, alertId: "alr_none" })).toEqual({
				kind: "no_alert",
			});
			expect((await ask([barcode, "99999999"])).outcome).toEqual({
				kind: "unknown_products",
				barcodes: ["99999999"],
			});
		});

		test("goes on where a killed process was, and does nothing twice", async () => {
			const barcodes = await Promise.all(Array.from({ length: 30 }, () => newProduct()));
			const alertId = await publish(barcodes);
			await engine.db.write(endAlert, { alertId, outcome: "settled", actor: actor() });
			// A process claims the task, does ten products and dies.
			await engine.db.write(claimAct, { leaseId: "dead" });
			const act = await actUnderWay(engine.db.read, alertId);
			if (!act) throw new Error("no act");
			await engine.db.write(applyAlert, { ...act, limit: 10 });
			const [first = ""] = [...barcodes].sort();
			await put({ barcode: first, hechshers: [OU] });
			expect(await performNextAct(parts())).toBe(false);
			clock.advance(25_000);
			expect(await performNextAct(parts())).toBe(true);
			// What was brought after the act had been carried out on the product is not the alert's any more.
			expect(await served(first)).toEqual(["OU"]);
			for (const barcode of barcodes.filter((each) => each !== first))
				expect(await served(barcode)).toEqual(["cRc"]);
			expect(await findAlert(engine.db.read, EVERY_READER, alertId)).toMatchObject({ outcome: "settled" });
		});

		test("of many alerts at once, on two nodes, with imports meanwhile, leaves what one after another would", async () => {
			const barcodes = await Promise.all(Array.from({ length: 12 }, () => newProduct()));
			const other = { db: engine.openAgain(), clock };
			try {
				const asked = await Promise.all([
					ask(barcodes),
					ask(barcodes, { symbol: "cRc" }),
					ask(barcodes.slice(0, 6)),
				]);
				const ids = asked.map(({ alertId }) => alertId);
				const importing = Promise.all(
					barcodes.map((barcode) => put({ barcode, hechshers: [CRC, OU, { symbol: "Star-K" }] })),
				);
				await Promise.all([
					...ids.map((id) => performUntilDone(parts(), id)),
					...ids.map((id) => performUntilDone(other, id)),
					importing,
				]);
				for (const barcode of barcodes)
					expect([await served(barcode), await stored(barcode)]).toEqual([
						["Star-K"],
						["cRc", "OU", "Star-K"],
					]);
				await Promise.all([end(ids[0] ?? "", "mistaken"), end(ids[1] ?? "", "settled")]);
				for (const barcode of barcodes.slice(0, 6)) expect(await served(barcode)).toEqual(["Star-K"]);
				for (const barcode of barcodes.slice(6)) expect(await served(barcode)).toEqual(["OU", "Star-K"]);
			} finally {
				await other.db.close();
			}
		});

		test("that corrects writes the new values in the same act", async () => {
			const barcode = await newProduct();
			await publish(
				[barcode],
				{ kind: "mislabelled", withholds: false },
				{ dairy_meat_pareve: "meat", additional_designation: "Glatt" },
			);
			expect(JSON.parse((await row(barcode)).hechshers ?? "[]")).toMatchObject([
				{ symbol: "OU", dairy_meat_pareve: "meat", additional_designation: "Glatt" },
				{ symbol: "cRc", dairy_meat_pareve: "pareve", additional_designation: null },
			]);
			expect(await feed(barcode)).toEqual(["info+hechshers", "hechshers", "kosher"]);
		});

		test("that corrects one designation leaves others of the symbol, and what both rest on, as they are", async () => {
			const certificate = { certificate_id: "L-9", valid_until: "2099-01-31" };
			const barcode = await newProduct([
				{ ...OU, certificate },
				{ ...OU, additional_designation: "Yoshon", certificate: { ...certificate, certificate_id: "L-10" } },
			]);
			const wording = { kind: "changed", withholds: false, designation: "Yoshon" } as const;
			await publish([barcode], wording, { dairy_meat_pareve: "pareve" });
			expect(JSON.parse((await row(barcode)).hechshers ?? "[]")).toMatchObject([
				{ dairy_meat_pareve: "dairy", additional_designation: null },
				{ dairy_meat_pareve: "pareve", additional_designation: "Yoshon" },
			]);
			expect(linksOf(await row(barcode)).map(({ certificateId }) => certificateId)).toEqual(["L-9", "L-10"]);
			// Another designation is another hechsher: the letter was not for it.
			await publish([barcode], wording, { additional_designation: null });
			await publish([barcode], { ...wording, kind: "mislabelled" }, { additional_designation: "Never" });
			expect((await checkKosher(engine.db)).faults).toEqual([]);
		});

		test("that corrects a hechsher into one that is there leaves that one, with what it rests on", async () => {
			const certificate = { certificate_id: "L-11", valid_until: "2099-01-31" };
			const there = { ...OU, additional_designation: "Glatt", certificate };
			const barcode = await newProduct([{ ...OU, additional_designation: "Galtt" }, CRC, there, CRC]);
			const wording = { kind: "mislabelled", withholds: false, designation: "Galtt" } as const;
			await publish([barcode], wording, { additional_designation: "Glatt" });
			expect(await stored(barcode)).toEqual(["cRc", "OU", "cRc"]);
			expect(linksOf(await row(barcode))).toMatchObject([{ symbol: "OU", certificateId: "L-11" }]);
			await publish(
				[barcode],
				{ ...wording, symbol: "cRc", designation: null },
				{ dairy_meat_pareve: "meat" },
			);
			expect(await stored(barcode)).toEqual(["cRc", "OU"]);
			expect((await checkKosher(engine.db)).faults).toEqual([]);
		});

		test("that changes the products serves again what it does not name any more, and keeps the earlier wording", async () => {
			const [one, other] = [await newProduct(), await newProduct()];
			const alertId = await publish([one], { message: "First." });
			await change(alertId, { message: "Second." }, [other]);
			expect([await served(one), await served(other)]).toEqual([["OU", "cRc"], ["cRc"]]);
			expect(await findAlert(engine.db.read, EVERY_READER, alertId)).toMatchObject({
				message: "Second.",
				barcodes: [other],
			});
			expect(await formerWordings(engine.db.read, alertId)).toMatchObject([
				{ message: "First.", barcodes: [one] },
			]);
			expect((await feed(one)).slice(1)).toEqual(["hechshers", "kosher", "hechshers", "kosher"]);
			const unfit = { alertId, wording: { symbol: null }, barcodes: null, correction: null, actor: actor() };
			expect(await engine.db.write(changeAlert, unfit)).toMatchObject({ kind: "unfit" });
		});
	});

	describe("readers", () => {
		let alertId: string;
		let barcodes: string[];
		beforeAll(async () => {
			barcodes = [await newProduct(), newBarcode()];
			await put({
				barcode: barcodes[1] ?? "",
				info: { brand: "Beta" },
				catalog_meta: { department: "Produce" },
			});
			alertId = await publish(barcodes);
		});
		const as = (filter: Partial<typeof EVERY_READER>) => ({ ...EVERY_READER, ...filter });

		test("see the products inside their filter alone, and no alert without any", async () => {
			const seen = async (filter: Partial<typeof EVERY_READER>) =>
				(await findAlert(engine.db.read, as(filter), alertId))?.barcodes;
			expect(await seen({})).toEqual(barcodes);
			expect(await seen({ brands: ["Beta"] })).toEqual([barcodes[1]]);
			expect(await seen({ departments: ["Produce"] })).toEqual([barcodes[1]]);
			expect(await seen({ barcodePrefixes: [barcodes[0] ?? ""] })).toEqual([barcodes[0]]);
			expect(await seen({ brands: ["Gamma"] })).toBeUndefined();
			const listed = await listAlerts(engine.db.read, as({ brands: ["Gamma"] }), { limit: 10 });
			expect(listed).toEqual([]);
		});

		test("still see it after the product was removed, by the filter facts it last had", async () => {
			const source = fromCommandLine("removal");
			const [, barcode = ""] = barcodes;
			await put({ barcode, info: { brand: "Delta" } });
			await engine.db.write(remove, { barcode, variant: null, uploadOffsetMinutes: 0, source });
			const seen = async (brand: string) =>
				(await findAlert(engine.db.read, as({ brands: [brand] }), alertId))?.barcodes;
			expect([await seen("Beta"), await seen("Delta")]).toEqual([undefined, [barcode]]);
		});
	});
});
