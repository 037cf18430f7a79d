import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openArchive } from "../../src/orders/archive/archive-lease.ts";
import { MINUTE_MS } from "../../src/platform/time/durations.ts";
import { expectError } from "../support/answers.ts";
import { newBarcode } from "../support/products.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";

/** A client fetches one archive at a time: what holds the slot, and for how long. */

const PLAIN = "4011";

let packshot: TestService;
beforeAll(async () => {
	packshot = await startService();
	await packshot.product({ barcode: PLAIN, info: { brand: "Golden Sheaf" } });
});
afterAll(() => packshot.close());
// Each test gets a fresh minute, so that no test runs into limits used up by another.
beforeEach(() => packshot.clock.advance(MINUTE_MS));

/** A client that has bought products, and the URL of their archive. */
async function issued(...barcodes: string[]): Promise<{ client: TestClient; url: string }> {
	const client = await packshot.client({}, "100");
	const items = barcodes.map((barcode) => ({ barcode }));
	const { body } = await packshot.call("/orders", { client, json: { items } });
	const { headers } = await packshot.call(`/orders/${body.order_id}/archive`, { client });
	return { client, url: headers.get("location") ?? "" };
}

function openArchiveOf({ clientId }: TestClient) {
	const open = packshot.installation.db.read.selectFrom("open_archive").selectAll();
	return open.where("client_id", "=", clientId).executeTakeFirst();
}

const hold = (client: TestClient, untilMs: number) =>
	packshot.alter(`insert into open_archive values ('${client.clientId}', 'another', ${untilMs})`);

test("429 while another is open, and the URL stays usable", async () => {
	const { client, url } = await issued(PLAIN);
	await hold(client, packshot.clock.now() + 10_000);
	const refused = await packshot.call(url);
	expectError(refused, "rate_limited");
	expect((await packshot.call(url, { method: "HEAD" })).status).toBe(429);
	expect((await packshot.call((await issued(PLAIN)).url)).status).toBe(200);
	await packshot.alter(`delete from open_archive where client_id = '${client.clientId}'`);
	expect((await packshot.call(url)).status).toBe(200);
});

test("an archive that a killed process left open blocks for as long as Retry-After says, at most 30 seconds", async () => {
	const { client, url } = await issued(PLAIN);
	const left = { clientId: client.clientId, leaseId: "of a killed process" };
	const time = { urlExpiresAtMs: packshot.clock.now() + 15 * MINUTE_MS };
	const opened = await packshot.installation.db.write(openArchive, { ...left, ...time });
	expect(opened).toEqual({ kind: "opened" });
	packshot.clock.advance(500);
	for (const method of ["HEAD", "GET"]) {
		const { status, headers } = await packshot.call(url, { method });
		expect([status, headers.get("retry-after")]).toEqual([429, "20"]);
	}
	packshot.clock.advance(20_000);
	expect((await packshot.call(url)).status).toBe(200);
});

test("one left open before the clock was set back does not block", async () => {
	const { client, url } = await issued(PLAIN);
	await hold(client, packshot.clock.now() + 60 * MINUTE_MS);
	expect((await packshot.call(url)).status).toBe(200);
});

test("an archive that is read slowly stays open", async () => {
	// More than the buffers between the two take in.
	const many = Array.from({ length: 40 }, newBarcode);
	for (const barcode of many) {
		await packshot.product({ barcode });
		await packshot.picture(barcode, "front", { seed: 9, sidePx: 1200 });
	}
	const { client, url } = await issued(...many);
	const reading = get(url);
	const [answer] = (await once(reading, "response")) as [IncomingMessage];
	packshot.clock.advance(15_000);
	const end = packshot.clock.now() + 20_000;
	await expect.poll(async () => Number((await openArchiveOf(client))?.expires_at)).toBe(end);
	answer.destroy();
	await expect.poll(() => openArchiveOf(client)).toBeUndefined();
});
