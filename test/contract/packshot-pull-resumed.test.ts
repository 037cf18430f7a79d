import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Fetch } from "../../sdk/src/index.ts";
import { remove } from "../../src/pictures/store/remove.ts";
import { DAY_MS } from "../../src/platform/time/durations.ts";
import { PLAIN, WHOLE } from "../support/orders.ts";
import {
	ALL_OF_IT,
	emptyFolder,
	filesIn,
	LIST,
	pictureIn,
	pulled,
	spentBy,
	startListService,
} from "../support/pulling.ts";
import type { TestClient, TestService } from "../support/service.ts";

let service: TestService;
beforeAll(async () => {
	service = await startListService();
});
afterAll(() => service.close());
// Each test gets a fresh minute, so that no test runs into limits used up by another.
beforeEach(() => service.clock.advance(60_000));

const newClient = () => service.client({ requestsPerMinute: 10_000 }, "10");
const spent = (client: TestClient) => spentBy(service, client);

describe("packshot-pull", () => {
	test("pays once and ends with the same files if stopped before or after any request and run again", async () => {
		const untroubled = emptyFolder();
		const requests = counting();
		await pulled(service, await newClient(), untroubled, { list: LIST, fetch: requests.fetch }).running;
		const names = (files: object) => Object.keys(files);
		for (const isSent of [false, true]) {
			for (let last = 1; last <= requests.count(); last++) {
				service.clock.advance(60_000);
				const client = await newClient();
				const out = emptyFolder();
				await stoppedAt(client, out, last, isSent);
				await pulled(service, client, out, { list: LIST }).running;
				expect([last, isSent, await spent(client)]).toEqual([last, isSent, ALL_OF_IT]);
				expect(names(filesIn(out))).toEqual(names(filesIn(untroubled)));
				expect(filesIn(out)["products.ndjson"]).toBe(filesIn(untroubled)["products.ndjson"]);
			}
		}
		expect(requests.count()).toBeGreaterThan(6);
	});

	/** Runs until the given request, then freezes the run for good. */
	async function stoppedAt(client: TestClient, out: string, last: number, isSent: boolean): Promise<void> {
		let count = 0;
		let stop = () => {};
		const stopped = new Promise<void>((resolve) => {
			stop = resolve;
		});
		const fetch: Fetch = async (url, init) => {
			count += 1;
			if (count < last) return globalThis.fetch(url, init);
			if (count === last && isSent) await (await globalThis.fetch(url, init)).arrayBuffer();
			stop();
			return new Promise(() => {});
		};
		await Promise.race([stopped, pulled(service, client, out, { list: LIST, fetch }).running]);
		expect(count).toBeGreaterThanOrEqual(last);
	}

	function counting(): { fetch: Fetch; count: () => number } {
		let count = 0;
		const fetch: Fetch = (url, init) => {
			count += 1;
			return globalThis.fetch(url, init);
		};
		return { fetch, count: () => count };
	}
});

describe("a host of pictures that does not answer", () => {
	const barcodes = Array.from({ length: 25 }, (_, place) => String(60_000_000_001 + place));
	const unreachable: Fetch = (url, init) => {
		if (!/\/image\//.test(url)) return globalThis.fetch(url, init);
		const cause = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
		return Promise.reject(new TypeError("fetch failed", { cause }));
	};

	test("ends the run after one product of a long list, with host and cause; the rest is bought when it answers", async () => {
		await service.product(...barcodes.map((barcode) => ({ barcode, info: { brand: "Many" } })));
		for (const barcode of barcodes.slice(0, 2)) await service.picture(barcode, "front", { seed: 9 });
		const client = await newClient();
		const out = emptyFolder();
		const { running } = pulled(service, client, out, { list: barcodes, fetch: unreachable });
		await expect(running).rejects.toThrow(
			`${service.origin}, where the service offers them, does not answer (ECONNREFUSED)`,
		);
		expect(await spent(client)).toBe(4000);
		await expect(
			pulled(service, client, out, { list: barcodes, fetch: unreachable }).running,
		).rejects.toThrow("Nothing more was bought");
		expect(await spent(client)).toBe(4000);
		await pulled(service, client, out, { list: barcodes }).running;
		expect(await spent(client)).toBe(31_000);
	});
});

describe("an order recorded in the folder", () => {
	const state = (out: string) => join(out, ".packshot-pull");
	const at = (epochMs: number) => {
		vi.useFakeTimers({ toFake: ["Date"], now: epochMs });
		onTestFinished(() => void vi.useRealTimers());
	};

	test("is reported and offered again if it expired before everything was fetched", async () => {
		const client = await newClient();
		const out = emptyFolder();
		await pulled(service, client, out, { list: LIST }).running;
		rmSync(pictureIn(out, WHOLE, "front"));
		service.clock.advance(31 * DAY_MS);
		const { said, running } = pulled(service, client, out, { list: LIST });
		expect((await running).orders).toMatchObject([{ expired: true }, { credits: 0.25, expired: false }]);
		expect(said.join("\n")).toMatch(
			/^ord_\w+, bought on 2027-\d\d-\d\d, expired before all of it was fetched/m,
		);
		expect(said).toContain("To buy: 1 product for 0.25 credits. Balance: 8.65 credits.");
		expect(await spent(client)).toBe(ALL_OF_IT + 2500);
	});

	test("is not bought again if it expired after everything was fetched", async () => {
		const client = await newClient();
		const out = emptyFolder();
		await pulled(service, client, out, { list: LIST }).running;
		service.clock.advance(31 * DAY_MS);
		await pulled(service, client, out, { list: LIST }).running;
		expect(await spent(client)).toBe(ALL_OF_IT);
	});

	test("is looked up after a day if its response was lost, and given up if it was not placed", async () => {
		const client = await newClient();
		const out = emptyFolder();
		await pulled(service, client, out, { list: LIST }).running;
		rmSync(join(state(out), "order-0001.made.json"));
		at(Date.now() + 2 * DAY_MS);
		await pulled(service, client, out, { list: LIST }).running;
		expect(await spent(client)).toBe(ALL_OF_IT);
		// The order was not only placed but has also expired.
		rmSync(join(state(out), "order-0001.made.json"));
		rmSync(join(state(out), "order-0001.products.ndjson"));
		service.clock.advance(31 * DAY_MS);
		const { said, running } = pulled(service, client, out, { list: LIST });
		await running;
		expect(said.join("\n")).toContain("the order was not placed, or has expired");
		expect(await spent(client)).toBe(2 * ALL_OF_IT);
	});

	test("is not completed above --max-credits if it may have been placed", async () => {
		const client = await newClient();
		const out = emptyFolder();
		await pulled(service, client, out, { list: LIST }).running;
		rmSync(join(state(out), "order-0001.made.json"));
		await expect(pulled(service, client, out, { list: LIST, maxCredits: 1 }).running).rejects.toThrow(
			"more than --max-credits 1",
		);
		expect((await pulled(service, client, out, { list: LIST, maxCredits: 1.35 }).running).credits).toBe(1.35);
		expect(await spent(client)).toBe(ALL_OF_IT);
	});

	test("is reported if its file is damaged, and nothing is bought", async () => {
		const client = await newClient();
		const out = emptyFolder();
		await pulled(service, client, out, { list: [PLAIN] }).running;
		writeFileSync(join(state(out), "order-0001.made.json"), "{");
		await expect(pulled(service, client, out, { list: LIST }).running).rejects.toThrow(
			/order-0001\.made\.json is damaged/,
		);
		expect(await spent(client)).toBe(1000);
	});

	test("fetches an interrupted picture from another URL, free, and leaves out a removed one", async () => {
		const barcode = "50000000001";
		await service.product({ barcode, info: { brand: "Brittle" } });
		await service.picture(barcode, "front", { seed: 7 });
		await service.picture(barcode, "back", { seed: 8 });
		const client = await newClient();
		const out = emptyFolder();
		let pictures = 0;
		const fetch: Fetch = async (url, init) => {
			const answer = await globalThis.fetch(url, init);
			if (!/\/image\//.test(url) || ++pictures > 1) return answer;
			const removal = {
				barcode,
				variant: "back",
				uploadOffsetMinutes: 0,
			} as const;
			await service.installation.db.write(remove, removal);
			await answer.arrayBuffer();
			throw new TypeError("terminated");
		};
		const report = await pulled(service, client, out, { list: [barcode], fetch, atOnce: 1 }).running;
		expect(report.pictures).toBe(1);
		expect(Object.keys(filesIn(out))[0]).toBe(`${barcode}_front.jpg`);
		const paid = await spent(client);
		expect(paid).toBe(report.credits * 10_000);
		await pulled(service, client, out, { list: [barcode] }).running;
		expect(await spent(client)).toBe(paid);
	});
});
