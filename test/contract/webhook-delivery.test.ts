import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { alerting } from "../../src/alerts/alerting.fixture.ts";
import { type AddressRange, parseRange } from "../../src/platform/http/client-address.ts";
import { startWebhooks } from "../../src/webhooks/send/start.ts";
import { backUp, placeKinds, restoreInto } from "../support/backups.ts";
import { unmovedClock } from "../support/clock.ts";
import { freePort } from "../support/free-port.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";

/** A message as an endpoint receives it. */
interface Received {
	readonly headers: IncomingHttpHeaders;
	readonly body: string;
	readonly atMs: number;
}

async function startReceiver() {
	const received: Received[] = [];
	const server = createServer(async (request, response) => {
		let body = "";
		for await (const chunk of request) body += chunk;
		received.push({ headers: request.headers, body, atMs: performance.now() });
		response.writeHead(204).end();
	});
	// A port that was another receiver's is still sent to by whoever retries.
	const port = await freePort();
	await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
	return { received, url: `http://127.0.0.1:${port}/in`, close: () => server.close() };
}

const ON = { PACKSHOT_WEBHOOKS: "on", PACKSHOT_WEBHOOK_ALLOW: "127.0.0.0/8" };

const loopback = [parseRange("127.0.0.0/8") as AddressRange];
const faults: unknown[] = [];

/** Starts the webhook sender of a service, as `packshot serve` does. */
function sendFor({ installation }: TestService): () => Promise<void> {
	return startWebhooks({
		...installation,
		rules: { allow: loopback },
		log: {
			switchedOff: () => undefined,
			fault: (fault) => faults.push(fault),
		},
	});
}

describe("a running service", () => {
	let packshot: TestService;
	let stop: () => Promise<void>;
	let receiver: Awaited<ReturnType<typeof startReceiver>>;
	let client: TestClient;
	let webhook: Webhook;
	beforeAll(async () => {
		packshot = await startService({ settings: ON, clock: unmovedClock() });
		stop = sendFor(packshot);
	});
	afterAll(async () => {
		await stop();
		await packshot.close();
		expect(faults).toEqual([]);
	});
	beforeEach(async () => {
		receiver = await startReceiver();
		client = await packshot.client();
		const { body } = await packshot.call("/webhook", { method: "PUT", json: { url: receiver.url }, client });
		webhook = new Webhook(body.secret);
	});
	afterEach(() => receiver.close());

	const arrivals = (count: number) =>
		expect.poll(() => receiver.received.length, { interval: 20 }).toBe(count);
	const verified = ({ headers, body }: Received) =>
		webhook.verify(body, headers as Record<string, string>) as { type: string; data: Record<string, string> };

	test("reports an alert within 2 seconds after it became visible, signed", async () => {
		const json = { url: receiver.url, events: ["kosher.alert"] };
		const { body } = await packshot.call("/webhook", { method: "PUT", json, client });
		webhook = new Webhook(body.secret);
		await packshot.product({ barcode: "4012", hechshers: [{ symbol: "OU" }] });
		const alerts = alerting(() => packshot.installation);
		const tookMs: number[] = [];
		let alertId = "";
		while (tookMs.length < 20 && !tookMs.some((ms) => ms < 2000)) {
			alertId = await alerts.publish(["4012"]);
			const visibleMs = performance.now();
			await arrivals(tookMs.length + 1);
			tookMs.push(receiver.received[tookMs.length]!.atMs - visibleMs);
		}
		expect(Math.min(...tookMs)).toBeLessThan(2000);
		expect(verified(receiver.received.at(-1)!)).toMatchObject({
			type: "kosher.alert",
			timestamp: expect.stringMatching(/Z$/),
			data: { alert_id: alertId, kind: "withdrawn", changed_at: expect.stringMatching(/Z$/) },
		});
	});

	test("reports a change within 2 seconds of its commit, signed, with cursors that lead to it", async () => {
		const tookMs: number[] = [];
		// On a busy machine, the fastest delivery shows what the service can do.
		while (tookMs.length < 20 && !tookMs.some((ms) => ms < 2000)) {
			await packshot.product({ barcode: "4011", info: { brand: `A${tookMs.length}` } });
			const committedMs = performance.now();
			await arrivals(tookMs.length + 1);
			tookMs.push(receiver.received[tookMs.length]!.atMs - committedMs);
		}
		expect(Math.min(...tookMs)).toBeLessThan(2000);
		const { type, data } = verified(receiver.received[0]!);
		expect(type).toBe("products.changed");
		expect(Object.keys(data)).toEqual(["cursor", "next_cursor"]);
		const changesFrom = async (cursor = "") =>
			(await packshot.call(`/changes?cursor=${cursor}`, { client })).body.data;
		const last = verified(receiver.received.at(-1)!).data;
		expect(await changesFrom(last.cursor)).toMatchObject([{ barcode: "4011", changed: ["info"] }]);
		expect(await changesFrom(last.next_cursor)).toEqual([]);
		const { body } = await packshot.call("/webhook", { client });
		expect(body.last_failure).toBeNull();
		await expect
			.poll(async () => (await packshot.call("/webhook", { client })).body.last_success_at)
			.toMatch(/Z$/);
	});

	test("reports the next change in another message, a second later at the earliest", async () => {
		await packshot.product({ barcode: "4011", info: { brand: "B" } });
		await arrivals(1);
		await packshot.product({ barcode: "4012", info: { brand: "B" } });
		await arrivals(2);
		const [first, second] = receiver.received as [Received, Received];
		expect(second.atMs - first.atMs).toBeGreaterThan(900);
		expect(verified(second).data.cursor).not.toBe(verified(first).data.cursor);
	});

	test("sends a test message on request", async () => {
		expect((await packshot.call("/webhook/test", { method: "POST", client })).status).toBe(202);
		await arrivals(1);
		expect(verified(receiver.received[0]!).type).toBe("products.changed");
	});

	test("sends nothing during maintenance", async () => {
		await packshot.alter("insert into service_state (name, value) values ('maintenance', 'Back at noon.')");
		await new Promise((resolve) => setTimeout(resolve, 1500));
		await packshot.product({ barcode: "4013", info: { brand: "B" } });
		await new Promise((resolve) => setTimeout(resolve, 1500));
		expect(receiver.received).toEqual([]);
		await packshot.alter("delete from service_state where name = 'maintenance'");
		await arrivals(1);
	});

	test("shows an endpoint that is down in last_failure, with reason connection_failed", async () => {
		receiver.close();
		await packshot.product({ barcode: "4014", info: { brand: "B" } });
		await expect
			.poll(async () => (await packshot.call("/webhook", { client })).body)
			.toMatchObject({ active: true, last_failure: { reason: "connection_failed" } });
	});
});

describe.each(placeKinds)("on $name", ({ make }) => {
	test("a restore switches every webhook off", async () => {
		const [before, after] = [await make(), await make()];
		const folder = mkdtempSync(join(tmpdir(), "packshot-restored-"));
		onTestFinished(async () => {
			await before.remove();
			await after.remove();
			rmSync(folder, { recursive: true });
		});
		const old = await startService({ folder: before.folder, settings: { ...before.settings, ...ON } });
		const client = await old.client();
		await old.call("/webhook", { method: "PUT", json: { url: "http://127.0.0.1:1/" }, client });
		await old.close();
		const file = join(folder, "backup.tar");
		await backUp(before, file);
		await restoreInto(after, file);
		const restored = await startService({ folder: after.folder, settings: { ...after.settings, ...ON } });
		onTestFinished(() => restored.close());
		const token = await client.token();
		const { body } = await restored.call("/webhook", { token });
		expect(body).toMatchObject({
			url: "http://127.0.0.1:1/",
			active: false,
			last_failure: { reason: "restored" },
		});
		const json = { url: "http://127.0.0.1:2/" };
		expect((await restored.call("/webhook", { method: "PUT", json, token })).body.active).toBe(true);
	});
});
