import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { balanceOf } from "../../src/billing/balances/balance.ts";
import { type BuiltServer, startBuiltServer } from "../support/built-server.ts";
import { testClock } from "../support/clock.ts";
import { expectNothingLost, moveAndKill } from "../support/moved-clients.ts";
import { expectPaid, noPayments, payBlindly, payOnce } from "../support/paying.ts";
import { openSchema, postgresUrl, type TestSchema } from "../support/schemas.ts";
import { sharedDatabase, startService, type TestClient, type TestService } from "../support/service.ts";
import { repetitions } from "../support/thoroughness.ts";

/** Real processes on one database are killed one after the other while some clients retry with idempotency keys and others call without. */

const KILLS = repetitions({ gate: 4, long: 100 });
/** Charges per client between two kills, however long they take. */
const CHARGES = 10;
const CALLERS = 12;
const BLIND_CALLERS = 6;
if (!postgresUrl) console.info("PostgreSQL is not installed: no node is killed");

describe.skipIf(!postgresUrl)("nodes that are killed again and again under load", () => {
	let folder: string;
	let schema: TestSchema;
	let environment: Record<string, string>;
	let keeper: TestService;
	let client: TestClient;
	let blind: TestClient;
	let nodes: BuiltServer[];
	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), "packshot-killed-"));
		schema = await openSchema(folder);
		environment = { ...sharedDatabase(schema.url), PACKSHOT_DATA: folder, PACKSHOT_LOG_LEVEL: "silent" };
		keeper = await startService({ folder, clock: testClock(Date.now()), settings: environment });
		client = await keeper.client({ requestsPerMinute: 1_000_000, requestsPerDay: 10_000_000 }, "10000");
		blind = await keeper.client({ requestsPerMinute: 1_000_000, requestsPerDay: 10_000_000 }, "10000");
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
		const payments = noPayments();
		let killing = true;
		const anyNode = () => nodes[Math.floor(Math.random() * nodes.length)]?.url ?? "";
		const calling = Array.from({ length: CALLERS }, async () => {
			while (killing) await payOnce(anyNode, token, payments, Number.POSITIVE_INFINITY);
		});
		const seenBlindly = noPayments();
		const blindToken = await blind.token();
		const callingBlindly = Array.from({ length: BLIND_CALLERS }, async () => {
			while (killing) await payBlindly(anyNode, blindToken, seenBlindly);
		});
		for (let kill = 0; kill < KILLS; kill++) {
			const [paid, paidBlindly] = [payments.acknowledged.length, seenBlindly.acknowledged.length];
			const isEnough = () =>
				Math.min(payments.acknowledged.length - paid, seenBlindly.acknowledged.length - paidBlindly) >=
				CHARGES;
			await expect.poll(isEnough, { interval: 20 }).toBe(true);
			await killAndReplace(nodes, kill % nodes.length, environment);
		}
		killing = false;
		await Promise.all([...calling, ...callingBlindly]);

		await expectPaid(keeper, client, payments);
		const ledger = await keeper.ledger(client);
		expect(ledger.filter(({ kind }) => kind === "charge")).toHaveLength(payments.acknowledged.length);

		// Charges without a key take a single statement and are not retried: one may have been made whose answer was lost with its node.
		await expectPaid(keeper, blind, seenBlindly);
	});

	test("a client that joins and leaves by commands that are killed loses no credits, and brings none", async () => {
		const [first, second] = [await keeper.client({}, "100"), await keeper.client({}, "100")];
		const { db } = keeper.installation;
		const joined = (await balanceOf(db, first.clientId))?.balance_id ?? "";
		const paid = noPayments();
		const tokens = [await first.token(), await second.token()];
		let moving = true;
		const anyNode = () => nodes[Math.floor(Math.random() * nodes.length)]?.url ?? "";
		const calling = tokens.map(async (token) => {
			while (moving) await payBlindly(anyNode, token, paid);
		});
		for (let round = 0; round < KILLS; round++) {
			const moved = moveAndKill(second, { balanceId: joined, round }, environment);
			await Promise.all([moved, killAndReplace(nodes, round % nodes.length, environment)]);
		}
		moving = false;
		await Promise.all(calling);

		const { acknowledged } = paid;
		await expectNothingLost(keeper, [first, second], { grantedUnits: 2_000_000, acknowledged });
	});
});

/** Kills a node at a random moment of a request, as a power failure would, and starts a replacement. */
async function killAndReplace(
	nodes: BuiltServer[],
	place: number,
	environment: Record<string, string>,
): Promise<void> {
	await sleep(Math.random() * 100);
	const victim = nodes[place] as BuiltServer;
	const gone = once(victim.process, "exit");
	victim.process.kill("SIGKILL");
	await gone;
	nodes[place] = await startBuiltServer(environment);
}
