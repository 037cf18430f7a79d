import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testClock } from "../support/clock.ts";
import { expectPaid, noPayments, type Payments, payBlindly, payOnce } from "../support/paying.ts";
import {
	type ReplicatedPostgres,
	replicationPrograms,
	startReplicatedPostgres,
} from "../support/replicated-postgres.ts";
import { sharedDatabase, startService, type TestClient, type TestService } from "../support/service.ts";

/** A primary is killed under load and its synchronous standby takes over, as described in docs/postgresql.md. */

const programs = replicationPrograms();
if (!programs) console.info("PostgreSQL is not installed with pg_basebackup: no failover is tested");

const LONG_MS = 600_000;

describe.skipIf(!programs)("a failover to a synchronous standby", () => {
	let folder: string;
	let servers: ReplicatedPostgres;
	let nodes: TestService[];
	let client: TestClient;
	let blind: TestClient;
	beforeAll(async () => {
		if (!programs) return;
		folder = mkdtempSync(join(tmpdir(), "packshot-failover-"));
		servers = await startReplicatedPostgres(programs);
		const clock = testClock(Date.now());
		const start = () => startService({ folder, clock, settings: sharedDatabase(servers.url) });
		nodes = [await start(), await start()];
		const unlimited = { requestsPerMinute: 1_000_000, requestsPerDay: 10_000_000 };
		client = await (nodes[0] as TestService).client(unlimited, "10000");
		blind = await (nodes[0] as TestService).client(unlimited, "10000");
	});
	afterAll(async () => {
		for (const node of nodes ?? []) await node.close();
		await servers?.remove();
		rmSync(folder, { recursive: true, force: true });
	});

	test("loses no answered charge and makes none twice; 503 with Retry-After until the standby takes writes", async () => {
		const [token, blindToken] = await Promise.all([client.token(), blind.token()]);
		const [payments, blindly] = [noPayments(), noPayments()];
		let isOver = false;
		const anyNode = () => `${nodes[Math.floor(Math.random() * nodes.length)]?.origin}/api/v1`;
		const calling = Array.from({ length: 8 }, async () => {
			while (!isOver) {
				await payOnce(anyNode, token, payments, Number.POSITIVE_INFINITY);
				await payBlindly(anyNode, blindToken, blindly);
			}
		});
		const answered = (count: number) =>
			expect.poll(() => enough([payments, blindly], "acknowledged", count), { timeout: LONG_MS }).toBe(true);

		await answered(30);
		await servers.killPrimary();
		await expect.poll(() => payments.refused + blindly.refused, { timeout: LONG_MS }).toBeGreaterThan(20);
		const before = Math.max(payments.acknowledged.length, blindly.acknowledged.length);
		servers.promote();
		await answered(before + 30);
		isOver = true;
		await Promise.all(calling);

		for (const node of nodes) {
			await expectPaid(node, client, payments);
			await expectPaid(node, blind, blindly);
		}
		const ledger = await (nodes[0] as TestService).ledger(client);
		expect(ledger.filter(({ kind }) => kind === "charge")).toHaveLength(payments.acknowledged.length);
	});

	test("moves both nodes to the standby, and a node started afterwards finds it", async () => {
		const clock = testClock(Date.now());
		const late = await startService({ folder, clock, settings: sharedDatabase(servers.url) });
		for (const node of [...nodes, late]) expect((await node.call("/health")).status).toBe(200);
		await late.close();
		const watcher = new Client(servers.standbyUrl);
		await watcher.connect();
		const { rows } = await watcher.query("select pg_is_in_recovery() as is_standby");
		await watcher.end();
		expect(rows).toEqual([{ is_standby: false }]);
	});
});

function enough(all: readonly Payments[], what: "acknowledged", count: number): boolean {
	return all.every((payments) => payments[what].length >= count);
}
