import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { correctBarcode } from "../../src/catalogue/pages/editing/correct-barcode.ts";
import { commandLineActor } from "../../src/people/accounts/new-account.ts";
import { remove } from "../../src/pictures/store/remove.ts";
import { csvRows, emptyFolder, filesIn, packshotPull, pictureIn } from "../support/pulling.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";

/** What our files wrote into a shop is corrected there: from the file of new products over the shop's export of it to the next update. */

const SOUP = "7290000066318";
const BREAD = "0725272730706";

let service: TestService;
beforeAll(async () => {
	service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
	// Each test gets a fresh minute, so that no test runs into limits used up by another.
	service.clock.advance(60_000);
	await service.product(
		{
			barcode: SOUP,
			info: { brand: "Osem", product_name: "Soup <mild>", net_weight: "400 g", vegan: true },
			hechshers: [{ symbol: "OU", dairy_meat_pareve: "pareve" }],
			catalog_meta: { web_description: "OU soup & more", department: "Groceries" },
		},
		{ barcode: BREAD, hechshers: [{ symbol: "OU" }], info: { product_name: "Bread" } },
	);
	await service.picture(SOUP, "front");
	await service.picture(SOUP, "back");
});

const withdraw = () =>
	service.product(
		{
			barcode: SOUP,
			info: { brand: "Osem", product_name: "Soup <mild>", net_weight: "400 g", vegan: true },
			hechshers: [],
			catalog_meta: { web_description: "Soup & more", department: "Groceries" },
		},
		{ barcode: BREAD, hechshers: [], info: { product_name: "Bread" } },
	);
const removeFrom = (barcode: string, variant: "back" | null) =>
	service.installation.db.write(remove, {
		barcode,
		variant,
		uploadOffsetMinutes: 0,
	});

const newClient = () => service.client({ requestsPerMinute: 10_000 }, "20");
const BASE = ["--image-base-url", "https://shop.example/p/"];
const SHOPS = [
	["woocommerce", "csv"],
	["shopify", "csv"],
	["google-merchant", "tsv"],
] as const;

function fileOf(text: string): string {
	const file = join(emptyFolder(), "list.csv");
	writeFileSync(file, text);
	return file;
}
const pulled = (client: TestClient, out: string, format: string, list: string, ...more: string[]) =>
	packshotPull(service, client, fileOf(list), "--out", out, "--yes", "--format", format, ...BASE, ...more);
const refreshed = (client: TestClient, out: string) =>
	packshotPull(service, client, "--refresh", "--out", out, "--yes");
const read = (out: string, name: string) => readFileSync(join(out, name), "utf8");
const rowsIn = (out: string, name: string) =>
	csvRows(read(out, name), name.endsWith("tsv") ? "\t" : ",") as Record<string, string>[];

function table(rows: readonly Record<string, string>[], delimiter: string): string {
	const names = Object.keys(rows[0] ?? {});
	const cell = (text = "") => `"${text.replaceAll('"', '""')}"`;
	return [names, ...rows.map((row) => names.map((name) => row[name] ?? ""))]
		.map((cells) => cells.map(cell).join(delimiter))
		.join("\n");
}

/** What a shop exports of products that it has imported: with ids and prices of its own, on sale, and descriptions as editors leave them. */
function exported(
	format: string,
	rows: readonly Record<string, string>[],
	html: (text: string) => string,
): string {
	const own = rows.map((row, at): Record<string, string> => {
		if (format === "google-merchant") return { ...row, availability: "in_stock", price: "4 USD" };
		const text = html(row.Description ?? "");
		return format === "woocommerce"
			? { ID: String(at + 1), ...row, Published: "1", Description: text, "Regular price": "4" }
			: { ...row, Description: text, Status: row.Title === "" ? "" : "active", Price: "4" };
	});
	return table(own, format === "google-merchant" ? "\t" : ",");
}

const EDITORS: readonly [string, (html: string) => string][] = [
	["as it was imported", (html) => html],
	[
		"from an editor of blocks",
		(html) => html.replace(/<p>.*?<\/p>/g, "<!-- wp:paragraph -->\\n$&\\n<!-- /wp:paragraph -->\\n"),
	],
	["from an editor that leaves lines", (html) => html.replace(/<\/p><p>/g, "\\n\\n").replace(/<\/?p>/g, "")],
	[
		"with marks of an editor",
		(html) =>
			html.replaceAll("<p>", '<p data-mce-fragment="1"><span>').replaceAll("</p>", "&nbsp;</span></p>\n"),
	],
];

describe.each(SHOPS)("in %s, a withdrawn hechsher", (format, kind) => {
	const fresh = `${format}.${kind}`;
	const update = `${format}-update.${kind}`;
	const urgent = `${format}-urgent.${kind}`;

	test.each(EDITORS)("disappears from what the new-product file wrote, %s", async (_how, html) => {
		const client = await newClient();
		const out = emptyFolder();
		await pulled(client, out, format, `${SOUP}\n${BREAD}\n`);
		const shop = exported(format, rowsIn(out, fresh), html);
		expect(shop).toContain("OU");
		await withdraw();
		expect(await pulled(client, out, format, shop)).toMatchObject({ code: 5 });
		const rows = rowsIn(out, update);
		expect(JSON.stringify(rows)).not.toContain("OU");
		expect(JSON.stringify(rows)).toContain("Soup &");
		expect(existsSync(join(out, urgent))).toBe(true);
		expect(rowsIn(out, urgent)).toEqual(rows);
		expect(rows.map((row) => row.Published ?? row.Price ?? row.Status ?? row.price)).not.toContain("-1");
		expect(existsSync(join(out, fresh))).toBe(false);

		// Another folder of the key knows what was bought.
		const elsewhere = emptyFolder();
		await pulled(client, elsewhere, format, shop);
		expect(rowsIn(elsewhere, update)).toEqual(rows);
	});

	test("disappears in another folder and for another key, also when nothing is left to say", async () => {
		const client = await newClient();
		const out = emptyFolder();
		const hechshers = ["--include", "hechshers"];
		await pulled(client, out, format, BREAD, ...hechshers);
		const shop = exported(format, rowsIn(out, fresh), (html) => html);
		const own = shop.replace(/<p>Kosher certification: OU<\/p>/, "<p>Our <b>own</b> words</p>$&");
		const [imported] = rowsIn(out, fresh);
		if (format === "google-merchant") expect(imported).toBeUndefined();
		else expect(own).toContain("OU");
		await withdraw();
		const elsewhere = emptyFolder();
		await pulled(await newClient(), elsewhere, format, own, "--include", "hechshers,info");
		if (imported === undefined) return;
		expect(read(elsewhere, update)).not.toContain("OU");
		expect(read(elsewhere, update)).toContain("<p>Our <b>own</b> words</p>");
	});

	test("is corrected by a refresh, which leaves the file of new products and touches only what changed", async () => {
		const client = await newClient();
		const out = emptyFolder();
		await pulled(client, out, format, `${SOUP}\n${BREAD}\n`);
		const before = read(out, fresh);
		await refreshed(client, out);
		expect([read(out, fresh), existsSync(join(out, update))]).toEqual([before, false]);
		await withdraw();
		const run = await refreshed(client, out);
		expect(run.stderr).toContain("HECHSHER WITHDRAWN: OU");
		expect(run.stderr).toContain(
			`URGENT, withdrawn hechshers, kosher alerts and removed products: import ${urgent} first`,
		);
		expect(read(out, fresh)).toBe(before);
		expect(read(out, update)).toContain(SOUP);
		expect(read(out, update)).not.toContain("OU");
		const names = Object.keys(rowsIn(out, update)[0] ?? {});
		for (const column of ["Published", "Status", "Published on online store", "Name", "title", "Images"])
			expect(names).not.toContain(column);
		// Until it is imported, the correction stays in the file.
		const corrected = read(out, update);
		const again = await refreshed(client, out);
		expect(read(out, update)).toBe(corrected);
		// What an earlier run announced is not announced as if it were new.
		expect(again.stderr).not.toContain("URGENT");
		expect(again.stderr).toContain(`${urgent} is as it was before: import it first if you have not yet.`);
	});

	test("that was never there, and texts of the shop, stay as they are", async () => {
		const client = await newClient();
		const out = emptyFolder();
		await pulled(client, out, format, `${SOUP}\n`);
		const [row = {}] = rowsIn(out, fresh);
		const text = "Kosher certification: ask our rabbi, who knows all of them";
		const theirs = {
			Description: text,
			description: text,
			Name: "Mine",
			Title: "Mine",
			Tags: "Mine, Vegan",
			title: "Mine",
		};
		const own = Object.fromEntries(Object.entries(theirs).filter(([name]) => name in row));
		const mine = { ...row, ...own };
		const shop = exported(format, [mine], (html) => html);
		await withdraw();
		const elsewhere = emptyFolder();
		await pulled(await newClient(), elsewhere, format, shop, "--include", "hechshers");
		const written = existsSync(join(elsewhere, update)) ? read(elsewhere, update) : "";
		if (written !== "" && format !== "woocommerce") expect(written).toContain(text);
		expect(written).not.toContain("Soup");
	});
});

describe("a product that was removed from the catalogue", () => {
	test.each([
		["woocommerce", "csv", "Published", "0", "1"],
		["shopify", "csv", "Status", "Draft", "active"],
		["google-merchant", "tsv", "availability", "out_of_stock", "in_stock"],
	])("goes out of sale in %s, with what is urgent", async (format, kind, column, off, on) => {
		const client = await newClient();
		const out = emptyFolder();
		await pulled(client, out, format, `${SOUP}\n${BREAD}\n`);
		const shop = exported(format, rowsIn(out, `${format}.${kind}`), (html) => html);
		await withdraw();
		await removeFrom(BREAD, null);
		await pulled(client, out, format, shop);
		const urgent = rowsIn(out, `${format}-urgent.${kind}`).filter((row) => row[column] !== "");
		expect(urgent.map((row) => row[column]).sort()).toEqual([off, on].sort());
		expect(read(out, `${format}-update.${kind}`)).not.toContain(BREAD);
		const report = rowsIn(out, "report.csv");
		expect(report.map(({ barcode, shop }) => [barcode, shop])).toContainEqual([BREAD, "out of sale"]);

		// Without the shop's export it is not known what else is on sale.
		const other = await newClient();
		const alone = emptyFolder();
		await service.product({ barcode: BREAD, hechshers: [{ symbol: "OU" }], info: { product_name: "Bread" } });
		await pulled(other, alone, format, `${SOUP}\n${BREAD}\n`);
		await removeFrom(BREAD, null);
		await refreshed(other, alone);
		const rows = rowsIn(alone, `${format}-urgent.${kind}`);
		expect(rows.map((row) => [row.SKU ?? row["URL handle"] ?? row.id, row[column]])).toEqual([[BREAD, off]]);
		await pulled(other, alone, format, `${SOUP}\n${BREAD}\n`);
		expect(read(alone, `${format}.${kind}`)).not.toContain(BREAD);
	});

	test.each([`'${BREAD}`, BREAD.replace(/^0+/, "")])(
		"goes out of sale where the export writes its barcode as %s, after another list",
		async (written) => {
			const client = await newClient();
			const out = emptyFolder();
			await service.product({
				barcode: BREAD,
				hechshers: [{ symbol: "OU" }],
				info: { product_name: "Bread" },
			});
			await pulled(client, out, "shopify", `${SOUP}\n${BREAD}\n`);
			const rows = rowsIn(out, "shopify.csv").map((row) =>
				row.Barcode === BREAD ? { ...row, Barcode: written } : row,
			);
			const shop = exported("shopify", rows, (html) => html);
			await pulled(client, out, "shopify", SOUP);
			await removeFrom(BREAD, null);
			await pulled(client, out, "shopify", shop);
			const urgent = rowsIn(out, "shopify-urgent.csv");
			expect(urgent.map((row) => [row["URL handle"], row.Status])).toEqual([[BREAD, "Draft"]]);
		},
	);
});

test("a product whose barcode was corrected stays on sale, and its hechshers are followed", async () => {
	const client = await newClient();
	const out = emptyFolder();
	const bread = { barcode: "7290000000008", hechshers: [{ symbol: "OK" }], info: { product_name: "Rye" } };
	await service.product(bread);
	await pulled(client, out, "woocommerce", bread.barcode);
	const shop = exported("woocommerce", rowsIn(out, "woocommerce.csv"), (html) => html);
	const to = "7290000000015";
	const order = { from: bread.barcode, to, actor: commandLineActor(service.clock.now()) };
	await service.installation.db.write(correctBarcode, order);
	const first = await refreshed(client, out);
	expect(first.stderr).not.toContain("REMOVED");
	expect(existsSync(join(out, "woocommerce-urgent.csv"))).toBe(false);
	await pulled(client, out, "woocommerce", shop);
	const [line] = rowsIn(out, "report.csv");
	expect(line).toMatchObject({ status: "found", note: "the catalogue has it under a corrected barcode" });

	await service.product({ ...bread, barcode: to, hechshers: [] });
	expect((await refreshed(client, out)).stderr).toContain("HECHSHER WITHDRAWN: OK");
	expect(read(out, "woocommerce-urgent.csv")).toContain(bread.barcode);
	expect(read(out, "woocommerce-urgent.csv")).not.toContain("OK");

	await removeFrom(to, null);
	expect((await refreshed(client, out)).stderr).toContain("REMOVED");
	expect(rowsIn(out, "woocommerce-urgent.csv").map((row) => row.Published)).toEqual(["0"]);
});

test("a refresh names pictures that stayed by their addresses", async () => {
	const client = await newClient();
	const out = emptyFolder();
	await service.picture(BREAD, "front");
	await pulled(client, out, "woocommerce", `${SOUP}\n${BREAD}\n`);
	await withdraw();
	await service.picture(SOUP, "front", { seed: 72 });
	await refreshed(client, out);
	const images = rowsIn(out, "woocommerce-update.csv").map(({ Images = "" }) => Images);
	expect(images).toEqual([
		expect.any(String),
		`https://shop.example/p/${basename(pictureIn(out, BREAD, "front"))}`,
	]);
	await service.picture(SOUP, "front", { seed: 1 });
});

describe.each(SHOPS)("in %s, a picture", (format, kind) => {
	test("that was replaced reaches the shop under an address of its own, and takes the place of the earlier one", async () => {
		const client = await newClient();
		const out = emptyFolder();
		await pulled(client, out, format, SOUP);
		const before = pictureIn(out, SOUP, "front");
		const shop = exported(format, rowsIn(out, `${format}.${kind}`), (html) => html);
		await service.picture(SOUP, "front", { seed: 71 });
		await refreshed(client, out);
		const after = pictureIn(out, SOUP, "front");
		expect(after).not.toBe(before);
		expect(existsSync(before)).toBe(false);
		const written = read(out, `${format}-update.${kind}`);
		expect(written).toContain(`https://shop.example/p/${basename(after)}`);
		expect(written).not.toContain(basename(before));
		await pulled(client, out, format, shop);
		const updated = read(out, `${format}-update.${kind}`);
		expect(updated).toContain(basename(after));
		expect(updated).not.toContain(basename(before));
		await service.picture(SOUP, "front", { seed: 1 });
	});

	test("that was withdrawn disappears from folder and shop", async () => {
		const client = await newClient();
		const out = emptyFolder();
		await pulled(client, out, format, SOUP);
		const shop = exported(format, rowsIn(out, `${format}.${kind}`), (html) => html);
		expect(shop).toContain("_back");
		await removeFrom(SOUP, "back");
		const run = await refreshed(client, out);
		expect(run.stderr).toContain("picture withdrawn: back");
		expect(Object.keys(filesIn(out))).not.toContain(`${SOUP}_back.jpg`);
		expect(read(out, `${format}-update.${kind}`)).toContain("_front");
		expect(read(out, `${format}-update.${kind}`)).not.toContain("_back");
		const elsewhere = emptyFolder();
		await pulled(await newClient(), elsewhere, format, shop);
		expect(read(elsewhere, `${format}-update.${kind}`)).not.toContain("_back");
	});
});
