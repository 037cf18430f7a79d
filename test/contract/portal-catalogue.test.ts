import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newPerson } from "../support/portal.ts";
import { startService, type TestService } from "../support/service.ts";

/** Maintaining the catalogue on the pages. */

let packshot: TestService;
let editor: Awaited<ReturnType<typeof newPerson>>;
const CHOCOLATE = "0725272730706";
const HEBREW = "7290000000008";
const MISREAD = "7290001234564";
beforeAll(async () => {
	packshot = await startService({ settings: { PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000" } });
	editor = await newPerson(packshot, { roles: ["catalogue_editor"] });
	await packshot.product(
		{
			barcode: CHOCOLATE,
			info: { product_name: "Milk Chocolate", brand: "Élite", category: "Sweets" },
			hechshers: [{ symbol: "OU", dairy_meat_pareve: "dairy" }],
			nutrition: { sodium: { amount: "10 mg" } },
			catalog_meta: { department: "Nosh and Snacks" },
		},
		{ barcode: HEBREW, info: { product_name: "שׁוֹקוֹלָד חלב", brand: "עלית" }, hechshers: [{ symbol: "OU" }] },
		{ barcode: MISREAD, info: { product_name: "Milkshake" }, hechshers: [{ symbol: "0U" }] },
		{ barcode: "4011", info: { product_name: "Bananas" }, catalog_meta: { department: "Produce" } },
	);
	await packshot.picture(CHOCOLATE, "front", { sidePx: 400, ownership: "studio" });
});
afterAll(() => packshot.close());
beforeEach(() => packshot.clock.advance(60_000));

const barcodes = ({ body }: { body: { data: { barcode: string }[] } }) => body.data.map((row) => row.barcode);
const list = async (query: Record<string, string>) =>
	barcodes(await editor.ask("GET /admin/catalogue/products", { query }));
const product = (barcode: string) =>
	editor.ask("GET /admin/catalogue/products/{barcode}", { path: { barcode } });
const edit = (barcode: string, base: object, change: object) =>
	editor.ask("PATCH /admin/catalogue/products/{barcode}", { path: { barcode }, body: { base, change } });
const history = async (barcode: string) =>
	(await editor.ask("GET /admin/catalogue/products/{barcode}/history", { path: { barcode } })).body.data;
const undo = (id: number) =>
	editor.ask("POST /admin/catalogue/changes/{change_id}/undo", { path: { change_id: String(id) } });
const removeProduct = (barcode: string, confirm = barcode) =>
	editor.ask("POST /admin/catalogue/products/{barcode}/remove", { path: { barcode }, body: { confirm } });

describe("the product table", () => {
	test.each([
		[{}, [CHOCOLATE, "4011", HEBREW, MISREAD]],
		[{ search: "729" }, [HEBREW, MISREAD]],
		[{ has_front: "true" }, [CHOCOLATE]],
		[{ has_front: "false", min_digits: "12" }, ["4011", HEBREW, MISREAD]],
		[{ ownership: "studio" }, [CHOCOLATE]],
		[{ has: "hechshers", missing: "nutrition" }, [HEBREW, MISREAD]],
		[{ department: "Produce" }, ["4011"]],
		[{ max_digits: "4" }, ["4011"]],
		[{ updated_since: "2999-01-01" }, []],
		[{ q: "milk" }, [CHOCOLATE, MISREAD]],
		[{ q: "שוקולד" }, [HEBREW]],
		[{ q: "725272730706" }, [CHOCOLATE]],
		[{ q: "milk", missing: "nutrition" }, [MISREAD]],
		[{ q: "milk", department: "Nosh and Snacks" }, [CHOCOLATE]],
	])("%j finds %j", async (query, expected) => {
		expect(await list(query)).toEqual(expected);
	});

	test("the pages together match the whole list, with or without a search; the first one has the total", async () => {
		for (const query of [{}, { q: "milk" }, { q: "milk", has: "info" }] as Record<string, string>[]) {
			const all = await list(query);
			const first = await editor.ask("GET /admin/catalogue/products", { query: { ...query, limit: "1" } });
			const rows = barcodes(first);
			for (let { next } = first.body; next !== null; ) {
				const page = await editor.ask("GET /admin/catalogue/products", {
					query: { ...query, limit: "1", after: next },
				});
				rows.push(...barcodes(page));
				next = page.body.next;
			}
			expect(rows).toEqual(all);
		}
		const { body } = await editor.ask("GET /admin/catalogue/products", { query: { limit: "1" } });
		expect(body).toMatchObject({ total: 4, is_about: false, next: CHOCOLATE });
	});

	test("a text search forgives spelling mistakes and says so, also if the results are filtered further", async () => {
		for (const query of [{ q: "שוקולת" }, { q: "שוקולת", missing: "nutrition" }] as Record<
			string,
			string
		>[]) {
			const found = await editor.ask("GET /admin/catalogue/products", { query });
			expect([barcodes(found), found.body.near_words]).toEqual([[HEBREW], ["שוקולד"]]);
		}
	});

	test("a row shows the product's name, brand and department, and which data and pictures exist", async () => {
		const { body } = await editor.ask("GET /admin/catalogue/products", { query: { search: CHOCOLATE } });
		expect(body.data[0]).toMatchObject({
			name: "Milk Chocolate",
			brand: "Élite",
			department: "Nosh and Snacks",
			variants: ["front"],
			scopes: ["info", "hechshers", "nutrition", "catalog_meta", "image_meta"],
		});
	});

	test.each([{ after: "x" }, { q: "milk", after: "[]" }, { has: "nothing" }, { limit: "201" }])(
		"400 for %j",
		async (query) => {
			const answer = await editor.ask("GET /admin/catalogue/products", {
				query: query as Record<string, string>,
			});
			expect(answer.body.error).toBe("bad_request");
		},
	);
});

test("the form fields come from the field declarations, with their allowed values", async () => {
	const { scopes } = (await editor.ask("GET /admin/catalogue/fields")).body;
	const fieldsOf = (name: string) => scopes.find(({ scope }: { scope: string }) => scope === name).fields;
	const bracha = fieldsOf("info").find(({ field }: { field: string }) => field === "bracha");
	expect(bracha).toMatchObject({ kind: "choice" });
	expect(bracha.choices).toContain("shehakol");
	const names = fieldsOf("info").map(({ field }: { field: string }) => field);
	expect(names).not.toContain("updated_at");
	expect(fieldsOf("catalog_meta").at(-1)).toMatchObject({ field: "category", kind: "text" });
});

describe("editing a product", () => {
	test("saves what an import of the same line would, as a change that can be undone", async () => {
		const { values } = (await product(CHOCOLATE)).body;
		const info = { ...values.info, brand: "Elite", bracha: "shehakol" };
		const saved = await edit(CHOCOLATE, { info: values.info }, { info });
		expect(saved.body).toMatchObject({ brand: "Elite", values: { info, nutrition: values.nutrition } });
		const [step] = await history(CHOCOLATE);
		expect(step).toMatchObject({
			kind: "changed",
			undo: "possible",
			source: { kind: "edit", account_email: editor.email, batch: null },
			fields: [
				{ key: "info.brand", before: "Élite", after: "Elite" },
				{ key: "info.bracha", before: null, after: "shehakol" },
			],
		});
		expect((await undo(step.change_id)).body).toEqual({ barcode: CHOCOLATE });
		expect((await product(CHOCOLATE)).body.values).toEqual(values);
		const [undone, edited] = await history(CHOCOLATE);
		expect(undone).toMatchObject({ undoes: step.change_id, undo: "possible", source: { kind: "undo" } });
		expect(edited.undo).toBe("undone");
		expect((await undo(step.change_id)).body.error).toBe("change_undone");
	});

	test("409 with the current values if somebody else changed the same scope meanwhile; nothing is lost", async () => {
		const { values } = (await product("4011")).body;
		await edit("4011", { info: values.info }, { info: { ...values.info, brand: "First" } });
		const late = await edit("4011", { info: values.info }, { info: { ...values.info, brand: "Second" } });
		expect(late.body).toMatchObject({ error: "product_changed", current: { brand: "First" } });
		expect((await product("4011")).body.brand).toBe("First");
		const other = await edit("4011", { hechshers: null }, { hechshers: [{ symbol: "KofK" }] });
		expect(other.body.values.hechshers).toMatchObject([{ symbol: "KofK" }]);
		const [last, first] = await history("4011");
		expect((await undo(last.change_id)).status).toBe(200);
		expect((await undo(first.change_id)).status).toBe(200);
	});

	test("422 names every invalid field and what it may contain", async () => {
		const change = {
			info: { bracha: "grace", vegan: "yes", colour: "red" },
			hechshers: [{ symbol: "OU" }, { org: "Somebody" }],
			nutrition: { sodium: { amount: 5 } },
		};
		const { values } = (await product(CHOCOLATE)).body;
		const { body } = await edit(CHOCOLATE, values, change);
		expect(body.error).toBe("field_invalid");
		expect(body.problems.map(({ field }: { field: string }) => field)).toEqual([
			"info.bracha",
			"info.vegan",
			"info.colour",
			"hechshers[1].symbol",
			"nutrition.sodium.amount",
		]);
		expect(body.problems[0].message).toMatch(/^expected one of hamotzi, .* or null, found "grace"$/);
		expect((await product(CHOCOLATE)).body.values).toEqual(values);
	});

	test("400 without the base values, 404 for an unknown product", async () => {
		expect((await edit(CHOCOLATE, {}, { info: null })).body).toMatchObject({
			error: "bad_request",
			message: "base: info is missing.",
		});
		expect((await edit("99999", { info: null }, { info: {} })).body.error).toBe("not_found");
		expect((await product("99999")).body.error).toBe("not_found");
	});

	test("is logged with its editor", async () => {
		const administrator = await newPerson(packshot, { isAdministrator: true });
		const { body } = await administrator.ask("GET /admin/events", { query: { person: editor.email } });
		expect(body.data.map(({ what }: { what: string }) => what).join("\n")).toMatch(
			new RegExp(`^Product ${CHOCOLATE} edited: Product facts: [A-Z][a-z ]+`, "m"),
		);
	});
});

describe("removal", () => {
	test("requires the barcode to be typed, includes the pictures and can be undone", async () => {
		expect((await removeProduct(CHOCOLATE, "4011")).body.error).toBe("bad_request");
		const before = (await product(CHOCOLATE)).body;
		expect((await removeProduct(CHOCOLATE)).body).toMatchObject({ exists: false, pictures: [] });
		expect(await list({ search: CHOCOLATE })).toEqual([]);
		expect((await removeProduct(CHOCOLATE)).body.error).toBe("not_found");
		const { body } = await editor.ask("GET /admin/catalogue/changes", { query: { kind: "removed" } });
		expect(body.data).toMatchObject([{ barcode: CHOCOLATE, kind: "removed", name: null, thumbnail: null }]);
		const [step] = await history(CHOCOLATE);
		expect(step.pictures).toMatchObject([
			{ variant: "front", before: before.pictures[0].version, after: null },
		]);
		await undo(step.change_id);
		expect((await product(CHOCOLATE)).body).toEqual({ ...before, updated_at: expect.any(String) });
		const { body: all } = await editor.ask("GET /admin/catalogue/changes");
		expect(all.data[0]).toMatchObject({ kind: "created", name: before.name });
		expect((await undo(9999)).body.error).toBe("not_found");
	});

	test("of one picture can be undone, but older changes only after newer ones", async () => {
		const path = { barcode: CHOCOLATE, variant: "front" };
		const answer = () =>
			editor.ask("POST /admin/catalogue/products/{barcode}/pictures/{variant}/remove", {
				path,
				body: { confirm: CHOCOLATE },
			});
		expect((await answer()).body.pictures).toEqual([]);
		expect((await answer()).body.error).toBe("not_found");
		const steps = await history(CHOCOLATE);
		const added = steps.findLast(({ pictures }: { pictures: unknown[] }) => pictures.length > 0);
		expect(added.undo).toBe("newer");
		expect((await undo(added.change_id)).body.error).toBe("newer_change");
		expect((await undo(steps[0].change_id)).status).toBe(200);
	});
});

test("the pages of a history together match the whole history", async () => {
	const whole = await history(CHOCOLATE);
	expect(whole.length).toBeGreaterThan(6);
	const paged = [];
	for (let after: number | null | undefined; after !== null; ) {
		const query = { limit: "2", ...(after === undefined ? {} : { after: String(after) }) };
		const path = { barcode: CHOCOLATE };
		const { body } = await editor.ask("GET /admin/catalogue/products/{barcode}/history", { path, query });
		paged.push(...body.data);
		after = body.next;
	}
	expect(paged).toEqual(whole);
	const nowhere = await editor.ask("GET /admin/catalogue/products/{barcode}/history", {
		path: { barcode: "99999" },
		query: { after: "1" },
	});
	expect(nowhere.body.error).toBe("not_found");
});

describe("a full-size picture", () => {
	const look = (person = editor, variant = "front") =>
		person.ask("GET /admin/catalogue/products/{barcode}/pictures/{variant}", {
			path: { barcode: CHOCOLATE, variant },
		});

	test("is a delivery to a client that stands for the viewer, charged to nobody", async () => {
		const answer = await look();
		expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
		await look();
		const { read } = packshot.installation.db;
		const viewers = await read.selectFrom("client").selectAll().where("viewer_id", "is not", null).execute();
		expect(viewers).toMatchObject([{ viewer_id: editor.accountId, watermark: "required" }]);
		const clientId = viewers[0]!.client_id;
		const deliveries = await read
			.selectFrom("delivery")
			.selectAll()
			.where("client_id", "=", clientId)
			.execute();
		expect(deliveries).toHaveLength(2);
		expect(await read.selectFrom("ledger").selectAll().where("client_id", "=", clientId).execute()).toEqual(
			[],
		);
		const administrator = await newPerson(packshot, { isAdministrator: true });
		const { body } = await administrator.ask("GET /admin/clients", { query: { search: clientId } });
		expect(body.data).toEqual([]);
	});

	test("404 for a missing variant, and no viewer is recorded", async () => {
		const other = await newPerson(packshot, { roles: ["catalogue_editor"] });
		expect((await look(other, "back")).body.error).toBe("not_found");
		const viewer = await packshot.installation.db.read
			.selectFrom("client")
			.selectAll()
			.where("viewer_id", "=", other.accountId)
			.execute();
		expect(viewer).toEqual([]);
	});

	test("thumbnails are requested by version, also of a replaced one; 404 for an unknown one", async () => {
		const versionOf = async () => (await product(CHOCOLATE)).body.pictures[0].version as string;
		const replaced = await versionOf();
		await packshot.picture(CHOCOLATE, "front", { sidePx: 400, seed: 1 });
		const small = (version: string) =>
			editor.ask("GET /admin/catalogue/versions/{version}/thumbnail", { path: { version } });
		const answers = [await small(replaced), await small(await versionOf())];
		expect(answers.map(({ status }) => status)).toEqual([200, 200]);
		expect(answers[0]!.text).not.toBe(answers[1]!.text);
		expect((await small("0".repeat(26))).body.error).toBe("not_found");
	});
});

describe("data issues", () => {
	const kinds = async () => (await editor.ask("GET /admin/catalogue/doubtful")).body.data;
	const ofKind = async (kind: string) =>
		editor.ask("GET /admin/catalogue/doubtful/{kind}", { path: { kind } });

	test("are counted by kind, and each kind lists its products", async () => {
		const counts = Object.fromEntries(
			(await kinds()).map((each: { kind: string; count: number }) => [each.kind, each.count]),
		);
		expect(counts).toMatchObject({
			"missing:nutrition": 3,
			"missing:image_meta": 3,
			check_digit: 1,
			hechsher_once: 1,
		});
		expect(counts["missing:info"]).toBe(undefined);
		expect(barcodes(await ofKind("check_digit"))).toEqual([MISREAD]);
		expect(barcodes(await ofKind("missing:image_meta"))).toEqual(["4011", HEBREW, MISREAD]);
		expect((await ofKind("hechsher_once")).body.data).toMatchObject([{ barcode: MISREAD, remarks: ["0U"] }]);
		expect((await ofKind("nothing")).body.error).toBe("not_found");
	});

	test("name the variants of pictures with a note, and of those that cannot carry the mark", async () => {
		const named = async (kind: string) =>
			(await ofKind(kind)).body.data.map(({ barcode, remarks }: { barcode: string; remarks: string[] }) => [
				barcode,
				remarks,
			]);
		expect(await named("note:under_500_px")).toEqual([[CHOCOLATE, ["front"]]]);
		expect(await named("unmarkable")).toEqual([]);
		await packshot.picture(CHOCOLATE, "back", { sidePx: 400, flat: true });
		expect(await named("unmarkable")).toEqual([[CHOCOLATE, ["back"]]]);
	});
});

test("coverage counts products by scope and field", async () => {
	const { body } = await editor.ask("GET /admin/catalogue/coverage");
	const nutrition = body.scopes.find(({ scope }: { scope: string }) => scope === "nutrition");
	expect([body.products, nutrition.products]).toEqual([4, 1]);
	expect(nutrition.fields).toContainEqual({ field: "sodium", products: 1 });
});

describe("products that differ in leading zeros alone", () => {
	const SAME = ["0000096385074", "96385074"] as const;
	const pairs = async () => (await editor.ask("GET /admin/catalogue/pairs")).body.data;
	const merge = (by: typeof editor, body: object) => by.ask("POST /admin/catalogue/merge", { body });

	test("are listed in pairs and counted in the work list; an administrator merges them, which is recorded", async () => {
		const [keep, other] = SAME;
		const administrator = await newPerson(packshot, { isAdministrator: true });
		await packshot.product(
			{ barcode: keep, info: { brand: "A" } },
			{ barcode: other, info: { brand: "B", notes: "n" } },
		);
		expect(await pairs()).toMatchObject([
			{ keep: { barcode: keep, brand: "A" }, other: { barcode: other, brand: "B" }, both_stay: false },
		]);
		const kinds = (await editor.ask("GET /admin/catalogue/doubtful")).body.data;
		expect(kinds).toContainEqual({ kind: "leading_zeros", group: "barcode", count: 1, is_about: false });
		expect((await merge(editor, { keep, other })).status).toBe(403);
		expect((await merge(administrator, { keep, other: "4011" })).status).toBe(400);
		expect((await merge(administrator, { keep: "00000096385074", other })).status).toBe(404);
		const merged = await merge(administrator, { keep, other });
		expect(merged.body).toEqual({ is_merged: true, is_removed: true, pictures: [] });
		expect((await merge(administrator, { keep, other })).body.is_merged).toBe(false);
		expect(await pairs()).toEqual([]);
		const events = packshot.installation.db.read.selectFrom("portal_event").select(["subject", "detail"]);
		const merges = await events.where("action", "=", "product.merged").execute();
		expect(merges).toEqual([{ subject: keep, detail: other }]);
	});
});
