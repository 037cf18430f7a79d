import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { SettingError } from "../../src/platform/settings.ts";
import { testClock } from "../support/clock.ts";
import { verifiedBalance } from "../support/ledger.ts";
import { expectPaid, noPayments, payBlindly, payOnce } from "../support/paying.ts";
import { createPgBouncer, hasPgBouncer, type PgBouncer } from "../support/pgbouncer.ts";
import { postgresUrl, runOn } from "../support/schemas.ts";
import { sharedDatabase, startService, type TestService } from "../support/service.ts";
import { signedUrl } from "../support/signed-urls.ts";

/** The example docs/deploy/pgbouncer.ini between a service and its database. */

if (!hasPgBouncer || !postgresUrl)
	console.info("PgBouncer or PostgreSQL is not installed: no pooler is tested");

const LONG_MS = 600_000;
const DATABASE = `pooled_${process.pid}`;

describe.skipIf(!hasPgBouncer || !postgresUrl)("behind PgBouncer", () => {
	let server: string;
	let folder: string;
	let pooler: PgBouncer;
	let packshot: TestService;
	beforeAll(async () => {
		const url = new URL(postgresUrl);
		url.pathname = `/${DATABASE}`;
		server = url.href;
		await runAlone(`create database ${DATABASE}`);
		folder = mkdtempSync(join(tmpdir(), "packshot-pooled-"));
		pooler = await createPgBouncer(server, "session");
		await pooler.start();
		const clock = testClock(Date.now());
		packshot = await startService({ folder, clock, settings: sharedDatabase(pooler.url) });
		await packshot.product({ barcode: "4011", info: { brand: "Golden Sheaf" } });
		await packshot.picture("4011", "front");
	});
	afterAll(async () => {
		await packshot?.close();
		await pooler?.remove();
		rmSync(folder, { recursive: true, force: true });
		await runAlone(`drop database ${DATABASE} with (force)`);
	});

	test("with session pooling, reads, single-use picture URLs, bulk checks and idempotent orders work, and are charged", async () => {
		const client = await packshot.client();
		const read = await packshot.call("/products/4011?include=info", { client });
		expect([read.status, JSON.stringify(read.body)]).toEqual([200, expect.stringContaining("Golden Sheaf")]);
		const url = await signedUrl(packshot, client, "4011");
		expect((await packshot.call(url)).status).toBe(200);
		expect((await packshot.call(url)).status).toBe(410);
		const checked = await packshot.call("/products/bulk-check", {
			client,
			json: { barcodes: ["4011", "4012"] },
		});
		expect([checked.status, checked.body.results["4011"].exists]).toEqual([200, true]);
		const headers = { "Idempotency-Key": "a-key-of-twenty-characters" };
		const json = { items: [{ barcode: "4011" }] };
		const order = await packshot.call("/orders", { client, json, headers });
		expect(order.status).toBe(201);
		expect((await packshot.call("/orders", { client, json, headers })).body.order_id).toBe(
			order.body.order_id,
		);
		const ledger = await packshot.ledger(client);
		const charges = ledger.filter(({ kind }) => kind === "charge").map(({ units }) => units);
		expect(charges).toEqual([-1000, -2500, -200, -4000]);
		expect(verifiedBalance(ledger)).toBe(await packshot.balance(client));
		expect((await packshot.call("/health")).status).toBe(200);
	});

	test("no answered charge is lost or made twice when sessions are terminated and the pooler is killed", async () => {
		const client = await packshot.client({ requestsPerMinute: 1_000_000, requestsPerDay: 1_000_000 }, "1000");
		const token = await client.token();
		const payments = noPayments();
		let isOver = false;
		const url = () => `${packshot.origin}/api/v1`;
		const calling = Array.from({ length: 8 }, async () => {
			while (!isOver) {
				await payOnce(url, token, payments, Number.POSITIVE_INFINITY);
				await payBlindly(url, token, payments);
			}
		});
		const paid = (more: number) => {
			const wanted = payments.acknowledged.length + more;
			return expect.poll(() => payments.acknowledged.length, { timeout: LONG_MS }).toBeGreaterThan(wanted);
		};
		await paid(20);
		for (let time = 0; time < 3; time++) {
			await runOn(server, END_SESSIONS);
			await paid(20);
		}
		await pooler.kill();
		await pooler.start();
		await paid(20);
		isOver = true;
		await Promise.all(calling);
		await expectPaid(packshot, client, payments);
	});

	test("transaction pooling is rejected at startup with an error that names the setting", async () => {
		const wrong = await createPgBouncer(server, "transaction");
		onTestFinished(() => wrong.remove());
		await wrong.start();
		const started = startService({ folder, settings: sharedDatabase(wrong.url) });
		await expect(started).rejects.toThrow(SettingError);
		await expect(started).rejects.toThrow(/PACKSHOT_DATABASE_URL leads to a pooler that pools transactions/);
	});
});

const END_SESSIONS = `select pg_terminate_backend(pid) from pg_stat_activity
	where datname = current_database() and pid <> pg_backend_pid()`;

/** Databases cannot be created or dropped in a transaction, and so not in a query of several statements. */
async function runAlone(text: string): Promise<void> {
	const client = new Client(postgresUrl);
	await client.connect();
	try {
		await client.query(text);
	} finally {
		await client.end();
	}
}
