import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifiedBalance } from "../support/ledger.ts";
import { hammer, startTwoNodes, type TwoNodes } from "../support/nodes.ts";
import { type PostgresServer, postgresPrograms, startPostgres } from "../support/postgres-server.ts";
import type { TestClient } from "../support/service.ts";

/** A database server that is stopped for ten seconds under load, and started again. */

const OUTAGE_MS = 10_000;
const programs = postgresPrograms();
if (!programs) console.info("PostgreSQL is not installed: no outage is tested");

describe.skipIf(!programs)("a database that is stopped for ten seconds under load", () => {
	let server: PostgresServer;
	let two: TwoNodes;
	let client: TestClient;
	beforeAll(async () => {
		server = await startPostgres(programs ?? "");
		two = await startTwoNodes({ server: server.url });
		const [here] = two.nodes;
		client = await here.client({ requestsPerMinute: 1_000_000, requestsPerDay: 10_000_000 }, "1000");
		await here.product({ barcode: "4011" });
		await client.token();
	});
	afterAll(async () => {
		await two.close();
		await server.remove();
	});

	test("answers 503 with Retry-After meanwhile and 200 afterwards; what was charged is what was answered", async () => {
		const token = await client.token();
		const until = Date.now() + OUTAGE_MS + 8000;
		const seen = { paid: 0, refused: 0, other: 0, slowestMs: 0 };
		let outage = false;
		const stopping = (async () => {
			await sleep(2000);
			await server.stop();
			outage = true;
			await sleep(OUTAGE_MS);
			outage = false;
			await server.start();
		})();
		await hammer(two, 20, async (node) => {
			while (Date.now() < until) {
				const startedMs = performance.now();
				const whole = outage;
				const answer = await node.call("/products/4011", { method: "HEAD", token });
				if (whole && outage) seen.slowestMs = Math.max(seen.slowestMs, performance.now() - startedMs);
				if (answer.status === 200) seen.paid++;
				else if (answer.status === 503 && Number(answer.headers.get("retry-after")) >= 1) seen.refused++;
				else seen.other++;
				if (answer.status !== 200) await sleep(50);
			}
		});
		await stopping;
		expect(seen.other).toBe(0);
		expect(seen.refused).toBeGreaterThan(100);
		expect(seen.slowestMs).toBeLessThan(2000);
		for (const node of two.nodes) {
			expect((await node.call("/products/4011", { method: "HEAD", token })).status).toBe(200);
		}
		const ledger = await two.nodes[0].ledger(client);
		expect(ledger.filter(({ kind }) => kind === "charge")).toHaveLength(seen.paid + 2);
		expect(verifiedBalance(ledger)).toBe(await two.nodes[1].balance(client));
	});

	test("no connection leaked", async () => {
		const watcher = new Client(server.url);
		await watcher.connect();
		const { rows } = await watcher.query(
			"select count(*)::int as open from pg_stat_activity where application_name = 'packshot'",
		);
		await watcher.end();
		expect(rows[0].open).toBeLessThanOrEqual(16);
	});
});
