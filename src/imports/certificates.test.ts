import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rowsOf } from "@packshot/tables/delimiter";
import { afterAll, describe, expect, test } from "vitest";
import { engines } from "../../test/support/engines.ts";
import { readCertified } from "../catalogue/certificates/kosher-record.ts";
import { tellAllProducts } from "../catalogue/certificates/tell-products.ts";
import { remove } from "../pictures/store/remove.ts";
import { undoChanges } from "../pictures/store/undo-changes.ts";
import { openDiskBlobs } from "../platform/blobs/disk.ts";
import { systemClock } from "../platform/time/clock.ts";
import { ownFormat } from "./formats/file-format.ts";
import { mappingOfPairs } from "./formats/mapping/column-mapping.ts";
import { headOf } from "./formats/mapping/table-head.ts";
import { importAll } from "./import.ts";
import { importOrder } from "./order.fixture.ts";

const work = mkdtempSync(join(tmpdir(), "packshot-certificates-"));
afterAll(() => rmSync(work, { recursive: true, force: true }));

let files = 0;
function file(ending: string, ...lines: (string | object)[]): string {
	const path = join(work, `${++files}.${ending}`);
	writeFileSync(
		path,
		lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join(""),
	);
	return path;
}

const OU = (barcode: string, more: object = {}) => ({ barcode, hechshers: [{ symbol: "OU", ...more }] });

describe.each(engines)("on $name", (engine) => {
	const opened = engine.opened();
	const stores = () => ({ db: opened.db, blobs: openDiskBlobs(join(work, "blobs")), clock: systemClock });
	const imported = (path: string, more = {}) => importAll(stores(), importOrder([path], more));
	const table = (path: string, more = {}) => imported(path, { mode: "fill", ...more });
	const certificates = async (barcode: string) =>
		((await readCertified(opened.db, barcode))?.hechshers ?? []).map(
			({ certificate }) => certificate?.certificate_id ?? null,
		);
	const certificate = async (barcode: string) =>
		(await readCertified(opened.db, barcode))?.hechshers[0]?.certificate;

	test("one id with two contents in a file is refused, the same again is not", async () => {
		const letter = { certificate_id: "A-1", valid_until: "2030-01-01" };
		const report = await imported(
			file(
				"ndjson",
				OU("10000001", { certificate: letter }),
				OU("10000002", { certificate: { ...letter, valid_until: "2031-01-01" } }),
				OU("10000003", { certificate: letter }),
				OU("10000004", { certificate_id: "A-1" }),
			),
		);
		expect(report.refused).toMatchObject([
			{
				line: 2,
				reason: 'certificate "A-1" says something else than in line 1 of this file: valid_until',
			},
		]);
		expect(await certificate("10000004")).toMatchObject(letter);
		expect(await certificates("10000002")).toEqual([]);
	});

	test("a table of certificates links hechshers, whatever else products have, and its dry run says what would change", async () => {
		await imported(
			file(
				"ndjson",
				{ ...OU("11000001"), info: { brand: "A" } },
				OU("11000002", { certificate: { certificate_id: "T-0", valid_until: "2026-12-31" } }),
			),
		);
		const path = file(
			"csv",
			"barcode,certificate.symbol,certificate.certificate_id,certificate.valid_until",
			"11000001,OU,T-1,31.12.2027",
			"11000002,OU,T-0,2027-12-31 00:00:00",
			"11000003,OU,T-1,2027-12-31",
			"11000001,CRC,T-2,2027-12-31",
			"11000001,OU,T-3,5/4/2027",
			"11000001,OU,T-3,46387",
		);
		const dry = await table(path, { dryRun: true });
		expect(await certificates("11000001")).toEqual([null]);
		const done = await table(path);
		for (const report of [dry, done]) {
			expect(report.products).toEqual({ created: 0, updated: 1, unchanged: 1 });
			expect(report.valuesChanged.first).toMatchObject([
				{ barcode: "11000002", field: "certificate.valid_until", before: "2026-12-31", after: "2027-12-31" },
			]);
			expect(report.remarks.get("certificates, new or changed")?.count).toBe(2);
			expect(report.refused.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
				'6 certificate.valid_until: may be 2027-04-05 or 2027-05-04, write it as one of these (year, month, day), found "5/4/2027"',
				'7 certificate.valid_until: a spreadsheet\'s number of a day, format the column as a date and save the file again, found "46387"',
				"4 barcode 11000003 is not in the catalogue",
				"5 the product has no hechsher CRC; it has OU",
			]);
		}
		expect(await certificate("11000001")).toMatchObject({ certificate_id: "T-1", valid_until: "2027-12-31" });
		expect(await certificate("11000002")).toMatchObject({ certificate_id: "T-0", valid_until: "2027-12-31" });
		const product = opened.db.read.selectFrom("product").select("brand").where("barcode", "=", "11000003");
		expect(await product.executeTakeFirst()).toBeUndefined();
	});

	test("of two letters for one hechsher the one that ends first is linked, in either order", async () => {
		await imported(file("ndjson", OU("12000001"), OU("12000002")));
		const report = await table(
			file(
				"csv",
				"barcode,certificate.symbol,certificate.certificate_id,certificate.valid_until",
				"12000001,OU,P-1,2027-01-01",
				"12000001,OU,P-2,2028-01-01",
				"12000002,OU,P-2,2028-01-01",
				"12000002,OU,P-1,2027-01-01",
				"12000002,OU,P-2,2026-01-01",
			),
		);
		expect(report.refused).toMatchObject([
			{
				line: 6,
				reason: 'certificate "P-2" says something else than in line 3 of this file: valid_until',
			},
		]);
		expect([await certificates("12000001"), await certificates("12000002")]).toEqual([["P-1"], ["P-1"]]);
	});

	test("the one that ends first is linked also where the catalogue has the dates, or one row says the designation", async () => {
		const known = (certificate_id: string, valid_until: string) => ({ certificate_id, valid_until });
		await imported(
			file(
				"ndjson",
				OU("12100001", { certificate: known("K-1", "2027-01-01") }),
				OU("12100002", { certificate: known("K-2", "2028-01-01") }),
				OU("12100003"),
				OU("12100004"),
				OU("12100005", { additional_designation: "Yoshon" }),
			),
		);
		await table(
			file(
				"csv",
				"barcode,certificate.symbol,certificate.additional_designation,certificate.certificate_id",
				"12100003,OU,,K-2",
				"12100003,OU,,K-1",
				"12100004,OU,,K-1",
				"12100004,OU,,K-2",
				"12100005,OU,,K-1",
				"12100005,OU,Yoshon,K-2",
				// It rested on another letter before this file, which is replaced.
				"12100001,OU,,K-2",
			),
		);
		const barcodes = ["12100003", "12100004", "12100005", "12100001"];
		expect(await Promise.all(barcodes.map(certificates))).toEqual([["K-1"], ["K-1"], ["K-1"], ["K-2"]]);
	});

	test("an id has 100 characters at most, a source 500 and no URL but https, and one id one symbol in a file", async () => {
		const letter = (certificate_id: string, source = "by mail") => ({
			certificate: { certificate_id, source, valid_until: "2030-01-01" },
		});
		const report = await imported(
			file(
				"ndjson",
				OU("12200001", letter("i".repeat(100), `https://${"s".repeat(492)}`)),
				OU("12200002", letter("i".repeat(101))),
				OU("12200003", letter("S-1", "s".repeat(501))),
				OU("12200004", letter("S-2", "http://agency.example/417")),
				OU("12200005", letter("S-3", "javascript://%0aalert(1)")),
				OU("12200006", letter("S-4", "417: see the agency's list")),
				{
					barcode: "12200007",
					hechshers: [{ symbol: "CRC", ...letter("S-4", "417: see the agency's list") }],
				},
				OU("12200008", { certificate_id: "i".repeat(101) }),
				OU("12200009", { certificate_id: "" }),
			),
		);
		const reasons = Object.fromEntries(report.refused.map(({ line, reason }) => [line, reason]));
		expect(reasons).toEqual({
			2: expect.stringContaining("a text of 1 to 100 characters"),
			3: expect.stringContaining("an https URL, or a text of at most 500 characters"),
			4: expect.stringContaining("an https URL"),
			5: expect.stringContaining("an https URL"),
			7: 'certificate "S-4" says something else than in line 6 of this file: symbol',
			8: expect.stringContaining("a text of 1 to 100 characters"),
			9: expect.stringContaining("a text of 1 to 100 characters"),
		});
		expect(await certificate("12200001")).toMatchObject({ certificate_id: "i".repeat(100) });
	});

	test("a day with strokes is read where one number alone can be the month", async () => {
		await imported(file("ndjson", OU("12300001"), OU("12300002"), OU("12300003"), OU("12300004")));
		const report = await table(
			file(
				"csv",
				"barcode,certificate.symbol,certificate.certificate_id,certificate.valid_until",
				"12300001,OU,Y-1,31/12/2026",
				"12300002,OU,Y-2,12/31/2026",
				"12300003,OU,Y-3,5-5-2027",
				"12300004,OU,Y-4,32/13/2026",
			),
		);
		expect(report.refused).toMatchObject([{ line: 5, reason: expect.stringContaining('"32/13/2026"') }]);
		const days = ["12300001", "12300002", "12300003"].map(
			async (barcode) => (await certificate(barcode))?.valid_until,
		);
		expect(await Promise.all(days)).toEqual(["2026-12-31", "2026-12-31", "2027-05-05"]);
	});

	test("an id loses invisible marks in tables, and is refused with them elsewhere", async () => {
		await imported(file("ndjson", OU("12400001"), OU("12400002")));
		await table(
			file(
				"csv",
				"barcode,certificate.symbol,certificate.certificate_id,certificate.valid_until",
				"12400001,\u200fOU,\u200f41\u200e7\u200f,2027-03-31",
				"12400002,OU,417,2027-03-31",
			),
		);
		expect([await certificates("12400001"), await certificates("12400002")]).toEqual([["417"], ["417"]]);
		const report = await imported(file("ndjson", OU("12400003", { certificate_id: "417\u200f" })));
		expect(report.refused).toMatchObject([{ reason: expect.stringContaining("without invisible marks") }]);
	});

	test("where a symbol is there twice, the designation says which is meant, and else the row is refused", async () => {
		const hechshers = [
			{ symbol: "OU", additional_designation: "Yoshon" },
			{ symbol: "OU", additional_designation: "Pas Yisroel" },
		];
		await imported(file("ndjson", { barcode: "13000001", hechshers }));
		const report = await table(
			file(
				"csv",
				"barcode,certificate.symbol,certificate.additional_designation,certificate.certificate_id",
				"13000001,OU,,D-0",
				"13000001,OU,Yoshon,D-1",
			),
		);
		expect(report.refused).toMatchObject([
			{ line: 2, reason: "the product has 2 hechshers OU; say which by additional_designation" },
		]);
		expect(await certificates("13000001")).toEqual(["D-1", null]);
	});

	test("a renewal tells the other products of the letter at the end of the import", async () => {
		const letter = { certificate_id: "R-1", valid_until: "2026-12-31" };
		await imported(
			file("ndjson", OU("14000001", { certificate: letter }), OU("14000002", { certificate: letter })),
		);
		await imported(file("ndjson", OU("14000001", { certificate: { ...letter, valid_until: "2027-12-31" } })));
		const entries = await opened.db.read
			.selectFrom("product_change")
			.select("barcode")
			.where("barcode", "like", "1400000%")
			.orderBy("position")
			.execute();
		expect(entries.map(({ barcode }) => barcode)).toEqual(["14000001", "14000002", "14000001", "14000002"]);
	});

	/** Undoes the changes of the newest change set, newest first, and tells products. */
	async function undoNewest(kind: "import" | "undo"): Promise<string[]> {
		const set = await opened.db.read
			.selectFrom("change_set")
			.select("id")
			.where("kind", "=", kind)
			.orderBy("id", "desc")
			.limit(1)
			.executeTakeFirstOrThrow();
		const rows = await opened.db.read
			.selectFrom("product_history")
			.select("id")
			.where("change_set", "=", set.id)
			.orderBy("id", "desc")
			.execute();
		const changeSet = { kind: "undo", accountId: null } as const;
		const ids = rows.map(({ id }) => Number(id));
		const outcomes = await opened.db.write(undoChanges, { ids, uploadOffsetMinutes: 0, changeSet });
		await tellAllProducts(opened.db);
		return outcomes.map(({ kind: outcome }) => outcome);
	}

	test("undoing an import restores what certificates said and what hechshers rested on, and can be undone itself", async () => {
		const letter = { certificate_id: "U-1", valid_until: "2026-12-31" };
		const renewed = { ...letter, valid_until: "2027-12-31" };
		const barcodes = ["15000001", "15000002", "15000003"];
		const state = async () => ({
			links: await Promise.all(barcodes.map(certificates)),
			until: (await certificate("15000001"))?.valid_until,
		});
		await imported(
			file(
				"ndjson",
				OU("15000001", { certificate: letter }),
				OU("15000002", { certificate: letter }),
				OU("15000003"),
			),
		);
		const before = await state();
		await imported(
			file("ndjson", OU("15000001", { certificate: renewed }), OU("15000003", { certificate: renewed })),
		);
		const after = await state();
		expect(after).toEqual({ links: [["U-1"], ["U-1"], ["U-1"]], until: "2027-12-31" });
		expect(new Set(await undoNewest("import"))).toEqual(new Set(["undone"]));
		expect(await state()).toEqual(before);
		expect(new Set(await undoNewest("undo"))).toEqual(new Set(["undone"]));
		expect(await state()).toEqual(after);
	});

	test("removing a product and undoing that keeps a renewal made in between", async () => {
		const letter = { certificate_id: "V-1", valid_until: "2026-12-31" };
		await imported(
			file("ndjson", OU("16000001", { certificate: letter }), OU("16000002", { certificate: letter })),
		);
		const source = { kind: "removal", accountId: null } as const;
		await opened.db.write(remove, { barcode: "16000001", variant: null, source, uploadOffsetMinutes: 0 });
		await imported(file("ndjson", OU("16000002", { certificate: { ...letter, valid_until: "2027-12-31" } })));
		const removal = await opened.db.read
			.selectFrom("product_history")
			.select("id")
			.where("barcode", "=", "16000001")
			.where("kind", "=", "removed")
			.executeTakeFirstOrThrow();
		const undo = {
			ids: [Number(removal.id)],
			uploadOffsetMinutes: 0,
			changeSet: { kind: "undo", accountId: null } as const,
		};
		expect(await opened.db.write(undoChanges, undo)).toEqual([{ kind: "undone" }]);
		expect(await certificate("16000001")).toMatchObject({ certificate_id: "V-1", valid_until: "2027-12-31" });
	});
});

test("the columns of a table of certificates are guessed by their names, in Hebrew too", () => {
	const lines = [
		"ברקוד;כשרות;מהדרין;מספר תעודה;בתוקף עד;הערות",
		"7290000066318;בד״ץ;;417;2027-03-31;ok",
		"7290000066325;OU;Yoshon;418;2027-03-31;",
	];
	const head = headOf(
		rowsOf(
			lines.map((text, at) => ({ line: at + 1, text })),
			";",
		),
	);
	expect(head?.guess).toEqual({
		ברקוד: "barcode",
		כשרות: "certificate.symbol",
		מהדרין: "certificate.additional_designation",
		"מספר תעודה": "certificate.certificate_id",
		"בתוקף עד": "certificate.valid_until",
		הערות: "certificate.note",
	});
	const read = mappingOfPairs(Object.entries(head?.guess ?? {}));
	if ("reason" in read) throw new Error(read.reason);
	expect(ownFormat({ mapping: read.mapping })).toBeDefined();
});
