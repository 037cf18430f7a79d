import { rmSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DAY_MS } from "../../src/platform/time/durations.ts";
import { items, order, PLAIN, WHOLE } from "../support/orders.ts";
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
const part = (scopes: readonly "info"[], variants: readonly "front"[]) => ({
	scopes: new Set(scopes),
	variants: new Set(variants),
});

describe("what live orders of the key hold", () => {
	test("is fetched into any folder, free, with the same files", async () => {
		const client = await newClient();
		const [first, second] = [emptyFolder(), emptyFolder()];
		await pulled(service, client, first, { list: LIST }).running;
		const { said, running } = pulled(service, client, second, { list: LIST });
		expect((await running).credits).toBe(0);
		expect(said).toContain("3 products in 1 order of this key from elsewhere: not bought again.");
		expect(filesIn(second)).toEqual(filesIn(first));
		await pulled(service, client, second, { list: LIST }).running;
		expect(await spent(client)).toBe(ALL_OF_IT);
	});

	test("is put together from several orders, and only the rest is bought", async () => {
		const client = await newClient();
		const first = emptyFolder();
		await pulled(service, client, first, { list: LIST, wanted: part(["info"], []) }).running;
		await pulled(service, client, first, { list: [WHOLE], wanted: part([], ["front"]) }).running;
		const before = await spent(client);
		const { running } = pulled(service, client, emptyFolder(), { list: LIST });
		await running;
		expect([before < ALL_OF_IT, await spent(client)]).toEqual([true, ALL_OF_IT]);
	});

	test("includes what was ordered without this command, but no pictures in another size", async () => {
		const client = await newClient();
		await order(service, client, { items: items(WHOLE), include: ["info", "images"], size: "500" });
		const before = await spent(client);
		const out = emptyFolder();
		await pulled(service, client, out, { list: [WHOLE], wanted: part(["info"], ["front"]) }).running;
		// The picture in full size, 0.25 credits.
		expect(await spent(client)).toBe(before + 2500);
	});

	test("brings nothing into the folder that was not asked for", async () => {
		const client = await newClient();
		await pulled(service, client, emptyFolder(), { list: LIST }).running;
		const out = emptyFolder();
		await pulled(service, client, out, { list: [WHOLE], wanted: part([], ["front"]) }).running;
		expect(Object.keys(filesIn(out))).toEqual([
			`${WHOLE}_front.jpg`,
			"alerts.ndjson",
			"products.csv",
			"products.ndjson",
		]);
		expect(Buffer.from(filesIn(out)["products.ndjson"] ?? "", "base64").toString()).toBe(
			`${JSON.stringify({ barcode: WHOLE })}\n`,
		);
	});

	test("is offered again when the order has expired before all of it was fetched", async () => {
		const client = await newClient();
		await pulled(service, client, emptyFolder(), { list: LIST }).running;
		const out = emptyFolder();
		await pulled(service, client, out, { list: LIST }).running;
		rmSync(pictureIn(out, WHOLE, "front"));
		service.clock.advance(31 * DAY_MS);
		const { said, running } = pulled(service, client, out, { list: LIST });
		await running;
		expect(said).toContain("To buy: 1 product for 0.25 credits. Balance: 8.65 credits.");
	});

	test("of another key is bought", async () => {
		await pulled(service, await newClient(), emptyFolder(), { list: [PLAIN] }).running;
		const other = await newClient();
		await pulled(service, other, emptyFolder(), { list: [PLAIN] }).running;
		expect(await spent(other)).toBe(1000);
	});
});
