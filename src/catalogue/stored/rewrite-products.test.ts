import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { engines } from "../../../test/support/engines.ts";
import { ALONE } from "../../platform/db/pace.ts";
import {
	declarationText,
	ensureDeclaration,
	readRewritingState,
	requireKnownDeclaration,
} from "../fields/declaration.ts";
import { ALL_PRODUCTS } from "../fields/field-counts.ts";
import { applyMetadata } from "../writing/apply-metadata.ts";
import { metadataChange } from "../writing/metadata-change.arbitrary.ts";
import { rewriteOutdatedProducts, rewriteProducts } from "./rewrite-products.ts";

describe.each(engines)("$name", ({ opened }) => {
	const engine = opened();
	afterEach(async () => {
		await run("delete from product");
		await run("delete from field_count");
		await run("delete from service_state where name <> 'change_position'");
	});

	const run = (sql: string) => engine.execute(sql);
	const rows = () => engine.db.read.selectFrom("product").selectAll().orderBy("barcode").execute();
	const counts = async () => {
		const kept = await engine.db.read.selectFrom("field_count").selectAll().execute();
		return Object.fromEntries(
			kept.filter((row) => row.products !== 0).map((row) => [row.field_key, row.products]),
		);
	};
	const importAll = (changes: readonly object[]) =>
		engine.db.write(applyMetadata, { changes: changes as never, existingOnly: false });

	test("leaves rows written by this version unchanged", async () => {
		await fc.assert(
			fc.asyncProperty(fc.array(metadataChange, { maxLength: 5 }), async (changes) => {
				await importAll(changes);
				const before = [await rows(), await counts()];
				expect(await rewriteOutdatedProducts(engine.db, ALONE)).toBe(0);
				expect([await rows(), await counts()]).toEqual(before);
				await run("delete from service_state where name <> 'change_position'");
			}),
			{ numRuns: 25 },
		);
	});

	test("an empty catalogue needs no rewriting; one with products may", async () => {
		await ensureDeclaration(engine.db);
		await importAll([{ barcode: "1000" }]);
		expect(await readRewritingState(engine.db.read)).toEqual({
			writtenBy: declarationText(),
			rewriting: null,
		});
		await run("delete from service_state where name <> 'change_position'");
		await ensureDeclaration(engine.db);
		expect(await readRewritingState(engine.db.read)).toEqual({ writtenBy: null, rewriting: null });
	});

	test("adds a field missing from older rows and recomputes masks made under other rules", async () => {
		await importAll([
			{
				barcode: "1000",
				info: { brand: "Elite", notes: null },
				nutrition: { calories: "10", sodium: { dv: "1%" } },
			},
			{
				barcode: "1001",
				catalog_meta: { web_description: "Crisp", category: "Snacks" },
				info: { category: "Other" },
			},
			{ barcode: "1002" },
		]);
		const right = await rows();
		// As written by a version without notes and with other masks.
		await run(
			`update product set info = replace(info, ',"notes":null', ''), fields_extra = 5, fields_low = 0`,
		);
		await run(`update product set info_as_given = replace(info_as_given, ',"notes":null', '')`);
		expect(await rows()).not.toEqual(right);
		expect(await rewriteOutdatedProducts(engine.db, ALONE)).toBe(3);
		expect(await rows()).toEqual(right);
	});

	test("removes panels without any value that earlier versions stored as data, from the counts as well", async () => {
		const full = { barcode: "1000", info: {}, nutrition: { calories: "10" } };
		const bare = { barcode: "1001", info: {}, catalog_meta: { category: "Snacks" } };
		await importAll([full, bare]);
		const right = [await rows(), await counts()];
		const [{ nutrition: panel } = { nutrition: null }] = await rows();
		const emptied = String(panel).replace('"10"', '""');
		await run(`update product set nutrition = '${emptied}', fields_low = fields_low + 4,
			catalog_meta = replace(catalog_meta, '"variety":null', '"variety":""') where barcode = '1001'`);
		await run("update field_count set products = 2 where field_key = 'nutrition'");
		expect([await rows(), await counts()]).not.toEqual(right);
		expect(await rewriteOutdatedProducts(engine.db, ALONE)).toBe(1);
		expect([await rows(), await counts()]).toEqual(right);
	});

	test("corrects the field counts of rows stored with outdated masks", async () => {
		await importAll([
			{ barcode: "1000", info: { brand: "Elite" } },
			{ barcode: "1001", info: {} },
		]);
		const right = await counts();
		// Clear the bit of the brand, and its count.
		await run(`update product set fields_low = fields_low - 32 where barcode = '1000'`);
		await run("update field_count set products = 0 where field_key = 'info.brand'");
		expect(await rewriteOutdatedProducts(engine.db, ALONE)).toBe(1);
		expect(await counts()).toEqual(right);
	});

	test("resumes where it was interrupted and reads nothing once finished", async () => {
		await importAll(Array.from({ length: 5 }, (_, i) => ({ barcode: String(1000 + i), info: {} })));
		await run("update product set fields_low = 0");
		await run(`delete from field_count where field_key <> '${ALL_PRODUCTS}'`);
		const declaration = declarationText();
		const step = () => engine.db.write(rewriteProducts, { declaration, limit: 2 });
		expect(await step()).toEqual({ seen: 2, rewritten: 2 });
		const { writtenBy, rewriting } = await readRewritingState(engine.db.read);
		expect([writtenBy, rewriting?.declaration]).toEqual([null, declaration]);
		expect(await step()).toMatchObject({ rewritten: 2 });
		expect(await step()).toMatchObject({ rewritten: 1 });
		expect(await step()).toEqual({ seen: 0, rewritten: 0 });
		expect(await readRewritingState(engine.db.read)).toEqual({ writtenBy: declaration, rewriting: null });
		expect((await counts())["info.vegan"]).toBe(5);
		await run("update product set fields_low = 0");
		expect(await rewriteOutdatedProducts(engine.db, ALONE)).toBe(0);
	});

	test("concurrent runs rewrite each row only once", async () => {
		await importAll(Array.from({ length: 60 }, (_, i) => ({ barcode: String(1000 + i), info: {} })));
		await run("update product set fields_low = 0");
		await run(`delete from field_count where field_key <> '${ALL_PRODUCTS}'`);
		const done = await Promise.all([1, 2, 3].map(() => rewriteOutdatedProducts(engine.db, ALONE)));
		expect(done.reduce((sum, each) => sum + each, 0)).toBe(60);
		expect((await counts()).info).toBe(60);
	});

	test("starts over if it was begun under another declaration", async () => {
		await importAll([{ barcode: "1000", info: {} }]);
		const other = engine.db.write(rewriteProducts, {
			declaration: "info.brand fields_low 32 text",
			limit: 9,
		});
		expect(await other).toMatchObject({ seen: 1 });
		expect(
			await engine.db.write(rewriteProducts, { declaration: declarationText(), limit: 9 }),
		).toMatchObject({
			seen: 1,
		});
	});

	test.each([
		["a field", `${declarationText()}\ninfo.colour fields_extra 1 text`, /"info.colour"/],
		["rules", declarationText().replace(/rules \d+/, "rules 999"), /rules of a newer version/],
	])(
		"rejects %s known only to a newer version, whether its rewrite is in progress or done",
		async (_, newer, message) => {
			await importAll([{ barcode: "1000" }]);
			await requireKnownDeclaration(engine.db.read);
			await engine.db.write(rewriteProducts, { declaration: newer, limit: 9 });
			await expect(requireKnownDeclaration(engine.db.read)).rejects.toThrow(message);
			await engine.db.write(rewriteProducts, { declaration: newer, limit: 9 });
			await expect(requireKnownDeclaration(engine.db.read)).rejects.toThrow(message);
		},
	);
});
