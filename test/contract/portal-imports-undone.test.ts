import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { writeZip } from "../../src/imports/sources/zip.fixture.ts";
import { doNextTask, importCalls, productLine, upload } from "../support/imports.ts";
import { testPicture } from "../support/picture.ts";
import { newPerson } from "../support/portal.ts";
import { startService, type TestService } from "../support/service.ts";

let packshot: TestService;
let editor: Awaited<ReturnType<typeof newPerson>>;
let administrator: typeof editor;
beforeAll(async () => {
	packshot = await startService({ settings: { PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000" } });
	editor = await newPerson(packshot, { roles: ["catalogue_editor"] });
	administrator = await newPerson(packshot, { isAdministrator: true });
});
afterAll(() => packshot.close());
beforeEach(() => packshot.clock.advance(60_000));

const { look, act } = importCalls(() => editor);

describe("undoing an import", () => {
	const productOf = async (barcode: string) => {
		const row = await packshot.installation.db.read
			.selectFrom("product")
			.select(["brand", "variants"])
			.where("barcode", "=", barcode)
			.executeTakeFirst();
		return row && [row.brand, row.variants];
	};
	const imported = async (name: string, content: Uint8Array | string) => {
		const id = await upload(packshot, editor, name, content);
		await doNextTask(packshot);
		await act(id, "start", {});
		await doNextTask(packshot);
		return id;
	};

	test("restores the previous data and pictures, and removes what the import created", async () => {
		await packshot.product({ barcode: "4081", info: { brand: "Before" } });
		await packshot.picture("4081", "front");
		const { original } = await testPicture("front", { seed: 9 }, packshot.clock.now());
		const lines = productLine("4081", "After") + productLine("4082", "New");
		const zip = writeZip([
			{ name: "a.ndjson", content: lines },
			...["4081", "4083"].map((barcode) => ({ name: `${barcode}_front.jpg`, content: original, method: 0 })),
		]);
		const before = await productOf("4081");
		const id = await imported("undo.zip", zip);
		expect(await productOf("4082")).toBeDefined();
		expect((await act(id, "undo", undefined, administrator)).body).toMatchObject({
			task: "undo",
			state: "imported",
		});
		await doNextTask(packshot);
		expect(await look(id)).toMatchObject({
			state: "undone",
			task: null,
			undo: { undone: 4, kept_newer: 0, kept_lost: 0, kept: [] },
		});
		expect(await productOf("4081")).toEqual(before);
		expect([await productOf("4082"), await productOf("4083")]).toEqual([undefined, undefined]);
		expect((await administrator.ask("GET /admin/events", { query: { subject: id } })).body.data[0].what).toBe(
			"Import of undo.zip to be undone",
		);
	});

	test("keeps what has been changed since, and reports it", async () => {
		const id = await imported("a.ndjson", productLine("4091", "Mine") + productLine("4092", "Mine"));
		await packshot.product({ barcode: "4091", info: { brand: "Newer" } });
		await act(id, "undo");
		await doNextTask(packshot);
		expect((await look(id)).undo).toMatchObject({
			undone: 1,
			kept_newer: 1,
			kept: [{ barcode: "4091", why: "newer" }],
		});
		expect((await productOf("4091"))?.[0]).toBe("Newer");
		// A second time: nothing is left to undo.
		await act(id, "undo");
		await doNextTask(packshot);
		expect((await look(id)).undo).toMatchObject({ undone: 0, kept_newer: 1 });
	});

	test("is refused before anything was imported", async () => {
		const id = await upload(packshot, editor, "a.ndjson", productLine("4099", "A"));
		await doNextTask(packshot);
		expect((await act(id, "undo")).body.error).toBe("import_not_ready");
	});
});
