import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Fetch } from "../../sdk/src/index.ts";
import { alerting } from "../../src/alerts/alerting.fixture.ts";
import { csvRows, emptyFolder, packshotPull, pulled, spentBy } from "../support/pulling.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";

const CODES = Array.from({ length: 5_000 }, (_, place) => String(60_000_000_000 + place));
/** Of the product's brand and of one picture, in units. */
const PRICE = 3_500;

const info = (barcode: string) => ({ brand: "Many", product_description: `Described as ${barcode}` });

let service: TestService;
beforeAll(async () => {
	service = await startService();
	for (let from = 0; from < CODES.length; from += 500) {
		const some = CODES.slice(from, from + 500);
		await service.product(...some.map((barcode) => ({ barcode, info: info(barcode) })));
		for (const barcode of some) await service.picture(barcode, "front");
	}
});
afterAll(() => service.close());

const newClient = () => service.client({ requestsPerMinute: 1_000_000 }, "10000");

async function timed<T>(step: string, work: () => Promise<T>): Promise<T> {
	const since = performance.now();
	const result = await work();
	console.info(`${step}: ${((performance.now() - since) / 1000).toFixed(1)} s`);
	return result;
}

test("a list of 5,000 codes is priced, bought and fetched, with one request a picture and few others", async () => {
	const client = await newClient();
	const out = emptyFolder();
	const run = async (step: string) => {
		const requests = new Map<string, number>();
		const fetch: Fetch = (url, init) => {
			const name = new URL(url).pathname
				.replace(/\/(ord_|image\/).*?(?=\/|$)/, "/$1")
				.replace(/(image)\/.*/, "$1");
			requests.set(name, (requests.get(name) ?? 0) + 1);
			return globalThis.fetch(url, init);
		};
		const wanted = { scopes: new Set(["info"] as const), variants: new Set(["front"] as const) };
		const request = { list: CODES, fetch, wanted, atOnce: 8 };
		const report = await timed(step, () => pulled(service, client, out, request).running);
		console.info(`requests: ${JSON.stringify(Object.fromEntries(requests))}`);
		return { report, requests: [...requests.values()].reduce((sum, count) => sum + count, 0) };
	};
	const first = await run("5,000 codes priced, bought and fetched");
	expect(first.report).toMatchObject({ lines: 5_000, found: 5_000, products: 5_000, pictures: 5_000 });
	expect(await spentBy(service, client)).toBe(CODES.length * PRICE);
	expect(first.requests).toBeLessThan(CODES.length + 150);
	const again = await run("the same again");
	expect(again.requests).toBeLessThan(30);
	expect(await spentBy(service, client)).toBe(CODES.length * PRICE);

	const lines = (name: string) =>
		readFileSync(join(out, name), "utf8")
			.split("\n")
			.filter(Boolean)
			.map((line) => JSON.parse(line));
	const recalled = {
		kind: "recalled",
		symbol: null,
		withholds: false,
		message: "Glass in some jars.",
	} as const;
	const [, alerted = ""] = CODES;
	service.clock.advance(60_000);
	const alerts = alerting(() => service.installation);
	const alertId = await alerts.publish([alerted], recalled);
	const refreshed = await timed("one refresh after an alert", () =>
		packshotPull(service, client, "--refresh", "--out", out),
	);
	// What a till reads, without a service.
	expect([refreshed.code, lines("products.ndjson").length]).toEqual([5, 5_000]);
	expect(lines("alerts.ndjson")).toMatchObject([{ barcode: alerted, alert_id: alertId, ...recalled }]);
	expect(await spentBy(service, client)).toBe(CODES.length * PRICE);
	await alerts.end(alertId, "settled");
});

const COLUMNS = "Handle,Title,Tags,Variant SKU,Variant Price,Variant Barcode,Body (HTML),Image Src";

function exported(): string {
	const rows = CODES.map((barcode, at) =>
		[`own-${at}`, `"Own title, ${at}"`, "mine", `S-${at}`, "4.50", barcode, "<p>old</p>", ""].join(","),
	);
	const file = join(emptyFolder(), "products_export.csv");
	writeFileSync(file, [COLUMNS, ...rows].join("\n"));
	return file;
}

test("an export of 5,000 products comes back with texts and pictures and nothing else changed; a correction follows free", async () => {
	const client: TestClient = await newClient();
	const list = exported();
	const rowsBefore = csvRows(readFileSync(list));
	const shop = ["--yes", "--format", "shopify", "--image-base-url", "https://shop.example/p/"];
	const what = ["--include", "info,images", "--variants", "front"];
	const update = (out: string) => csvRows(readFileSync(join(out, "shopify-update.csv")));
	const out = emptyFolder();
	const run = (to: string) => packshotPull(service, client, list, "--out", to, ...shop, ...what);
	expect(await timed("an export of 5,000 products", () => run(out))).toMatchObject({ code: 0 });
	const rows = update(out);
	expect(rows).toHaveLength(CODES.length);
	// Shopify leaves alone what a file has no column for: prices, tags and the rest.
	for (const [at, row] of rows.entries()) {
		const { Handle, Title } = rowsBefore[at] ?? {};
		expect(row).toEqual({
			Handle,
			Title,
			"Body (HTML)": expect.stringContaining(`Described as ${CODES[at]}`),
			"Image Src": expect.stringMatching(`^https://shop.example/p/${CODES[at]}_front-[0-9a-f]{10}.jpg$`),
			"Image Position": "1",
			"Image Alt Text": expect.any(String),
		});
	}
	expect(await spentBy(service, client)).toBe(CODES.length * PRICE);

	const corrected = CODES[1234] ?? "";
	await service.product({
		barcode: corrected,
		info: { ...info(corrected), product_description: "Corrected" },
	});
	const refresh = () => packshotPull(service, client, "--refresh", "--out", out, "--yes");
	expect(await timed("a refresh after one correction", refresh)).toMatchObject({ code: 0 });
	const changed = update(out).filter((row, at) => row["Body (HTML)"] !== rows[at]?.["Body (HTML)"]);
	expect(changed.map((row) => [row.Handle, row["Body (HTML)"]])).toEqual([
		["own-1234", expect.stringContaining("Corrected")],
	]);
	const elsewhere = emptyFolder();
	expect(await timed("the same in a new folder", () => run(elsewhere))).toMatchObject({ code: 0 });
	expect(update(elsewhere)).toEqual(update(out));
	expect(await spentBy(service, client)).toBe(CODES.length * PRICE);
});
