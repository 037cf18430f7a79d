import { performance } from "node:perf_hooks";
import { expect, test } from "vitest";
import type { Fetch } from "../../sdk/src/index.ts";
import { emptyFolder, pulled, spentBy } from "../support/pulling.ts";
import { startService } from "../support/service.ts";

const CODES = Array.from({ length: 5_000 }, (_, place) => String(60_000_000_000 + place));
/** Of the product's brand and of one picture, in units. */
const PRICE = 3_500;

test("a list of 5,000 codes is priced, bought and fetched, with one request a picture and few others", async () => {
	const service = await startService();
	try {
		for (let from = 0; from < CODES.length; from += 500) {
			const some = CODES.slice(from, from + 500);
			await service.product(...some.map((barcode) => ({ barcode, info: { brand: "Many" } })));
			for (const barcode of some) await service.picture(barcode, "front");
		}
		const client = await service.client({ requestsPerMinute: 1_000_000 }, "10000");
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
			const since = performance.now();
			const wanted = { scopes: new Set(["info"] as const), variants: new Set(["front"] as const) };
			const report = await pulled(service, client, out, { list: CODES, fetch, wanted, atOnce: 8 }).running;
			const seconds = ((performance.now() - since) / 1000).toFixed(1);
			console.info(`${step}: ${seconds} s; requests: ${JSON.stringify(Object.fromEntries(requests))}`);
			return { report, requests: [...requests.values()].reduce((sum, count) => sum + count, 0) };
		};
		const first = await run("5,000 codes priced, bought and fetched");
		expect(first.report).toMatchObject({ lines: 5_000, found: 5_000, products: 5_000, pictures: 5_000 });
		expect(await spentBy(service, client)).toBe(CODES.length * PRICE);
		expect(first.requests).toBeLessThan(CODES.length + 150);
		const again = await run("the same again");
		expect(again.requests).toBeLessThan(30);
		expect(await spentBy(service, client)).toBe(CODES.length * PRICE);
	} finally {
		await service.close();
	}
});
