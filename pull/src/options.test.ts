import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { HELP } from "./help.ts";
import { readOptions } from "./options.ts";

const ENVIRONMENT = {
	PACKSHOT_URL: "https://packshot.test",
	PACKSHOT_CLIENT_ID: "id",
	PACKSHOT_API_KEY: "secret",
};
const options = (...args: string[]) => readOptions(args, ENVIRONMENT);

describe("the options of packshot-pull", () => {
	test("default to everything in full size, with credentials from the environment", () => {
		expect(options("codes.csv")).toEqual({
			list: "codes.csv",
			reading: { column: undefined, encoding: undefined, delimiter: undefined, sheet: undefined },
			out: ".",
			wanted: {
				scopes: new Set(["info", "hechshers", "nutrition", "ingredients", "catalog_meta", "image_meta"]),
				variants: new Set(["front", "back", "front_clean", "back_clean"]),
			},
			size: "full",
			settings: {
				size: "full",
				include: undefined,
				variants: undefined,
				format: undefined,
				"image-base-url": undefined,
				upload: undefined,
			},
			changes: [],
			maxCredits: undefined,
			substitutes: { suggestions: false, units: false },
			onlyWithPictures: false,
			watchMinutes: undefined,
			yes: false,
			json: false,
			atOnce: 4,
			format: undefined,
			imageBaseUrl: undefined,
			shopExport: undefined,
			uploader: undefined,
			url: "https://packshot.test",
			clientId: "id",
			apiKey: "secret",
		});
	});

	test("say how the list is to be read", () => {
		const read = options(
			"a.csv",
			"--barcode-column",
			"EAN",
			"--encoding",
			"windows-1255",
			"--delimiter",
			"tab",
			"--sheet",
			"2",
		);
		expect(read).toMatchObject({
			reading: { column: "EAN", encoding: "windows-1255", delimiter: "\t", sheet: "2" },
		});
	});

	test("select the scopes and variants to fetch", () => {
		const wanted = (...args: string[]) => {
			const read = options("-", ...args);
			return typeof read === "string" ? read : [[...read.wanted.scopes], [...read.wanted.variants]];
		};
		expect(wanted("--include", "images,info", "--variants", "front")).toEqual([["info"], ["front"]]);
		expect(wanted("--include", "info")).toEqual([["info"], []]);
		expect(wanted("--include", "product_meta")).toEqual([
			["info", "hechshers", "nutrition", "ingredients", "catalog_meta"],
			[],
		]);
		expect(wanted("--variants", "front, back")[1]).toEqual(["front", "back"]);
	});

	test("read the API key from a file and prefer arguments over the environment", () => {
		const folder = mkdtempSync(join(tmpdir(), "packshot-key-"));
		onTestFinished(() => rmSync(folder, { recursive: true }));
		const file = join(folder, "key");
		writeFileSync(file, "of a file\n");
		const args = ["--url", "http://localhost:1", "--client-id", "other", "--api-key-file", file];
		expect(options("codes.csv", ...args)).toMatchObject({
			url: "http://localhost:1",
			clientId: "other",
			apiKey: "of a file",
		});
	});

	test.each([
		[[], "the list is missing"],
		[["one.csv", "two.csv"], 'unexpected "two.csv"'],
		[["a", "--colour", "red"], "--colour"],
		[["a", "--include", "info,flavour"], '--include: unknown "flavour"; choose from info,'],
		[["a", "--variants", "side"], '--variants: unknown "side"'],
		[["a", "--include", "info", "--variants", "front"], "--variants front has no effect without images"],
		[["a", "--max-credits", "1e3"], '--max-credits: "1e3" is not an amount'],
		[["a", "--max-credits", "0.00001"], '--max-credits: "0.00001"'],
		[["a", "--parallel", "0"], '--parallel: "0" is not a whole number from 1 to 32'],
		[
			["a", "--format", "magento"],
			'--format: unknown "magento"; choose from woocommerce, shopify, google-merchant',
		],
		[["a", "--format", "constructor"], '--format: unknown "constructor"'],
		[["a", "--format", "shopify"], "--format shopify needs --image-base-url"],
		[
			["a", "--format", "google-merchant", "--image-base-url", "shop"],
			'--image-base-url: "shop" is not a URL',
		],
		[["a", "--url", "packshot.example"], '"packshot.example" is not the URL'],
		[["a", "--api-key", "secret"], "--api-key"],
		[["a", "--api-key-file", "/nowhere/key"], "--api-key-file: ENOENT"],
	])("%j are refused: %s", (args, message) => {
		expect(() => options(...args)).toThrow(
			expect.objectContaining({ exitCode: 2, message: expect.stringContaining(message) }),
		);
	});

	test.each(["PACKSHOT_URL", "PACKSHOT_CLIENT_ID", "PACKSHOT_API_KEY"])("report a missing %s", (missing) => {
		expect(() => readOptions(["codes.csv"], { ...ENVIRONMENT, [missing]: undefined })).toThrow(missing);
	});

	test("are all in the help", () => {
		expect([options("--help"), options("--version")]).toEqual(["help", "version"]);
		for (const name of [
			"barcode-column",
			"encoding",
			"delimiter",
			"sheet",
			"out",
			"include",
			"variants",
			"size",
			"refresh",
			"max-credits",
			"yes",
			"parallel",
			"format",
		])
			expect(HELP).toContain(`--${name}`);
		for (const name of ["image-base-url", "shop-export", "url", "client-id", "api-key-file"])
			expect(HELP).toContain(`--${name}`);
	});

	test("take the address of one uploaded picture for those of all", () => {
		const link = "https://cdn.shopify.com/s/files/1/0042/files/0725272730706_front.jpg?v=1732";
		expect(options("a.csv", "--format", "shopify", "--image-base-url", link)).toMatchObject({
			imageBaseUrl: "https://cdn.shopify.com/s/files/1/0042/files/",
		});
	});
});
