import { readAll } from "@packshot/tables/chunks.arbitrary";
import { openTable } from "@packshot/tables/open-table";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { PORTAL_PATH } from "../../src/pages/contract.ts";
import { doNextTask, importCalls, upload } from "../support/imports.ts";
import { newPerson } from "../support/portal.ts";
import { startService, type TestService } from "../support/service.ts";

let packshot: TestService;
let editor: Awaited<ReturnType<typeof newPerson>>;
beforeAll(async () => {
	packshot = await startService({
		settings: { PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000", PACKSHOT_SESSION_IDLE_MINUTES: "525600" },
	});
	editor = await newPerson(packshot, { roles: ["catalogue_editor"] });
});
afterAll(() => packshot.close());
beforeEach(() => packshot.clock.advance(60_000));

const { look, act } = importCalls(() => editor);

const columns = async (import_id: string, by = editor) =>
	(await by.ask("GET /admin/imports/{import_id}/columns", { path: { import_id } })).body;

async function file(path: string, by = editor): Promise<Response> {
	return fetch(`${packshot.origin}${PORTAL_PATH}${path}`, { headers: { cookie: by.cookie ?? "" } });
}

async function tableOf(answer: Response): Promise<string[][]> {
	const bytes = new Uint8Array(await answer.arrayBuffer());
	const rows = await readAll(async function* (chunks) {
		yield* (await openTable(chunks)).rows;
	}, bytes);
	return rows.flatMap((row) => ("cells" in row ? [row.cells] : []));
}

async function checked(name: string, content: string): Promise<string> {
	const id = await upload(packshot, editor, name, content);
	await doNextTask(packshot);
	return id;
}

const TABLE = [
	"Autumn list;;;",
	"EAN;שם מוצר;Pesach;Comment for us",
	"4101;Matzah;כן;x",
	"4102;Crackers;maybe;y",
	"4103;Bread;nein;z",
].join("\r\n");

test("a table with names of its own is guessed, corrected, saved, and recognised the next time", async () => {
	const id = await checked("list.csv", TABLE);
	expect(await look(id)).toMatchObject({
		mode: "merge",
		has_own_columns: true,
		check: { products: { created: 2 }, refused: 1, products_refused: 1, has_refused_rows: true },
	});
	const found = await columns(id);
	expect(found).toMatchObject({
		source: expect.stringContaining("list.csv"),
		header_line: 2,
		mapping: { EAN: "barcode", "שם מוצר": "info.product_name", Pesach: "info.kosher_for_passover" },
	});
	expect(found.columns[2]).toMatchObject({
		name: "Pesach",
		samples: ["כן", "maybe", "nein"],
		values: ["כן", "maybe", "nein"],
	});
	expect(found.columns[2]?.meanings["info.kosher_for_passover"]).toEqual({ כן: "true", nein: "false" });
	expect((await look(id)).check?.foreseen).toMatchObject([
		{ barcode: "4101", product_meta: { product_name: "Matzah", kosher_for_passover: true } },
		{ barcode: "4103", product_meta: { product_name: "Bread", kosher_for_passover: false } },
	]);
	const mapping = {
		...found.mapping,
		Pesach: { field: "info.kosher_for_passover", values: { maybe: false } },
		"Comment for us": "info.notes",
	};
	expect((await act(id, "check", { mapping })).status).toBe(200);
	await doNextTask(packshot);
	expect((await look(id)).check).toMatchObject({ products: { created: 3 }, refused: 0 });
	const name = "Supplier א";
	const saved = await editor.ask("PUT /admin/import-mappings/{name}", { path: { name }, body: { mapping } });
	expect(saved.status).toBe(204);
	for (const wrong of [" ", "א".repeat(101), "Supplier\u202e"]) {
		const refused = await editor.ask("PUT /admin/import-mappings/{name}", {
			path: { name: wrong },
			body: { mapping },
		});
		expect([refused.status, refused.body.message]).toEqual([400, expect.stringMatching(/^name: /)]);
	}
	expect((await editor.ask("GET /admin/import-mappings")).body.data).toEqual([{ name, mapping }]);
	const yaml = await (await file(`/admin/imports/${id}/mapping.yaml`)).text();
	expect(yaml).toContain("Comment for us: info.notes");
	await act(id, "start", {});
	await doNextTask(packshot);
	expect((await look(id)).report).toMatchObject({ products: { created: 3 } });
	const again = await checked("list of december.csv", TABLE.replace("Bread", "Rolls"));
	expect((await columns(again)).mapping).toEqual(mapping);
	expect((await look(again)).check).toMatchObject({ products: { updated: 1, unchanged: 2 }, refused: 0 });
	expect((await editor.ask("DELETE /admin/import-mappings/{name}", { path: { name } })).status).toBe(204);
	expect((await editor.ask("DELETE /admin/import-mappings/{name}", { path: { name } })).status).toBe(404);
});

test("refused rows come back as a table with the reason, which can be mended and imported", async () => {
	const id = await checked(
		"own.csv",
		"barcode,info.brand,info.bracha\n4111,A,x\n04112,=1+1,y\n4113,C,mezonos\n",
	);
	const answer = await file(`/admin/imports/${id}/refused-rows.xlsx`);
	const bytes = Buffer.from(await answer.clone().arrayBuffer());
	const [header, ...rows] = await tableOf(answer);
	expect(header).toEqual(["barcode", "info.brand", "info.bracha", "refused because"]);
	expect(rows).toEqual([
		["4111", "A", "x", expect.stringMatching(/^line 2: info\.bracha: /)],
		["04112", "=1+1", "y", expect.stringMatching(/^line 3: /)],
	]);
	const mended = await upload(packshot, editor, "refused-rows.xlsx", bytes);
	await doNextTask(packshot);
	expect((await look(mended)).check).toMatchObject({ refused: 2, causes: [{ count: 2 }] });
});

test.each([
	[{ EAN: "info.brand" }, "no column goes to"],
	[{ EAN: "barcode", Name: "info.nonsense" }, "is no field"],
	[{ EAN: "barcode", Name: "info.brand", Maker: "info.brand" }, "two columns"],
])("a mapping that makes no sense is refused: %j", async (mapping, words) => {
	const id = await checked("wrong.csv", "EAN;Name\n4121;A\n4122;B");
	const { status, body } = await act(id, "check", { mapping });
	expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(words)]);
});

test("the template has our columns, and is itself importable", async () => {
	const answer = await file("/admin/import-template.xlsx");
	const bytes = Buffer.from(await answer.clone().arrayBuffer());
	expect((await tableOf(answer))[0]?.slice(0, 2)).toEqual(["barcode", "info.brand"]);
	const id = await upload(packshot, editor, "products.xlsx", bytes);
	await doNextTask(packshot);
	expect((await look(id)).check).toMatchObject({ products: { created: 0 }, refused: 0 });
});

test("nobody without the role sees a table's columns, its refused rows or mappings", async () => {
	const id = await checked("secret.csv", TABLE);
	const stranger = await newPerson(packshot, {});
	for (const path of [
		`imports/${id}/columns`,
		`imports/${id}/mapping.yaml`,
		`imports/${id}/refused-rows.xlsx`,
		"import-mappings",
	])
		expect((await file(`/admin/${path}`, stranger)).status).toBe(403);
});

test("a table whose encoding cannot be told is refused until it is said, and its columns are recognised again", async () => {
	const bytes = Buffer.from("EAN;Marke;D\x82signation\n4131;A;Cr\x8ame br\x96l\x82e\n", "latin1");
	const id = await upload(packshot, editor, "dos.csv", bytes);
	await doNextTask(packshot);
	expect(await look(id)).toMatchObject({ encoding: null, check: { products: { created: 0 }, refused: 1 } });
	expect((await act(id, "check", { encoding: "klingon" })).status).toBe(400);
	expect((await act(id, "check", { encoding: "IBM850" })).status).toBe(200);
	await doNextTask(packshot);
	expect(await look(id)).toMatchObject({
		encoding: "cp850",
		check: { products: { created: 1 }, refused: 0, tables: [{ read_as: expect.stringContaining("CP850") }] },
	});
	expect((await columns(id)).columns.map(({ name }: { name: string }) => name)).toContain("Désignation");
});
