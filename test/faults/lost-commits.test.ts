import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { clientId } from "../../src/api/client-id.ts";
import { readLedger } from "../../src/billing/balances/balance.ts";
import { grantCredits } from "../../src/billing/balances/grant.ts";
import { settle } from "../../src/billing/ledger/settle.ts";
import { chargeOf } from "../../src/billing/prices/charge.ts";
import { commands } from "../../src/commands.ts";
import { migrations } from "../../src/migrations/all.ts";
import { type Database, StorageUnavailable } from "../../src/platform/db/database.ts";
import { openPostgresDatabase } from "../../src/platform/db/postgres/engine.ts";
import { migratePostgres } from "../../src/platform/db/postgres/prepare-schema.ts";
import { requestId } from "../../src/platform/ids.ts";
import { verifiedBalance } from "../support/ledger.ts";
import { openRelay, type Relay } from "../support/relay.ts";
import {
	type ReplicatedPostgres,
	replicationPrograms,
	startReplicatedPostgres,
} from "../support/replicated-postgres.ts";

/** Charges whose answer is lost at the very moment another server takes over. */

const programs = replicationPrograms();
if (!programs)
	console.info("PostgreSQL is not installed with pg_basebackup: no commit is lost in a failover");

const COMMIT = "commit\0";
const SETTLE = "with recursive member";
const AWAITED = "select pg_logical_emit_message";

describe.skipIf(!programs)("a charge whose commit result is lost in a failover", () => {
	let servers: ReplicatedPostgres;
	let wire: Relay;
	let db: Database;
	const client = clientId();
	beforeEach(async () => {
		if (!programs) return;
		servers = await startReplicatedPostgres(programs);
		await migratePostgres(servers.primaryUrl, migrations);
		wire = await openRelay(servers.primaryUrl);
		const url = servers.url.replace(new URL(servers.primaryUrl).host, new URL(wire.url).host);
		db = openPostgresDatabase({ url, connections: 8, statementSeconds: 10, waitSeconds: 5, commands });
		await db.write(grantCredits, {
			clientId: client,
			units: 5,
			note: null,
			requestId: requestId(0),
			atMs: 0,
		});
	});
	afterEach(async () => {
		await db?.close();
		await wire?.close();
		await servers?.remove();
	});

	/** @param note with a note, a charge is a transaction; without one, a single statement. */
	const charge = (note?: string) =>
		db.write(settle, {
			clientId: client,
			requestId: requestId(0),
			atMs: 0,
			method: "HEAD",
			route: "/products/:barcode",
			status: 200,
			address: "192.0.2.1",
			charge: chargeOf([{ action: "products.head", quantity: 1, priceUnits: 1 }]),
			...(note === undefined ? {} : { note }),
		});

	/** Number of charges in a server's ledger. */
	const chargesAt = (url: string) => countAt(url, "select from ledger where kind = 'charge'");

	async function failOver(): Promise<void> {
		await servers.killPrimary();
		servers.promote();
	}

	test("is reported as made when the standby has it, although transaction ids differ there", async () => {
		const cut = wire.cutAt(COMMIT, "after");
		const unknown = charge("a transaction");
		await cut;
		wire.down(true);
		await expect.poll(() => chargesAt(servers.standbyUrl)).toBe(1);
		await failOver();
		expect(await unknown).toMatchObject({ paid: true, debitedUnits: 1, balanceUnits: 4 });
		expect(await charge("a transaction")).toMatchObject({ paid: true, balanceUnits: 3 });
		expect(verifiedBalance(await readLedger(db, client))).toBe(3);
	});

	test("is reported as failed when no server was asked to commit it, and can be made again", async () => {
		const cut = wire.cutAt(COMMIT, "before");
		const unknown = charge("a transaction");
		await cut;
		wire.down(true);
		await Promise.all([expect(unknown).rejects.toThrow(StorageUnavailable), failOver()]);
		expect(await charge("a transaction")).toMatchObject({ paid: true, balanceUnits: 4 });
		expect(verifiedBalance(await readLedger(db, client))).toBe(4);
	});

	test("is not reported as made while only the primary has it, and is lost with the primary", async () => {
		servers.replication.down(true);
		wire.cutAt(SETTLE, "after");
		let isTold = false;
		const unknown = charge().finally(() => {
			isTold = true;
		});
		const failed = expect(unknown).rejects.toThrow(StorageUnavailable);
		await expect.poll(() => countAt(servers.primaryUrl, waitingFor(AWAITED))).toBe(1);
		expect(await chargesAt(servers.primaryUrl)).toBe(1);
		expect(isTold).toBe(false);
		await failOver();
		await failed;
		expect(await readLedger(db, client)).toHaveLength(1);
		expect(await charge()).toMatchObject({ paid: true, balanceUnits: 4 });
	});
});

const waitingFor = (statement: string) =>
	`select from pg_stat_activity where wait_event = 'SyncRep' and query like '${statement}%'`;

async function countAt(url: string, select: string): Promise<number> {
	const client = new Client(url);
	await client.connect();
	try {
		return (await client.query(select)).rowCount ?? 0;
	} finally {
		await client.end();
	}
}
