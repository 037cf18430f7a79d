import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { type BuiltServer, startBuiltServer } from "../support/built-server.ts";
import { unmovedClock } from "../support/clock.ts";
import { openSchema, postgresUrl } from "../support/schemas.ts";
import { sharedDatabase, startService } from "../support/service.ts";
import { repetitions } from "../support/thoroughness.ts";

/** Real processes are killed while sending: another one completes what they began. */

const KILLS = repetitions({ gate: 3, long: 20 });
if (!postgresUrl) console.info("PostgreSQL is not installed: no sender is killed");

interface Received {
	readonly id: string;
	readonly cursor: string;
	readonly next: string;
	readonly body: string;
}

describe.skipIf(!postgresUrl)("two nodes, one of which is killed every two seconds", () => {
	test("report every change in order without gaps, each event with a single body, from one node at a time", async () => {
		const folder = mkdtempSync(join(tmpdir(), "packshot-senders-"));
		const schema = await openSchema(folder);
		const receiver = await startReceiver();
		const environment = {
			...sharedDatabase(schema.url),
			PACKSHOT_DATA: folder,
			PACKSHOT_LOG_LEVEL: "silent",
			PACKSHOT_WEBHOOKS: "on",
			PACKSHOT_WEBHOOK_ALLOW: "127.0.0.0/8",
		};
		const keeper = await startService({ folder, clock: unmovedClock(), settings: environment });
		const nodes = await Promise.all([startBuiltServer(environment), startBuiltServer(environment)]);
		onTestFinished(async () => {
			for (const node of nodes) node.process.kill("SIGKILL");
			receiver.close();
			await keeper.close();
			rmSync(folder, { recursive: true, force: true });
			await schema.drop();
		});
		const client = await keeper.client({ requestsPerMinute: 1_000_000, requestsPerDay: 1_000_000 });
		await keeper.call("/webhook", { method: "PUT", json: { url: receiver.url }, client });
		const start = (await keeper.call("/changes", { client })).body.next_cursor;

		let isOver = false;
		const changing = (async () => {
			for (let count = 0; !isOver; count++) {
				await keeper.product({ barcode: "4011", info: { brand: `brand ${count}` } });
				await sleep(150);
			}
		})();
		for (let kill = 0; kill < KILLS; kill++) await killAndReplace(nodes, kill % 2, environment);
		isOver = true;
		await changing;
		const changes = (await keeper.call(`/changes?limit=1000&cursor=${start}`, { client })).body.data.length;
		const events = () => [...new Map(receiver.received.map((each) => [each.id, each])).values()];
		const told = async () => {
			let count = 0;
			for (const { cursor, next } of events()) count += await entriesBetween(cursor, next);
			return count;
		};
		// Cursors are encoded anew each time, so positions are compared by the number of entries after them.
		const left = async (cursor: string) =>
			(await keeper.call(`/changes?limit=1000&cursor=${cursor}`, { client })).body.data.length;
		const entriesBetween = async (cursor: string, next: string) => (await left(cursor)) - (await left(next));
		await expect.poll(told, { interval: 1000 }).toBe(changes);
		// Each event begins where the previous one ended.
		let end = changes;
		for (const { cursor, next } of events()) {
			expect(await left(cursor)).toBe(end);
			end = await left(next);
		}
		const bodies = new Map<string, Set<string>>();
		for (const { id, body } of receiver.received) bodies.set(id, (bodies.get(id) ?? new Set()).add(body));
		expect([...bodies.values()].map(({ size }) => size)).toEqual([...bodies].map(() => 1));
		expect(receiver.most()).toBe(1);
	});
});

async function killAndReplace(nodes: BuiltServer[], place: number, environment: Record<string, string>) {
	await sleep(2000);
	const victim = nodes[place] as BuiltServer;
	const gone = once(victim.process, "exit");
	victim.process.kill("SIGKILL");
	await gone;
	nodes[place] = await startBuiltServer(environment);
}

/** A slow endpoint, so that kills hit open requests; it counts how many are open at once. */
async function startReceiver() {
	const received: Received[] = [];
	let open = 0;
	let most = 0;
	const server = createServer(async (request, response) => {
		most = Math.max(most, ++open);
		request.socket.once("close", () => open--);
		let body = "";
		for await (const chunk of request) body += chunk;
		await sleep(300);
		const { data } = JSON.parse(body);
		const id = String(request.headers["webhook-id"]);
		received.push({ id, cursor: data.cursor, next: data.next_cursor, body });
		response.writeHead(204).end();
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const { port } = server.address() as AddressInfo;
	return { received, most: () => most, url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
