import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { verifiedBalance } from "../../../../test/support/ledger.ts";
import { openRelay, type Relay } from "../../../../test/support/relay.ts";
import { openMigrated, openSchema, postgresUrl, type TestSchema } from "../../../../test/support/schemas.ts";
import { startSilentServer } from "../../../../test/support/silent-server.ts";
import { clientId } from "../../../api/client-id.ts";
import { readBalance, readLedger } from "../../../billing/balances/balance.ts";
import { grantCredits } from "../../../billing/balances/grant.ts";
import { settle } from "../../../billing/ledger/settle.ts";
import { chargeOf } from "../../../billing/prices/charge.ts";
import { commands } from "../../../commands.ts";
import { migrations } from "../../../migrations/all.ts";
import { requestId } from "../../ids.ts";
import { type Database, StorageUnavailable } from "../database.ts";
import { SchemaTooNew } from "../migrate.ts";
import { openPostgresDatabase } from "./engine.ts";
import { migratePostgres } from "./prepare-schema.ts";

if (!postgresUrl) console.info("PostgreSQL is not installed: its engine is not tested");

const COMMIT = "commit\0";
const SETTLE = "with recursive member";

describe.skipIf(!postgresUrl)("PostgreSQL over an unreliable connection", () => {
	let schema: TestSchema;
	let relay: Relay;
	let db: Database;
	beforeEach(async () => {
		schema = await openMigrated(`relay ${process.pid} ${performance.now()}`);
		relay = await openRelay(schema.url);
		db = openPostgresDatabase({
			url: relay.url,
			connections: 8,
			statementSeconds: 10,
			waitSeconds: 5,
			commands,
		});
	});
	afterEach(async () => {
		await db.close();
		await relay.close();
		await schema.drop();
	});

	const grant = (client: string) =>
		db.write(grantCredits, { clientId: client, units: 5, note: null, requestId: requestId(0), atMs: 0 });

	test("a commit whose response is lost is looked up and reported as committed, once", async () => {
		const client = clientId();
		relay.cutAt(COMMIT, "after");
		expect(await grant(client)).toEqual({ balanceUnits: 5 });
		expect(await readLedger(db, client)).toHaveLength(1);
	});

	test("a commit that never reached the server has no effect and is reported as failed", async () => {
		const client = clientId();
		relay.cutAt(COMMIT, "before");
		await expect(grant(client)).rejects.toThrow(StorageUnavailable);
		expect(await readLedger(db, client)).toEqual([]);
		expect(await grant(client)).toEqual({ balanceUnits: 5 });
	});

	test("the lookup of a commit waits until the server is back and delays no other caller", async () => {
		const [lost, other] = [clientId(), clientId()];
		const cut = relay.cutAt(COMMIT, "after");
		const unknown = grant(lost);
		await cut;
		relay.down(true);
		await expect(grant(other)).rejects.toThrow(StorageUnavailable);
		relay.down(false);
		expect(await unknown).toEqual({ balanceUnits: 5 });
		expect(await grant(other)).toEqual({ balanceUnits: 5 });
	});

	test("without a server all calls fail at once, and work again when it is back; no connection leaks", async () => {
		const client = clientId();
		await grant(client);
		relay.down(true);
		const faults = await Promise.allSettled([
			...Array.from({ length: 50 }, () => grant(client)),
			readBalance(db, client),
			db.scan.selectFrom("ledger").selectAll().execute(),
		]);
		for (const fault of faults)
			expect((fault as PromiseRejectedResult).reason).toBeInstanceOf(StorageUnavailable);
		relay.down(false);
		await Promise.all(Array.from({ length: 50 }, () => grant(client)));
		expect(await readBalance(db, client)).toBe(51 * 5);
		expect(relay.open()).toBeLessThanOrEqual(8);
	});

	const charge = (client: string, priceUnits: number) =>
		db.write(settle, {
			clientId: client,
			requestId: requestId(0),
			atMs: 0,
			method: "HEAD",
			route: "/products/:barcode",
			status: 200,
			address: "192.0.2.1",
			charge: chargeOf([{ action: "products.head", quantity: 1, priceUnits }]),
		});

	test("charges take one message, however many are waiting", async () => {
		const client = clientId();
		await grant(client);
		await charge(client, 1);
		const before = relay.messages();
		await charge(client, 1);
		expect(relay.messages() - before).toBe(1);
		await Promise.all([charge(client, 1), charge(client, 1), charge(client, 0)]);
		expect(relay.messages() - before).toBe(2);
		expect(verifiedBalance(await readLedger(db, client))).toBe(1);
	});

	test("a charge whose response is lost is looked up and reported as charged, once", async () => {
		const client = clientId();
		await grant(client);
		relay.cutAt(SETTLE, "answered");
		const [one, two, free] = await Promise.allSettled([
			charge(client, 1),
			charge(client, 2),
			charge(client, 0),
		]);
		expect(one).toMatchObject({ value: { paid: true, status: 200, debitedUnits: 1, balanceUnits: 4 } });
		expect(two).toMatchObject({ value: { paid: true, debitedUnits: 2, balanceUnits: 2 } });
		expect(free).toMatchObject({ value: { paid: true, debitedUnits: 0, balanceUnits: 2 } });
		expect(verifiedBalance(await readLedger(db, client))).toBe(2);
		expect(await charge(client, 1)).toMatchObject({ paid: true, balanceUnits: 1 });
	});

	test("a charge that never reached the server has no effect and is reported as failed", async () => {
		const client = clientId();
		await grant(client);
		relay.cutAt(SETTLE, "before");
		await expect(charge(client, 1)).rejects.toThrow(StorageUnavailable);
		expect(await charge(client, 1)).toMatchObject({ paid: true, balanceUnits: 4 });
		expect(verifiedBalance(await readLedger(db, client))).toBe(4);
	});

	test("free requests whose response is lost can be made again", async () => {
		const client = clientId();
		relay.cutAt(SETTLE, "after");
		await expect(charge(client, 0)).rejects.toThrow(StorageUnavailable);
		expect(await charge(client, 0)).toMatchObject({ paid: true, balanceUnits: 0 });
	});

	test("a charge still running when its connection is lost is cancelled before it is looked up", async () => {
		const client = clientId();
		await grant(client);
		const holder = await holdBalances(schema.url);
		const cut = relay.cutAt(SETTLE, "after");
		const lost = charge(client, 1);
		await cut;
		await expect(lost).rejects.toThrow(StorageUnavailable);
		await holder.release();
		expect(await charge(client, 1)).toMatchObject({ paid: true, balanceUnits: 4 });
		expect(verifiedBalance(await readLedger(db, client))).toBe(4);
	});

	test("the lookup of a charge waits until the server is back and delays no other caller", async () => {
		const [lost, other] = [clientId(), clientId()];
		await Promise.all([grant(lost), grant(other)]);
		const cut = relay.cutAt(SETTLE, "answered");
		const unknown = charge(lost, 1);
		await cut;
		relay.down(true);
		await expect(charge(other, 1)).rejects.toThrow(StorageUnavailable);
		relay.down(false);
		expect(await unknown).toMatchObject({ paid: true, balanceUnits: 4 });
		expect(await charge(other, 1)).toMatchObject({ paid: true, balanceUnits: 4 });
	});

	test("closing ends the wait for a lookup", async () => {
		const own = openPostgresDatabase({
			url: relay.url,
			connections: 8,
			statementSeconds: 10,
			waitSeconds: 5,
			commands,
		});
		const client = clientId();
		const order = { clientId: client, units: 5, note: null, requestId: requestId(0), atMs: 0 };
		await own.write(grantCredits, order);
		const cut = relay.cutAt(COMMIT, "after");
		const unknown = own.write(grantCredits, { ...order, requestId: requestId(1) }).catch((fault) => fault);
		await cut;
		relay.down(true);
		await own.close();
		expect(await unknown).toBeInstanceOf(StorageUnavailable);
		relay.down(false);
	});
});

/** Locks all balances from another connection, so that charges wait. */
async function holdBalances(url: string): Promise<{ release(): Promise<void> }> {
	const client = new Client(url);
	await client.connect();
	await client.query("begin; select * from balance for update");
	return {
		async release() {
			await client.query("rollback");
			await client.end();
		},
	};
}

describe.skipIf(!postgresUrl)("PostgreSQL", () => {
	test("of many processes starting at once, one migrates and the others wait", async () => {
		const schema = await openSchema(`race ${process.pid} ${performance.now()}`);
		const applied = await Promise.all(
			Array.from({ length: 5 }, () => migratePostgres(schema.url, migrations)),
		);
		expect(applied.flat()).toEqual(migrations.map(({ name }) => name));
		await schema.drop();
	});

	test("a schema that is newer than the program is refused and left as it is", async () => {
		const schema = await openSchema(`newer ${process.pid} ${performance.now()}`);
		await migratePostgres(schema.url, migrations);
		await expect(migratePostgres(schema.url, migrations.slice(0, 1))).rejects.toThrow(SchemaTooNew);
		expect(await migratePostgres(schema.url, migrations)).toEqual([]);
		await schema.drop();
	});
});

test("gives up on a silent server after the configured time", async () => {
	const { port, close } = await startSilentServer();
	const url = `postgres://nobody@127.0.0.1:${port}/nothing`;
	const databases = [600, 1].map((waitSeconds) =>
		openPostgresDatabase({ url, connections: 8, statementSeconds: 10, waitSeconds, commands }),
	);
	onTestFinished(async () => {
		close();
		await Promise.all(databases.map((db) => db.close()));
	});
	const givenUp = databases.map((db, place) =>
		db.read
			.selectFrom("client")
			.selectAll()
			.execute()
			.then(
				() => "answered",
				() => place,
			),
	);
	expect(await Promise.race(givenUp)).toBe(1);
});
