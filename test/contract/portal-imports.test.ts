import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { renewImport } from "../../src/imports/batches/claims.ts";
import { importTask } from "../../src/imports/batches/store.ts";
import { sweepUploads } from "../../src/imports/batches/upload-work.ts";
import { writeZip } from "../../src/imports/sources/zip.fixture.ts";
import { openUploadFolder } from "../../src/imports/uploads/folder.ts";
import { doNextTask, importCalls, productLine, sendBytes, taskParts, upload } from "../support/imports.ts";
import { testPicture } from "../support/picture.ts";
import { newPerson } from "../support/portal.ts";
import { startService, type TestService } from "../support/service.ts";

let packshot: TestService;
let editor: Awaited<ReturnType<typeof newPerson>>;
let administrator: typeof editor;
beforeAll(async () => {
	packshot = await startService({
		settings: { PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000", PACKSHOT_SESSION_IDLE_MINUTES: "525600" },
	});
	editor = await newPerson(packshot, { roles: ["catalogue_editor"] });
	administrator = await newPerson(packshot, { isAdministrator: true });
});
afterAll(() => packshot.close());
beforeEach(() => packshot.clock.advance(60_000));

const { begin, look, act, remove } = importCalls(() => editor);

const stored = () => readdirSync(join(packshot.folder, "uploads")).filter((name) => name !== "folder-id");

describe("an import", () => {
	test("imports exactly what the check reported, with its pictures, and then deletes its file", async () => {
		const { original } = await testPicture("front", {}, packshot.clock.now());
		const zip = writeZip([
			{ name: "4021_front.jpg", content: original, method: 0 },
			{
				name: "products.ndjson",
				content: `${productLine("4022", "Golden Sheaf")}{"barcode":"x"}\nnonsense\n`,
			},
			{ name: "4023_top.jpg", content: original, method: 0 },
		]);
		const id = await upload(packshot, editor, "spring.zip", zip);
		await doNextTask(packshot);
		const checked = await look(id);
		expect(checked.check).toMatchObject({
			products: { created: 2, updated: 0, unchanged: 0 },
			images: { created: 1, updated: 0, unchanged: 0 },
			refused: 3,
		});
		expect((await act(id, "start", { ownership: "studio" })).body).toMatchObject({ task: "import" });
		await doNextTask(packshot);
		const { report, state, has_file } = await look(id);
		expect([state, has_file, stored()]).toEqual(["imported", false, []]);
		// What is there by now is looked at in the catalogue.
		const foreseen = { ...checked.check, foreseen: [], pictures: { count: 0, examples: [] } };
		expect({ ...report, took_ms: 0 }).toEqual({ ...foreseen, took_ms: 0 });
		expect((await look(id)).check).toEqual(foreseen);
		const image = await packshot.installation.db.read
			.selectFrom("image")
			.select(["source_batch", "ownership", "uploaded_by"])
			.where("barcode", "=", "4021")
			.executeTakeFirst();
		expect(image).toEqual({
			source_batch: "zip_upload",
			ownership: "studio",
			uploaded_by: editor.email,
		});
	});

	test("shows the pictures that would be added, and those that they would replace", async () => {
		const { original } = await testPicture("front", {}, packshot.clock.now());
		await packshot.product({ barcode: "4026", info: { brand: "A" } });
		await packshot.picture("4026", "front", { sidePx: 400 });
		const { db } = packshot.installation;
		const stored = db.read.selectFrom("image").select("image_id").where("barcode", "=", "4026");
		const { image_id: before } = await stored.executeTakeFirstOrThrow();
		const picture = { content: original, method: 0 } as const;
		const zip = writeZip([
			{ name: "4026_front.jpg", ...picture },
			{ name: "products.ndjson", content: productLine("4026", "B") },
			...Array.from({ length: 13 }, (_, at) => ({ name: `40${50 + at}_front.jpg`, ...picture })),
		]);
		const id = await upload(packshot, editor, "spring.zip", zip);
		await doNextTask(packshot);
		const { pictures, values_changed: values } = (await look(id)).check;
		expect([pictures.count, pictures.examples.length]).toEqual([14, 12]);
		expect(values.examples).toMatchObject([{ barcode: "4026", thumbnail: before }]);
		const [replacing] = pictures.examples.filter(({ barcode }: { barcode: string }) => barcode === "4026");
		expect(replacing).toMatchObject({
			source: "spring.zip/4026_front.jpg",
			variant: "front",
			replaces: before,
		});
		for (const { thumbnail } of pictures.examples) {
			const [, base64 = ""] = /^data:image\/webp;base64,(.+)$/.exec(thumbnail) ?? [];
			const { format, width, height } = await sharp(Buffer.from(base64, "base64")).metadata();
			expect([format, Math.max(width ?? 0, height ?? 0)]).toEqual(["webp", 128]);
			expect(base64.length).toBeLessThan(8000);
		}
		const list = await editor.ask("GET /admin/imports", { query: {} });
		const listed = list.body.data.find(({ import_id }: { import_id: string }) => import_id === id);
		expect(listed.check.pictures).toEqual({ count: 14, examples: [] });
		await remove(id);
	});

	test("lists refusals with their line, under the name of the uploaded file", async () => {
		const id = await upload(
			packshot,
			editor,
			"=evil.ndjson",
			`${productLine("4031", "A")}nonsense\n{"barcode":"4032","info":{"bracha":"x"}}\n{"barcode":"4033","info":{"bracha":"y"}}\n`,
		);
		await doNextTask(packshot);
		const { check } = await look(id);
		expect(check.refused).toBe(3);
		expect(check.causes[0]).toMatchObject({
			count: 2,
			cause: expect.stringContaining("info.bracha: expected one of"),
		});
		const path = { import_id: id };
		const listed = await editor.ask("GET /admin/imports/{import_id}/refusals", {
			path,
			query: { limit: "2" },
		});
		expect(
			listed.body.data.map(({ source, line: at }: { source: string; line: number }) => [source, at]),
		).toEqual([
			["=evil.ndjson", 2],
			["=evil.ndjson", 3],
		]);
		const rest = await editor.ask("GET /admin/imports/{import_id}/refusals", {
			path,
			query: { after: String(listed.body.next), cause: check.causes[0].cause },
		});
		expect(rest.body.data).toHaveLength(1);
		const csv = await editor.ask("GET /admin/imports/{import_id}/refusals.csv", { path });
		expect(csv.text.split("\r\n")[1]).toMatch(/^'=evil\.ndjson,2,/);
		const lines = (await editor.ask("GET /admin/imports/{import_id}/refusals.ndjson", { path })).text
			.trim()
			.split("\n");
		expect(lines.map((text) => JSON.parse(text).line)).toEqual([2, 3, 4]);
	});

	test("can be checked again with existing_only, which refuses new products", async () => {
		const id = await upload(packshot, editor, "a.ndjson", productLine("4041", "A"));
		await doNextTask(packshot);
		await act(id, "check", { existing_only: true });
		await doNextTask(packshot);
		expect(await look(id)).toMatchObject({
			existing_only: true,
			check: { products: { created: 0 }, refused: 1 },
		});
	});

	test("replaces unless told to merge or to fill in; the choice is stored, and the check counts what would be lost", async () => {
		const line = (barcode: string, info: object) => `${JSON.stringify({ barcode, info })}\n`;
		await packshot.product({ barcode: "0725272730706", info: { brand: "A", notes: "n" } });
		const text = line("725272730706", { brand: "B", net_weight: "1 g" });
		const id = await upload(packshot, editor, "spreadsheet.ndjson", text);
		await doNextTask(packshot);
		expect(await look(id)).toMatchObject({
			mode: "replace",
			exact: false,
			check: {
				products: { created: 0, updated: 1 },
				values_lost: { count: 1, examples: [{ field: "info.notes", before: "n", after: null }] },
				values_changed: {
					count: 1,
					examples: [{ barcode: "0725272730706", field: "info.brand", before: "A", after: "B" }],
				},
				matched: {
					count: 1,
					examples: [
						{ source: "spreadsheet.ndjson", line: 1, barcode: "725272730706", product: "0725272730706" },
					],
				},
			},
		});
		await act(id, "check", { exact: true });
		await doNextTask(packshot);
		expect((await look(id)).check).toMatchObject({ products: { created: 1 }, matched: { count: 0 } });
		await act(id, "check", { mode: "fill", exact: false });
		await doNextTask(packshot);
		const { check } = await look(id);
		expect(check).toMatchObject({ values_lost: { count: 0 }, values_changed: { count: 0 } });
		await act(id, "start");
		await doNextTask(packshot);
		const { took_ms: _, ...foreseen } = check;
		expect(await look(id)).toMatchObject({
			mode: "fill",
			exact: false,
			report: { ...foreseen, foreseen: [] },
		});
		const { db } = packshot.installation;
		const rows = await db.read.selectFrom("product").select(["barcode", "info"]).execute();
		const merged = rows.filter(({ barcode }) => barcode.endsWith("725272730706"));
		expect(merged.map(({ barcode, info }) => [barcode, JSON.parse(`{${info}}`)])).toMatchObject([
			["0725272730706", { brand: "A", notes: "n", net_weight: "1 g" }],
		]);
	});

	test("recognises an export of Open Food Facts, which only fills in unless another mode is chosen", async () => {
		await packshot.product({ barcode: "4071", info: { brand: "A", bracha: "hamotzi" } });
		const record = { code: "4071", brands: "B", quantity: "1 g", labels_tags: ["en:vegan"] };
		const id = await upload(packshot, editor, "products.jsonl", `${JSON.stringify(record)}\n`);
		await doNextTask(packshot);
		expect(await look(id)).toMatchObject({
			mode: "fill",
			check: { from: "openfoodfacts", products: { updated: 1 }, values_lost: { count: 0 }, refused: 0 },
		});
		await act(id, "check", { mode: "merge" });
		await doNextTask(packshot);
		await act(id, "start");
		await doNextTask(packshot);
		const { report } = await look(id);
		expect(report).toMatchObject({ from: "openfoodfacts", values_changed: { count: 1 } });
		const own = await upload(packshot, editor, "own.csv", "barcode,info.brand\n4071,C\n");
		await doNextTask(packshot);
		expect(await look(own)).toMatchObject({ mode: "replace", check: { from: null } });
		const theirs = await upload(packshot, editor, "theirs.csv", "code\tbrands\tquantity\n4071\tD\t\n");
		await doNextTask(packshot);
		expect(await look(theirs)).toMatchObject({ mode: "fill", check: { from: "openfoodfacts", refused: 0 } });
	});

	test("can be stopped and undone when abandoned half-way, and its worker loses the lease", async () => {
		const id = await upload(packshot, editor, "a.ndjson", productLine("4053", "A"));
		await doNextTask(packshot);
		await packshot.alter(
			`update task set action = 'import', state = 'running', lease_id = 'asleep', lease_until = 1 where ref = '${id}'`,
		);
		await packshot.alter(`update import_batch set change_sets = '[999999]' where import_id = '${id}'`);
		expect((await act(id, "stop")).body).toMatchObject({ state: "stopped", task: null });
		const { db } = packshot.installation;
		const held = { ...importTask(id), leaseId: "asleep", done: null };
		expect(await db.write(renewImport, held)).toBe("lost");
		expect((await act(id, "undo")).status).toBe(200);
		expect(await doNextTask(packshot)).toBe(true);
		expect(await look(id)).toMatchObject({ state: "undone" });
	});

	test("starts only once, can be stopped before it begins, and cannot start before its upload is checked", async () => {
		const { body } = await begin("a.csv", 9);
		expect((await act(body.import_id, "start", {})).body.error).toBe("import_not_ready");
		const id = await upload(packshot, editor, "a.ndjson", productLine("4051", "A"));
		expect((await act(id, "start", {})).body.error).toBe("import_not_ready");
		await doNextTask(packshot);
		const both = await Promise.all([act(id, "start", {}), act(id, "start", {}, administrator)]);
		expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
		expect((await remove(id)).body.error).toBe("import_not_ready");
		expect((await act(id, "stop")).body).toMatchObject({ state: "checked", task: null });
		expect((await act(id, "stop")).body.error).toBe("import_not_ready");
		expect(await doNextTask(packshot)).toBe(false);
		await remove(id);
		await remove(body.import_id);
	});

	test("is released when interrupted, and done by the next worker", async () => {
		const id = await upload(packshot, editor, "a.ndjson", productLine("4061", "A"));
		const shutdown = new AbortController();
		shutdown.abort();
		await doNextTask(packshot, shutdown.signal);
		expect(await look(id)).toMatchObject({ state: "uploaded", task: "check", is_running: false });
		await doNextTask(packshot);
		expect(await look(id)).toMatchObject({ state: "checked", check: { products: { created: 1 } } });
	});

	test("reports one refusal for a damaged file, and can then be deleted", async () => {
		const id = await upload(packshot, editor, "a.zip", "this is no archive");
		await doNextTask(packshot);
		const { check } = await look(id);
		expect(check).toMatchObject({ refused: 1, causes: [{ count: 1 }] });
		expect((await remove(id)).status).toBe(204);
		expect((await look(id)).error).toBe("not_found");
	});

	test("appears in the activity log, and in the history filtered by batch and ownership", async () => {
		const id = await upload(packshot, editor, "a.ndjson", productLine("4071", "A"));
		await doNextTask(packshot);
		await act(id, "start", { batch: "summer", ownership: "studio b" });
		await doNextTask(packshot);
		const listed = async (query: Record<string, string>) =>
			(await administrator.ask("GET /admin/imports", { query })).body.data.map(
				({ import_id }: { import_id: string }) => import_id,
			);
		expect(await listed({ batch: "summer" })).toEqual([id]);
		expect(await listed({ ownership: "studio b" })).toEqual([id]);
		expect(await listed({ ownership: "nobody" })).toEqual([]);
		const { body } = await administrator.ask("GET /admin/events", { query: { subject: id } });
		expect(body.data.map(({ what }: { what: string }) => what)).toEqual([
			"Import of a.ndjson started",
			"a.ndjson uploaded",
		]);
	});

	test("is listed in the history, newest first, page by page", async () => {
		const first = (await administrator.ask("GET /admin/imports", { query: { limit: "2" } })).body;
		const second = (
			await administrator.ask("GET /admin/imports", { query: { limit: "2", after: first.next } })
		).body;
		const ids = [...first.data, ...second.data].map(({ import_id }) => import_id);
		expect(ids).toEqual([...ids].sort().reverse());
		expect(new Set(ids).size).toBe(4);
	});
});

test("an abandoned upload expires and its file is deleted", async () => {
	const { body } = await begin("old.csv", 3);
	const checked = await upload(packshot, editor, "checked.ndjson", productLine("4101", "A"));
	await doNextTask(packshot);
	const { db, clock } = packshot.installation;
	await sweepUploads(db, clock, taskParts(packshot).folder);
	expect(stored()).toEqual(expect.arrayContaining([`${body.import_id}.csv`, `${checked}.ndjson`]));
	packshot.clock.advance(3 * 86_400_000);
	await sweepUploads(db, clock, taskParts(packshot).folder);
	expect(stored()).toEqual([]);
	expect(await look(body.import_id)).toMatchObject({ state: "expired", has_file: false });
	expect(await look(checked)).toMatchObject({ state: "expired", expires_at: null });
	expect((await act(checked, "start", {})).body.error).toBe("import_not_ready");
	expect((await remove(body.import_id)).status).toBe(204);
});

test("before the first upload there is nothing to sweep, and no folder", async () => {
	const { db, clock } = packshot.installation;
	const folder = join(packshot.folder, "no-uploads-yet");
	expect(await sweepUploads(db, clock, openUploadFolder(folder))).toBe(false);
	expect(existsSync(folder)).toBe(false);
});

test("503 for an upload whose file is on another server", async () => {
	const { body } = await begin("a.csv", 3);
	await packshot.alter(`update import_batch set folder_id = 'another' where import_id = '${body.import_id}'`);
	const answer = await sendBytes(packshot, editor, body.import_id, Buffer.from("abc"), 0);
	expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "2"]);
	expect(existsSync(join(packshot.folder, "uploads", `${body.import_id}.csv`))).toBe(true);
});
