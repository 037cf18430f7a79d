import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifiedBalance } from "../support/ledger.ts";
import { hammer, startTwoNodes, type TwoNodes } from "../support/nodes.ts";
import { type PostgresServer, postgresPrograms, startPostgres } from "../support/postgres-server.ts";
import type { TestClient } from "../support/service.ts";

/** A database server that is stopped under load for ten seconds and started again. */

const OUTAGE_MS = 10_000;
const programs = postgresPrograms();
if (!programs) console.info("PostgreSQL is not installed: no outage is tested");

describe.skipIf(!programs)("a ten-second database outage under load", () => {
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

	test("causes 503 with Retry-After, then 200 again; exactly the requests answered with 200 are charged", async () => {
		const token = await client.token();
		const seen = { paid: 0, refused: 0, other: 0, slowestMs: 0, slowestElsewhereMs: 0 };
		const during = { outage: false, test: true };
		await Promise.all([
			breakAndMend(server, seen, during),
			askElsewhere(two, seen, during),
			hammer(two, 20, async (node) => {
				while (during.test) {
					const startedMs = performance.now();
					const whole = during.outage;
					const answer = await node.call("/products/4011", { method: "HEAD", token });
					const ms = performance.now() - startedMs;
					if (whole && during.outage) seen.slowestMs = Math.max(seen.slowestMs, ms);
					if (answer.status === 200) seen.paid++;
					else if (answer.status === 503 && Number(answer.headers.get("retry-after")) >= 1) seen.refused++;
					else seen.other++;
					if (answer.status !== 200) await sleep(50);
				}
			}),
		]);
		expect(seen.other).toBe(0);
		// What a busy machine adds to answers without the database is not due to the outage; answers that need the database wait for it several times.
		expect(seen.slowestMs).toBeLessThan(2000 + 4 * seen.slowestElsewhereMs);
		for (const node of two.nodes) {
			expect((await node.call("/products/4011", { method: "HEAD", token })).status).toBe(200);
		}
		const ledger = await two.nodes[0].ledger(client);
		expect(ledger.filter(({ kind }) => kind === "charge")).toHaveLength(seen.paid + 2);
		expect(verifiedBalance(ledger)).toBe(await two.nodes[1].balance(client));
	});

	test("leaks no connections", async () => {
		const watcher = new Client(server.url);
		await watcher.connect();
		const { rows } = await watcher.query(
			"select count(*)::int as open from pg_stat_activity where application_name like 'packshot %'",
		);
		await watcher.end();
		expect(rows[0].open).toBeLessThanOrEqual(16);
	});
});

interface Seen {
	paid: number;
	refused: number;
	slowestElsewhereMs: number;
}

interface During {
	outage: boolean;
	test: boolean;
}

/** Stops the server after enough payments; restarts it after the outage has lasted long enough and caused enough refusals. */
async function breakAndMend(server: PostgresServer, seen: Seen, during: During): Promise<void> {
	try {
		await expect.poll(() => seen.paid).toBeGreaterThan(20);
		await server.stop();
		during.outage = true;
		await sleep(OUTAGE_MS);
		await expect.poll(() => seen.refused).toBeGreaterThan(100);
		during.outage = false;
		await server.start();
		const before = seen.paid;
		await expect.poll(() => seen.paid - before).toBeGreaterThan(100);
	} finally {
		during.test = false;
	}
}

/** Keeps requesting what needs no database. */
async function askElsewhere({ nodes }: TwoNodes, seen: Seen, during: During): Promise<void> {
	while (during.test) {
		const startedMs = performance.now();
		await fetch(`${nodes[0].origin}/openapi.json`, { method: "HEAD" });
		seen.slowestElsewhereMs = Math.max(seen.slowestElsewhereMs, performance.now() - startedMs);
		await sleep(50);
	}
}
