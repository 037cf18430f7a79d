import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { CATALOG_FIELDS } from "../../pull/src/pulled-products.ts";
import type { Fetch } from "../../sdk/src/index.ts";
import { FIELDS } from "../../src/catalogue/fields/fields.ts";
import { announce } from "../support/operator.ts";
import { PLAIN, WHOLE } from "../support/orders.ts";
import {
	ALL_OF_IT,
	csvRows,
	emptyFolder,
	filesIn,
	HEBREW,
	LIST,
	packshotPull,
	pictureIn,
	pulled,
	spentBy,
	startListService,
} from "../support/pulling.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";
import { unzipped } from "../support/unzipped.ts";

let service: TestService;
beforeAll(async () => {
	service = await startListService();
});
afterAll(() => service.close());
// Each test gets a fresh minute, so that no test runs into limits used up by another.
beforeEach(() => service.clock.advance(60_000));

const newClient = (credits = "10") => service.client({ requestsPerMinute: 10_000 }, credits);
const spent = (client: TestClient) => spentBy(service, client);

function listFile(...lines: string[]): string {
	const file = join(emptyFolder(), "codes.csv");
	writeFileSync(file, lines.join("\r\n"));
	return file;
}

describe("packshot-pull", () => {
	test("buys a list in one order, downloads it and reports what became of each line", async () => {
		const client = await newClient();
		const out = emptyFolder();
		const list = listFile(
			"Name,Barcode",
			"Matzah,725272730706",
			"again,0-725272-730706",
			"Banana,4011",
			"none,4006381333931",
			"wrong,725272730705",
			"case,10725272730703",
			"rounded,7.25273E+11",
			`Soup,'${HEBREW}`,
		);
		const run = await packshotPull(service, client, list, "--out", out, "--yes");
		expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining("3 products and 3 pictures") });
		expect(run.stderr).toContain('line 8: "7.25273E+11", the spreadsheet has rounded this number');
		expect(await spent(client)).toBe(ALL_OF_IT);
		expect(Object.keys(filesIn(out))).toEqual([
			`${WHOLE}_front.jpg`,
			`${WHOLE}_front_clean.png`,
			`${HEBREW}_front.jpg`,
			"alerts.ndjson",
			"products.csv",
			"products.ndjson",
		]);
		expect(
			csvRows(readFileSync(join(out, "report.csv"))).map(({ line, status, barcode, note, credits }) => [
				line,
				status,
				barcode,
				note,
				credits,
			]),
		).toEqual([
			["2", "found", WHOLE, "", "0.85"],
			["3", "found", WHOLE, "", "0"],
			["4", "found", PLAIN, "", "0.1"],
			["5", "missing", "", "", ""],
			["6", "wrong check digit", "", `probably ${WHOLE}`, ""],
			["7", "case", "", `a case of ${WHOLE}`, ""],
			["8", "unreadable", "", expect.stringContaining("rounded"), ""],
			["9", "found", HEBREW, "", "0.4"],
		]);
		expect(JSON.parse(readFileSync(join(out, "report.json"), "utf8"))).toMatchObject({
			lines: 8,
			found: 4,
			missing: 1,
			wrong_check_digits: 1,
			cases: 1,
			unreadable: 1,
			products: 3,
			pictures: 3,
			credits: 1.35,
			orders: [{ credits: 1.35, expired: false }],
		});
	});

	test("writes the products as the order's archive contains them", async () => {
		const client = await newClient();
		const out = emptyFolder();
		await pulled(service, client, out, { list: LIST }).running;
		const [order] = (await service.call("/orders", { client })).body.data;
		const { headers } = await service.call(`/orders/${order.order_id}/archive?names=shop`, { client });
		const archive = await unzipped(
			(await service.call(`${service.origin}${headers.get("location")?.replace(service.origin, "")}`)).bytes,
		);
		const text = (name: string) => readFileSync(join(out, name), "utf8");
		expect(text("products.ndjson")).toBe(archive.get("products.ndjson")?.toString());
		const filled = (row: Record<string, string>) =>
			Object.entries(row)
				.filter(([, cell]) => cell !== "")
				.sort();
		expect(csvRows(text("products.csv")).map(filled)).toEqual(
			csvRows(archive.get("products.csv") ?? "").map(filled),
		);
		for (const [name, bytes] of archive)
			if (name.startsWith("pictures/"))
				expect(readFileSync(join(out, name.slice("pictures/".length))).equals(bytes)).toBe(true);
		expect([...CATALOG_FIELDS].sort()).toEqual([...FIELDS.catalog_meta].sort());
	});

	test("run again, buys nothing and fetches only missing files; a deleted picture is fetched again, free", async () => {
		const client = await newClient();
		const out = emptyFolder();
		await pulled(service, client, out, { list: LIST }).running;
		const before = filesIn(out);
		const seen: string[] = [];
		const fetch: Fetch = (url, init) => {
			seen.push(`${init.method} ${new URL(url).pathname}`);
			return globalThis.fetch(url, init);
		};
		await pulled(service, client, out, { list: LIST, fetch }).running;
		expect(seen.filter((request) => !/auth|resolve|quote|changes|alerts/.test(request))).toEqual([]);
		rmSync(pictureIn(out, WHOLE, "front"));
		await pulled(service, client, out, { list: LIST, fetch }).running;
		expect(seen.filter((request) => /\/image\//.test(request))).toHaveLength(1);
		expect(filesIn(out)).toEqual(before);
		expect(await spent(client)).toBe(ALL_OF_IT);
	});

	test("a larger selection for the same folder buys only the difference", async () => {
		const client = await newClient();
		const out = emptyFolder();
		const info = { scopes: new Set(["info"] as const), variants: new Set(["front"] as const) };
		await pulled(service, client, out, { list: LIST, wanted: info }).running;
		expect(await spent(client)).toBe(8000);
		await pulled(service, client, out, { list: LIST }).running;
		expect(await spent(client)).toBe(ALL_OF_IT);
		const whole = emptyFolder();
		await pulled(service, await newClient(), whole, { list: LIST }).running;
		expect(filesIn(out)["products.ndjson"]).toBe(filesIn(whole)["products.ndjson"]);
	});

	test("the next run buys products that have been added to the catalogue since", async () => {
		const later = "96385074";
		const client = await newClient();
		const out = emptyFolder();
		await pulled(service, client, out, { list: [PLAIN, later] }).running;
		await service.product({ barcode: later, info: { brand: "Later" } });
		const { said, running } = pulled(service, client, out, { list: [PLAIN, later] });
		expect((await running).credits).toBe(0.2);
		expect(said).toContain("To buy: 1 product for 0.1 credits. Balance: 9.9 credits.");
	});

	test("splits lists of more than 1,000 products into several orders", async () => {
		const barcodes = Array.from({ length: 1001 }, (_, place) => String(30_000_000_001 + place));
		await service.product(...barcodes.map((barcode) => ({ barcode, info: { brand: "Many" } })));
		const client = await newClient("200");
		const report = await pulled(service, client, emptyFolder(), { list: barcodes }).running;
		expect(report).toMatchObject({
			products: 1001,
			credits: 100.1,
			orders: [{ credits: 100 }, { credits: 0.1 }],
		});
		expect(await spent(client)).toBe(1_001_000);
	});
});

describe("packshot-pull spends nothing", () => {
	test("without a terminal and without --yes", async () => {
		const client = await newClient();
		const run = await packshotPull(service, client, listFile(...LIST), "--out", emptyFolder());
		expect([run.code, await spent(client)]).toEqual([3, 0]);
		expect(run.stderr).toContain("To buy: 3 products for 1.35 credits. Balance: 10 credits.");
		expect(run.stderr).toContain("confirm with --yes");
	});

	test("above --max-credits, which includes what was already spent on the folder", async () => {
		const client = await newClient();
		const out = emptyFolder();
		const pulling = (list: string[], most: string) =>
			packshotPull(service, client, listFile(...list), "--out", out, "--yes", "--max-credits", most);
		expect((await pulling(LIST, "1.3499")).code).toBe(4);
		expect(await spent(client)).toBe(0);
		expect((await pulling([WHOLE], "0.85")).code).toBe(0);
		const run = await pulling(LIST, "1.2");
		expect([run.code, await spent(client)]).toEqual([4, 8500]);
		expect(run.stderr).toContain("this costs 0.5 credits, and 0.85 credits were spent on this folder before");
		// What is already paid for is fetched anyway.
		rmSync(pictureIn(out, WHOLE, "front"));
		expect((await pulling([WHOLE], "0.1")).code).toBe(0);
		expect((await pulling(LIST, "1.35")).code).toBe(0);
		expect(await spent(client)).toBe(ALL_OF_IT);
	});

	test("when the balance does not cover the whole order", async () => {
		const client = await newClient("1.29");
		const run = await packshotPull(service, client, listFile(...LIST), "--out", emptyFolder(), "--yes");
		expect([run.code, await spent(client)]).toEqual([4, 0]);
		expect(run.stderr).toContain("1.35 credits are needed, but the balance is 1.29 credits");
	});

	test("when a price rose after it was shown; the next run asks again", async () => {
		// A price may change immediately as long as nothing has been charged.
		const own = await startService();
		onTestFinished(() => own.close());
		await own.product({ barcode: PLAIN, info: { brand: "Elite" } });
		const client = await own.client({}, "10");
		const nowMs = own.clock.now();
		const dearer = {
			action: "products.get.info",
			units: 1500,
			effectiveAtMs: nowMs,
			nowMs,
			immediately: true,
		} as const;
		const fetch: Fetch = async (url, init) => {
			if (url.endsWith("/orders")) {
				await announce(own.installation.db, dearer);
				// Prices are cached for a moment.
				own.clock.advance(60_000);
			}
			return globalThis.fetch(url, init);
		};
		const out = emptyFolder();
		await expect(pulled(own, client, out, { list: [PLAIN], fetch }).running).rejects.toMatchObject({
			code: "max_credits_exceeded",
		});
		expect(await own.balance(client)).toBe(100_000);
		expect((await pulled(own, client, out, { list: [PLAIN] }).running).credits).toBe(0.15);
		expect(await own.balance(client)).toBe(98_500);
	});

	test.each([
		["a key with a wrong secret", { apiKey: "x".repeat(44) }, "invalid_credentials"],
		["a key with a locked scope", {}, "This key may not have nutrition"],
	])("and exits with 2 for %s", async (_, change, message) => {
		const client = await service.client({ locks: ["nutrition"] });
		const list = listFile(...LIST);
		const run = await packshotPull(service, { ...client, ...change }, list, "--out", emptyFolder(), "--yes");
		expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
		expect(await spent(client)).toBe(0);
	});

	test("for a folder of another key", async () => {
		const client = await newClient();
		const out = emptyFolder();
		await pulled(service, client, out, { list: [PLAIN] }).running;
		const other = await newClient();
		expect(await packshotPull(service, other, listFile(PLAIN), "--out", out, "--yes")).toMatchObject({
			code: 2,
			stderr: expect.stringContaining(`belongs to the key ${client.clientId}`),
		});
		expect(await spent(other)).toBe(0);
	});

	test("with other settings than a folder was pulled with, unless somebody agrees; without any, these go on", async () => {
		const client = await newClient();
		const out = emptyFolder();
		const list = listFile(WHOLE);
		const run = (...more: string[]) => packshotPull(service, client, list, "--out", out, ...more);
		expect((await run("--yes", "--include", "info")).code).toBe(0);
		const again = await run("--yes");
		expect(again.stderr).toContain("Nothing to buy");
		const changed = await run("--size", "500", "--include", "images,info");
		expect([changed.code, await spent(client)]).toEqual([3, 1000]);
		expect(changed.stderr).toContain("--size 500 instead of full, --include images,info instead of info");
		expect((await run("--yes", "--size", "500", "--include", "images,info")).code).toBe(0);
		expect(await spent(client)).toBe(6000);
		expect((await run("--yes", "--size", "500")).stderr).not.toContain("other settings");
	});

	test("twice, when two runs buy into one folder at once", async () => {
		const client = await newClient();
		const out = emptyFolder();
		const runs = await Promise.allSettled(
			[1, 2].map(() => pulled(service, client, out, { list: LIST }).running),
		);
		expect(runs.some(({ status }) => status === "fulfilled")).toBe(true);
		expect(await spent(client)).toBe(ALL_OF_IT);
	});
});

describe("packshot-pull with a malicious service", () => {
	test("writes nothing outside the folder for a barcode that contains a path", async () => {
		const parent = emptyFolder();
		const fetch: Fetch = async (url, init) => {
			const answer = await globalThis.fetch(url, init);
			if (!/\/orders\/ord_\w+\/products/.test(url)) return answer;
			const text = (await answer.text()).replaceAll(`"barcode":"${WHOLE}"`, `"barcode":"../${WHOLE}"`);
			return new Response(text, answer);
		};
		const { running } = pulled(service, await newClient(), join(parent, "out"), { list: [WHOLE], fetch });
		await expect(running).rejects.toThrow(`"../${WHOLE}", which is not a barcode`);
		expect(readdirSync(parent)).toEqual(["out"]);
	});

	test("prints no control characters from the service's messages", async () => {
		const message = "gone\u001b[2J\u001b]0;title\u0007\r\u009b31m";
		const hostile = createServer((_, answer) => {
			answer.writeHead(403, { "content-type": "application/json" });
			answer.end(JSON.stringify({ error: "client_disabled", message, request_id: "r" }));
		}).listen(0, "127.0.0.1");
		onTestFinished(() => void hostile.close());
		await new Promise((resolve) => hostile.once("listening", resolve));
		const origin = `http://127.0.0.1:${(hostile.address() as AddressInfo).port}`;
		const at = { origin } as TestService;
		const run = await packshotPull(at, await newClient(), listFile(PLAIN), "--out", emptyFolder(), "--yes");
		expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining("gone") });
		// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is tested
		expect(run.stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
	});
});
