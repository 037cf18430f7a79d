import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { testClock } from "../../test/support/clock.ts";
import { engines } from "../../test/support/engines.ts";
import { openChangeSet } from "../catalogue/history/change-set.ts";
import { applyMetadata } from "../catalogue/writing/apply-metadata.ts";
import type { MetadataChange } from "../catalogue/writing/metadata-change.ts";
import type { BlobStore } from "../platform/blobs/blob-store.ts";
import type { AbsentChoice } from "./absent-choice.ts";
import { goneSince } from "./batches/deliveries.ts";
import { ownFormat } from "./formats/file-format.ts";
import { deliveryOf, mappingOfPairs } from "./formats/mapping/column-mapping.ts";
import { importAll } from "./import.ts";
import type { ImportOrder, ImportWatch } from "./import-order.ts";
import { importOrder } from "./order.fixture.ts";

const made = mappingOfPairs([
	["EAN", "barcode"],
	["Marke", "info.brand"],
	["Gewicht", "info.net_weight"],
	["OU", "hechshers"],
]);
const mapping = "mapping" in made ? made.mapping : undefined;

describe.each(engines)("$name", ({ opened }) => {
	const clock = testClock(5000);
	const engine = opened(clock);
	const folder = mkdtempSync(join(tmpdir(), "packshot-deliveries-"));
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	/** Imports a table of one mapping. @param id which one */
	function deliver(
		id: string,
		rows: readonly string[],
		{ absent = "leave", ...more }: Partial<ImportOrder> & { readonly absent?: AbsentChoice } = {},
		watch: ImportWatch = {},
	) {
		const path = join(folder, "table.csv");
		writeFileSync(path, ["EAN;Marke;Gewicht;OU", ...rows].join("\n"));
		const format = ownFormat({ mapping });
		const order = importOrder([path], { mode: "merge", delivery: { id, absent }, format, ...more });
		const { db } = engine;
		return importAll({ db, blobs: {} as BlobStore, clock }, order, watch);
	}
	const absentOf = async (...given: Parameters<typeof deliver>) => {
		const { absent } = await deliver(...given);
		return [absent.count, absent.first.map(({ barcode }) => barcode)];
	};
	const exists = async (barcode: string) =>
		(await engine.db.read.selectFrom("product").select("id").where("barcode", "=", barcode).execute())
			.length > 0;

	test("a delivery names the products that an earlier one of its mapping had and it lacks", async () => {
		expect(await absentOf("a", ["1001;A;;", "1002;B;;", "1003;C;;"])).toEqual([0, []]);
		expect(await absentOf("other", ["1001;A;;"])).toEqual([0, []]);
		expect(await absentOf("a", ["1001;A;;"], { dryRun: true })).toEqual([2, ["1002", "1003"]]);
		expect(await absentOf("a", ["1001;A;;", "1002;;#REF!;"])).toEqual([1, ["1003"]]);
		expect(await exists("1003")).toBe(true);
		expect(await absentOf("a", ["1001;A;;", "1002;B;;", "1003;C;;"])).toEqual([0, []]);
	});

	test("absent products are marked until they are delivered again", async () => {
		await deliver("b", ["2001;A;;", "2002;B;;"]);
		expect(await absentOf("b", ["2001;A;;"], { absent: "mark", dryRun: true })).toEqual([1, ["2002"]]);
		expect(await goneSince(engine.db.read, "2002")).toBeUndefined();
		expect(await absentOf("b", ["2001;A;;"], { absent: "mark" })).toEqual([1, ["2002"]]);
		expect(await goneSince(engine.db.read, "2002")).toBe(5000);
		expect(await absentOf("b", ["2001;A;;"])).toEqual([0, []]);
		await deliver("b", ["2001;A;;", "2002;B;;"]);
		expect(await goneSince(engine.db.read, "2002")).toBeUndefined();
	});

	test("absent products are removed as a part of the import", async () => {
		await deliver("c", ["3001;A;;", "3002;B;;"]);
		const sets: number[] = [];
		const onChangeSet = async (id: number) => sets.push(id);
		await deliver("c", ["3001;A;;"], { absent: "remove", dryRun: true });
		expect(await exists("3002")).toBe(true);
		await deliver("c", ["3001;A;;"], { absent: "remove" }, { onChangeSet });
		expect([await exists("3001"), await exists("3002")]).toEqual([true, false]);
		const history = engine.db.read.selectFrom("product_history").select(["kind", "change_set"]);
		const rows = await history.where("barcode", "=", "3002").orderBy("id", "desc").execute();
		expect(rows[0]).toMatchObject({ kind: "removed" });
		expect(Number(rows[0]?.change_set)).toBe(sets[0]);
		expect(await absentOf("c", ["3001;A;;"])).toEqual([0, []]);
	});

	test("an import that was stopped says nothing of what it had not read", async () => {
		await deliver("d", ["4001;A;;", "4002;B;;"]);
		const stopped = AbortSignal.abort();
		expect(await absentOf("d", ["4001;A;;"], { signal: stopped, absent: "remove" })).toEqual([0, []]);
		expect(await exists("4002")).toBe(true);
	});

	test("nor does one of which a part could not be read", async () => {
		await deliver("f", ["6001;A;;", "6002;B;;"]);
		const path = join(folder, "broken.xlsx");
		writeFileSync(path, "PK\x03\x04");
		const paths = [path, join(folder, "table.csv")];
		writeFileSync(join(folder, "table.csv"), "EAN;Marke;Gewicht;OU\n6001;A;;");
		expect(await absentOf("f", ["6001;A;;"], { paths, absent: "remove" })).toEqual([0, []]);
		expect(await exists("6002")).toBe(true);
	});

	/** Changes a product as a person does in the pages. */
	async function edit(change: MetadataChange) {
		const { db } = engine;
		const source = { kind: "edit", accountId: "editor" } as const;
		clock.set(6000);
		const changeSet = await db.write(openChangeSet, { source, atMs: 6000 });
		await db.write(applyMetadata, {
			changes: [change],
			existingOnly: false,
			changeSet,
			mode: "merge",
		});
	}

	test("values that a person edited are reported when they change, and kept where that is chosen", async () => {
		await deliver("e", ["5001;A;1 kg;OU", "5002;B;;"]);
		await edit({ barcode: "5001", info: { brand: "Right" }, hechshers: [{ symbol: "OK" }] });
		const rows = ["5001;A;2 kg;Star-K", "5002;C;;"];
		const edited = {
			count: 2,
			first: [
				{ barcode: "5001", field: "info.brand", before: "Right", after: "A" },
				{ barcode: "5001", field: "hechshers.symbol", before: "OK", after: null },
			].map((value) => ({ ...value, edit: { accountId: "editor", byName: null, atMs: 6000 } })),
		};
		expect((await deliver("e", rows, { dryRun: true })).valuesEdited).toEqual(edited);
		const kept = await deliver("e", rows, { keepsEdited: true });
		expect(kept.valuesEdited).toEqual(edited);
		expect(kept.valuesChanged.first.map(({ barcode, field }) => [barcode, field])).toEqual([
			["5001", "info.net_weight"],
			["5002", "info.brand"],
		]);
		expect((await deliver("e", rows)).valuesChanged.first).toMatchObject([
			{ field: "info.brand", before: "Right" },
		]);
		// Whoever imports over an edit has taken note of it.
		expect((await deliver("e", ["5001;D;2 kg;OU"])).valuesEdited.count).toBe(0);
	});
});

test("tables with the same columns are of one kind, whatever their order and the meaning of cells", () => {
	const idOf = (
		...pairs: Parameters<typeof mappingOfPairs>[0] extends Iterable<infer Pair> ? Pair[] : never
	) => {
		const result = mappingOfPairs(pairs);
		return "mapping" in result && deliveryOf(result.mapping);
	};
	const id = idOf(["EAN", "barcode"], ["Marke", "info.brand"]);
	expect(idOf(["Marke", { field: "info.brand", values: { x: "y" } }], ["EAN", "barcode"])).toBe(id);
	expect(idOf(["EAN", "barcode"], ["Marke", "info.notes"])).not.toBe(id);
});
