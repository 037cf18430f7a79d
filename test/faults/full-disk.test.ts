import { once } from "node:events";
import { cpSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { PORTAL_PATH } from "../../src/pages/contract.ts";
import { fillReserve } from "../../src/platform/db/sqlite/reserve.ts";
import { openSecrets, secretSettings } from "../../src/platform/secrets.ts";
import { readSettings } from "../../src/platform/settings.ts";
import { startBuiltServer } from "../support/built-server.ts";
import { testClock } from "../support/clock.ts";
import { expectPaid, noPayments, payOnce } from "../support/paying.ts";
import { newPerson, PASSWORD } from "../support/portal.ts";
import { startService } from "../support/service.ts";
import { type SmallDisk, smallDisk, whyNoDisk } from "../support/small-disk.ts";

/** A data folder on a disk that runs out of space, or that becomes read-only. */

const reason = whyNoDisk();
if (reason) console.info(`full disks are not tried: ${reason}`);

function newDisk(kilobytes: number): SmallDisk {
	const disk = smallDisk(kilobytes);
	onTestFinished(() => disk.remove());
	return disk;
}

describe.skipIf(reason !== undefined)("a disk", () => {
	test("that is full causes 503 with Retry-After, says so to health checks, and recovers once there is space", async () => {
		const disk = newDisk(96 * 1024);
		const folder = join(disk.folder, "data");
		mkdirSync(folder);
		const before = await startService({ folder, clock: testClock(Date.now()) });
		const client = await before.client({ requestsPerMinute: 1_000_000, requestsPerDay: 1_000_000 }, "1000");
		const token = await client.token();
		await before.close();
		const server = await startBuiltServer({ PACKSHOT_DATA: folder, PACKSHOT_LOG_LEVEL: "silent" });
		onTestFinished(() => void server.process.kill("SIGKILL"));
		const payments = noPayments();
		/** Pays for this long, or until this many more payments were acknowledged. */
		const pay = (milliseconds: number, more = Number.POSITIVE_INFINITY) => {
			const untilMs = Date.now() + milliseconds;
			const enough = payments.acknowledged.length + more;
			return Promise.all(
				Array.from({ length: 8 }, async () => {
					while (
						payments.acknowledged.length < enough &&
						(await payOnce(() => server.url, token, payments, untilMs))
					);
				}),
			);
		};

		await pay(Number.POSITIVE_INFINITY, 200);
		const giveBack = disk.fill();
		while (payments.refused === 0) await pay(2000);
		const paidFull = payments.acknowledged.length;
		const health = () => fetch(`${server.url}/health`);
		await expect.poll(async () => (await health()).status).toBe(503);
		expect((await health()).headers.get("retry-after")).toBe("5");
		giveBack();
		await expect.poll(async () => (await health()).status).toBe(200);
		await pay(Number.POSITIVE_INFINITY, 200);

		expect(paidFull).toBeGreaterThanOrEqual(200);
		expect(payments.acknowledged.length).toBeGreaterThanOrEqual(paidFull + 200);
		server.process.kill("SIGTERM");
		await once(server.process, "exit");
		const after = await startService({ folder, clock: testClock(Date.now()) });
		await expectPaid(after, client, payments);
		await after.close();
	});

	test("that is full lets a stopped server start again, and an administrator sign in", async () => {
		const disk = newDisk(96 * 1024);
		const folder = join(disk.folder, "data");
		mkdirSync(folder);
		const before = await startService({ folder, clock: testClock(Date.now()) });
		await fillReserve(join(folder, "reserve"));
		const { email } = await newPerson(before, { isAdministrator: true });
		await before.close();
		const stopped = await startBuiltServer({ PACKSHOT_DATA: folder, PACKSHOT_LOG_LEVEL: "silent" });
		stopped.process.kill("SIGTERM");
		await once(stopped.process, "exit");
		disk.fill();

		const server = await startBuiltServer({ PACKSHOT_DATA: folder, PACKSHOT_LOG_LEVEL: "silent" });
		onTestFinished(() => void server.process.kill("SIGKILL"));
		const { origin } = new URL(server.url);
		const signedIn = await fetch(`${origin}${PORTAL_PATH}/session`, {
			method: "POST",
			headers: { origin, "content-type": "application/json", "x-packshot-csrf": "1" },
			body: JSON.stringify({ email, password: PASSWORD }),
		});
		expect(signedIn.status).toBe(200);
		expect((await fetch(`${server.url}/health`)).status).toBe(503);
	});

	test("that is full when an installation begins leaves nothing that a later start would stumble over", () => {
		const disk = newDisk(1024);
		const file = join(disk.folder, "data", "secret");
		const open = () => openSecrets(readSettings(secretSettings, {}), file);
		mkdirSync(join(disk.folder, "data"));
		const giveBack = disk.fill();
		expect(open).toThrow(/ENOSPC/);
		giveBack();
		expect(open()).toEqual(open());
		expect(readdirSync(join(disk.folder, "data"))).toEqual(["secret"]);
	});

	test("that is read-only is reported in one line, and the server does not start", async () => {
		const disk = newDisk(4096);
		disk.makeReadOnly();
		await expectOneLine(disk.folder);
	});

	test("that became read-only with existing data on it is reported too", async () => {
		const service = await startService();
		const disk = newDisk(16 * 1024);
		cpSync(service.folder, disk.folder, { recursive: true });
		await service.close();
		disk.makeReadOnly();
		await expectOneLine(disk.folder);
	});
});

async function expectOneLine(folder: string): Promise<void> {
	const said = await startBuiltServer({ PACKSHOT_DATA: folder }).then(
		() => "it started",
		(fault) => (fault as Error).message.trim(),
	);
	expect(said).toMatch(/PACKSHOT_DATA: .*read-only/);
	expect(said.split("\n")).toHaveLength(1);
	expect(said).toContain(folder);
}
