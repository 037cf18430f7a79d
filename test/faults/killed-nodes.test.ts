import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BuiltServer, startBuiltServer } from "../support/built-server.ts";
import { testClock } from "../support/clock.ts";
import { verifiedBalance } from "../support/ledger.ts";
import { openSchema, postgresUrl, type TestSchema } from "../support/schemas.ts";
import { sharedDatabase, startService, type TestClient, type TestService } from "../support/service.ts";

/** Real processes on one database that are killed, one every second, while clients retry with idempotency keys. */

const SECONDS = 120;
const CALLERS = 12;
if (!postgresUrl) console.info("PostgreSQL is not installed: no node is killed");

describe.skipIf(!postgresUrl)("nodes that are killed every second under load", () => {
	let folder: string;
	let schema: TestSchema;
	let environment: Record<string, string>;
	let keeper: TestService;
	let client: TestClient;
	let nodes: BuiltServer[];
	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), "packshot-killed-"));
		schema = await openSchema(folder);
		environment = { ...sharedDatabase(schema.url), PACKSHOT_DATA: folder, PACKSHOT_LOG_LEVEL: "silent" };
		keeper = await startService({ folder, clock: testClock(Date.now()), settings: environment });
		client = await keeper.client({ requestsPerMinute: 1_000_000, requestsPerDay: 10_000_000 }, "10000");
		nodes = await Promise.all([startBuiltServer(environment), startBuiltServer(environment)]);
	});
	afterAll(async () => {
		for (const node of nodes) node.process.kill("SIGKILL");
		await keeper.close();
		rmSync(folder, { recursive: true, force: true });
		await schema.drop();
	});

	test("every acknowledged charge is in the ledger, none twice, and the balance is its sum", async () => {
		const token = await client.token();
		const until = Date.now() + SECONDS * 1000;
		const acknowledged: string[] = [];
		const wrong: number[] = [];
		const killing = killInTurn(nodes, environment, until);
		const calling = Array.from({ length: CALLERS }, async () => {
			while (Date.now() < until) acknowledged.push(await untilPaid(nodes, token, wrong));
		});
		await Promise.all([...calling, killing]);

		expect(wrong).toEqual([]);
		expect(acknowledged.length).toBeGreaterThan(100);
		const ledger = await keeper.ledger(client);
		const charged = ledger.filter(({ kind }) => kind === "charge").map((row) => row.request_id);
		expect(charged.sort()).toEqual(acknowledged.sort());
		expect(new Set(charged).size).toBe(charged.length);
		expect(verifiedBalance(ledger)).toBe(await keeper.balance(client));
	});
});

/** Kills one node every second, as a machine that loses its power does, and puts another in its place. */
async function killInTurn(
	nodes: BuiltServer[],
	environment: Record<string, string>,
	until: number,
): Promise<void> {
	for (let turn = 0; Date.now() < until; turn++) {
		await sleep(1000);
		const place = turn % nodes.length;
		const victim = nodes[place] as BuiltServer;
		const gone = once(victim.process, "exit");
		victim.process.kill("SIGKILL");
		await gone;
		nodes[place] = await startBuiltServer(environment);
	}
}

/** Repeats one bulk check under one key on any node until it is answered. @returns the id it was charged under. */
async function untilPaid(nodes: readonly BuiltServer[], token: string, wrong: number[]): Promise<string> {
	const headers = {
		authorization: `Bearer ${token}`,
		"content-type": "application/json",
		"idempotency-key": randomUUID(),
	};
	for (let attempt = 0; ; attempt++) {
		const node = nodes[Math.floor(Math.random() * nodes.length)] as BuiltServer;
		const body = JSON.stringify({ barcodes: ["4011", "4012"] });
		const answer = await fetch(`${node.url}/products/bulk-check`, { method: "POST", headers, body }).then(
			async (response) => ({ status: response.status, body: (await response.json()) as Charged }),
			() => undefined,
		);
		if (answer?.status === 200) return answer.body.meta.request_id;
		if (answer && answer.status < 500) wrong.push(answer.status);
		if (attempt > 1000) throw new Error("nobody answers");
		await sleep(20);
	}
}

interface Charged {
	readonly meta: { readonly request_id: string };
}
