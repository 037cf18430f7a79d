import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { PLAIN, WHOLE } from "../support/orders.ts";
import {
	csvRows,
	emptyFolder,
	HEBREW,
	packshotPull,
	spentBy,
	startListService,
	unversioned,
} from "../support/pulling.ts";
import type { TestService } from "../support/service.ts";

let service: TestService;
beforeAll(async () => {
	service = await startListService();
});
afterAll(() => service.close());
// Each test gets a fresh minute, so that no test runs into limits used up by another.
beforeEach(() => service.clock.advance(60_000));

const newClient = () => service.client({ requestsPerMinute: 10_000 }, "10");
const SHOPIFY = ["--format", "shopify", "--image-base-url", "https://shop.example/p/"];

function fileOf(text: string): string {
	const file = join(emptyFolder(), "products_export.csv");
	writeFileSync(file, text);
	return file;
}

const EXPORT = [
	"Handle,Title,Body (HTML),Tags,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Barcode,Image Src",
	"matzah,=Own title,<p>old</p>,mine,Title,Default Title,A-1,4.50,725272730706,",
	"elite,Elite,,,Title,Default Title,A-2,1.00,4011,https://cdn.example/e.jpg",
	"elite,,,,,,,,,https://cdn.example/e2.jpg",
	`soup,Soup,,,Title,Default Title,A-3,2.00,'${HEBREW},`,
	`soup-two,Soup twice,,,Title,Default Title,A-4,2.00,${HEBREW},`,
	"other,Other,,,Title,Default Title,A-5,3.00,4006381333931,",
].join("\n");

describe("packshot-pull with what a shop exports", () => {
	test("updates the shop's products by barcode, reports what it leaves, and buys nothing twice", async () => {
		const client = await newClient();
		const out = emptyFolder();
		const list = fileOf(EXPORT);
		const run = () => packshotPull(service, client, list, "--out", out, "--yes", ...SHOPIFY);
		const first = await run();
		expect(first).toMatchObject({
			code: 0,
			stderr: expect.stringContaining("1 product of the shop to update"),
		});
		const update = readFileSync(join(out, "shopify-update.csv"), "utf8");
		expect(csvRows(unversioned(update)).map((row) => [row.Handle, row.Title, row["Image Src"]])).toEqual([
			["matzah", "=Own title", `https://shop.example/p/${WHOLE}_front.jpg`],
			["matzah", "", `https://shop.example/p/${WHOLE}_front_clean.png`],
		]);
		expect(existsSync(join(out, "shopify.csv"))).toBe(false);
		const report = csvRows(readFileSync(join(out, "report.csv")));
		expect(report.map(({ line, status, shop, note }) => [line, status, shop, note])).toEqual([
			["2", "found", "updated", ""],
			["3", "found", "untouched", "neither a text nor a picture was bought"],
			["5", "found", "untouched", "several rows of the export have this barcode: lines 5, 6"],
			["6", "found", "untouched", "several rows of the export have this barcode: lines 5, 6"],
			["7", "missing", "untouched", ""],
		]);
		await run();
		expect(readFileSync(join(out, "shopify-update.csv"), "utf8")).toBe(update);
		// Nothing of the product that two rows have.
		expect(first.stderr).toContain("Nothing is bought of 1 product that the shop's file cannot reach.");
		expect(await spentBy(service, client)).toBe(9500);
		const credits = report.map((row) => Number(row.credits));
		expect(credits.reduce((sum, one) => sum + one)).toBeCloseTo(0.95);
	});

	test.each([
		["woocommerce", `ID,SKU,Name,Published,EAN,Description\n,,Soup,1,${HEBREW},\n`],
		["shopify", `Handle,Title,Option1 Value,Barcode\n ,Soup,Default Title,${HEBREW}\n`],
		["shopify", `Handle,Title,Option1 Value,Barcode\ns,Soup,Small,${HEBREW}\ns,,Large,4011\n`],
		["google-merchant", `id,title,link,gtin\n,Soup,https://s.example,${HEBREW}\n`],
	])("buys nothing for a row of %s that stays untouched", async (format, table) => {
		const client = await newClient();
		const options = ["--yes", "--format", format, "--include", "info", ...SHOPIFY.slice(2)];
		const run = await packshotPull(service, client, fileOf(table), "--out", emptyFolder(), ...options);
		expect([run.code, await spentBy(service, client)]).toEqual([0, 0]);
	});

	test("credits of a product that a list has twice are counted once", async () => {
		const client = await newClient();
		const out = emptyFolder();
		await packshotPull(service, client, fileOf(`${WHOLE}\n${WHOLE}\n${PLAIN}\n`), "--out", out, "--yes");
		const credits = csvRows(readFileSync(join(out, "report.csv"))).map((row) => row.credits);
		expect(credits).toEqual(["0.85", "0", "0.1"]);
	});

	test("writes products of another list that the shop lacks as new ones, apart", async () => {
		const client = await newClient();
		const out = emptyFolder();
		const own = fileOf(EXPORT.split("\n").slice(0, 2).join("\n"));
		const list = fileOf(`${WHOLE}\n${PLAIN}\n`);
		await packshotPull(service, client, list, "--out", out, "--yes", "--shop-export", own, ...SHOPIFY);
		const handles = (name: string) => csvRows(readFileSync(join(out, name))).map(Object.values);
		expect(handles("shopify-update.csv").map(([handle]) => handle)).toEqual(["matzah", "matzah"]);
		expect(csvRows(readFileSync(join(out, "shopify.csv"))).map((row) => row["URL handle"])).toEqual([PLAIN]);
	});

	test("refuses a file that the shop does not export, before anything is bought", async () => {
		const client = await newClient();
		const run = await packshotPull(
			service,
			client,
			fileOf(WHOLE),
			"--out",
			emptyFolder(),
			"--yes",
			"--shop-export",
			fileOf(`Name,EAN\nMatzah,${WHOLE}\n`),
			...SHOPIFY,
		);
		expect(run).toMatchObject({
			code: 2,
			stderr: expect.stringContaining("is no export of Shopify: it needs"),
		});
		expect(await spentBy(service, client)).toBe(0);
	});

	test("leaves out what Google would refuse, and checks the file without a service", async () => {
		const client = await newClient();
		const out = emptyFolder();
		const google = ["--format", "google-merchant", "--image-base-url", "https://shop.example/p/"];
		await packshotPull(service, client, fileOf(`${WHOLE}\n${PLAIN}\n`), "--out", out, "--yes", ...google);
		const file = join(out, "google-merchant.tsv");
		expect(csvRows(readFileSync(file), "\t").map(({ id }) => id)).toEqual([WHOLE]);
		const [, plain] = csvRows(readFileSync(join(out, "report.csv")));
		expect(plain).toMatchObject({ shop: "untouched", note: expect.stringContaining("Google needs a name") });
		const check = () => packshotPull(service, client, "check", file);
		expect(await check()).toMatchObject({
			code: 2,
			stderr: expect.stringContaining("line 2: price is empty"),
		});
		const text = readFileSync(file, "utf8");
		const filled = text.replace(
			/\t\t(https[^\t]+\t[^\t]*)\t\t\t/,
			"\thttps://shop.example/a\t$1\tin_stock\t4.50 USD\t",
		);
		writeFileSync(file, filled);
		expect(await check()).toMatchObject({ code: 0, stdout: expect.stringContaining("nothing that Google") });
	});

	test("says in which language an export of WooCommerce names its columns, and keeps the names", async () => {
		const client = await newClient();
		const out = emptyFolder();
		const list = fileOf(
			`ID;Typ;Artikelnummer;"GTIN, UPC, EAN oder ISBN";Name;Veröffentlicht;Beschreibung;Bilder\n7;simple;M-7;${WHOLE};Mazzen;1;alt;\n`,
		);
		const guessed = await packshotPull(service, client, list, "--out", emptyFolder());
		expect(guessed.stderr).toContain("It is an export of WooCommerce with columns in German: with --format");
		const to = ["--format", "woocommerce", "--image-base-url", "https://shop.example/p/"];
		const run = await packshotPull(service, client, list, "--out", out, "--yes", ...to);
		expect(run.stderr).toContain("an export of WooCommerce with columns in German: products that it has");
		expect(csvRows(readFileSync(join(out, "woocommerce-update.csv")))).toMatchObject([
			{ ID: "7", Artikelnummer: "M-7", Bilder: expect.stringContaining(`${WHOLE}_front-`) },
		]);
	});

	test("says which shop an export is from when no format is given", async () => {
		const run = await packshotPull(
			service,
			await newClient(),
			fileOf(EXPORT),
			"--out",
			emptyFolder(),
			"--yes",
		);
		expect(run.stderr).toContain("It is an export of Shopify: with --format shopify");
	});
});
