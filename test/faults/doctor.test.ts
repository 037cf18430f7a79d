import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkLedger } from "../../src/billing/ledger/check-ledger.ts";
import { ledgerHash } from "../../src/billing/ledger/ledger.ts";
import { checkUsage } from "../../src/billing/usage/check-usage.ts";
import { checkPictures } from "../../src/pictures/store/check-pictures.ts";
import { integrityFaults } from "../../src/platform/db/integrity.ts";
import { sqliteLibrary } from "../../src/platform/db/sqlite/library.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";

const { DatabaseSync } = sqliteLibrary();

/** What `packshot doctor` detects in an installation that was tampered with. */

let packshot: TestService;
beforeAll(async () => {
	packshot = await startService();
	await packshot.product({ barcode: "4700", info: { brand: "Manischewitz" } });
});
afterAll(() => packshot.close());

const ledger = () => checkLedger(packshot.installation.db);
const pictures = (read = true) => checkPictures(packshot.installation, { read });

function alter(sql: string): void {
	const database = new DatabaseSync(join(packshot.folder, "packshot.sqlite"), { timeout: 5000 });
	database.exec(sql);
	database.close();
}

async function clientWithLedger(): Promise<TestClient> {
	const client = await packshot.client({ requestsPerMinute: 100_000 }, "5");
	for (let time = 0; time < 4; time++) await packshot.call("/products/4700?include=info", { client });
	return client;
}

test("a sound installation has no ledger faults, and its database passes the integrity check", async () => {
	await clientWithLedger();
	expect((await ledger()).faults).toEqual([]);
	expect(await integrityFaults(packshot.installation.db)).toEqual([]);
});

test("an installation that is charging during the check has no ledger faults", async () => {
	const client = await clientWithLedger();
	const calls = Array.from({ length: 40 }, () => packshot.call("/products/4700?include=info", { client }));
	const checks = await Promise.all([ledger(), ledger(), ledger()]);
	expect(checks.flatMap(({ faults }) => faults)).toEqual([]);
	await Promise.all(calls);
});

describe("a ledger", () => {
	test.each([
		["with a reduced charge", "update ledger set units = -1 where seq = 3", 3, /do not add up to/],
		["with an altered note", "update ledger set note = 'x' where seq = 2", 2, /altered/],
		["with an altered time", "update ledger set at = at + 1 where seq = 2", 2, /altered/],
		["with an altered barcode", "update ledger set barcode = '4701' where seq = 2", 2, /altered/],
		["with a removed barcode", "update ledger set barcode = null where seq = 2", 2, /altered/],
		["with a barcode added to a grant", "update ledger set barcode = '4700' where seq = 1", 1, /altered/],
		["with a missing row", "delete from ledger where seq = 3", 4, /row 3 is missing/],
		[
			"with its last row missing",
			"delete from ledger where seq = 5",
			undefined,
			/counts 5 ledger rows, but there are 4/,
		],
	])("%s is reported, with the row", async (_what, sql, seq, problem) => {
		const client = await clientWithLedger();
		const own = `balance_key = '${client.clientId}'`;
		alter(`${sql} and ${own}`);
		const faults = (await ledger()).faults.filter(({ balanceKey }) => balanceKey === client.clientId);
		expect(faults).toEqual([
			{ balanceKey: client.clientId, ...(seq ? { seq } : {}), problem: expect.stringMatching(problem) },
		]);
	});

	test("that was chained anew around a charge that nobody could pay is reported", async () => {
		const client = await clientWithLedger();
		const rows = await packshot.ledger(client);
		let [hash, units] = ["", 0];
		for (const row of rows) {
			const raised = { ...row, units: row.seq === 5 ? -90_000 : row.units };
			units += raised.units;
			hash = ledgerHash(hash, { ...raised, balance_after: units });
			alter(`update ledger set units = ${raised.units}, balance_after = ${units}, hash = '${hash}'
				where balance_key = '${client.clientId}' and seq = ${row.seq}`);
		}
		alter(
			`update balance set units = ${units}, ledger_hash = '${hash}' where balance_key = '${client.clientId}'`,
		);
		const { faults } = await ledger();
		expect(faults.find(({ balanceKey }) => balanceKey === client.clientId)).toMatchObject({
			seq: 5,
			problem: "the balance falls to -43000 units",
		});
		const usage = await checkUsage(packshot.installation.db, {
			nowMs: packshot.clock.now(),
			auditDays: 90,
		});
		expect(usage.faults.filter(({ clientId }) => clientId === client.clientId)).not.toEqual([]);
	});

	test("with an extra row is reported", async () => {
		const client = await clientWithLedger();
		alter(`insert into ledger select balance_key, 6, at, 'req_x', kind, units, balance_after, detail, note, hash, barcode, client_id
			from ledger where seq = 5 and balance_key = '${client.clientId}'`);
		const { faults } = await ledger();
		expect(faults.find(({ balanceKey }) => balanceKey === client.clientId)?.problem).toMatch(
			/there are 6 rows/,
		);
	});

	test("whose balance was raised by hand is reported", async () => {
		const client = await clientWithLedger();
		alter(`update balance set units = units + 1 where balance_key = '${client.clientId}'`);
		const { faults } = await ledger();
		expect(faults.find(({ balanceKey }) => balanceKey === client.clientId)?.problem).toMatch(
			/the balance says 46001/,
		);
	});
});

describe("a picture", () => {
	test("with a missing or altered file is reported; unreferenced files are counted", async () => {
		await packshot.picture("4701", "front");
		await packshot.picture("4702", "front");
		const sound = await pictures();
		expect([sound.pictures, sound.faults, sound.unnamedBlobs]).toEqual([2, [], 0]);

		const rows = await packshot.installation.db.read
			.selectFrom("image")
			.select(["barcode", "original_blob", "watermarked_blob"])
			.orderBy("barcode")
			.execute();
		const place = (blob: string | undefined) => join(packshot.folder, "blobs", blob ?? "");
		rmSync(place(rows[0]?.watermarked_blob));
		writeFileSync(place(rows[1]?.original_blob), "another file");
		await packshot.installation.blobs.put("left/over", new Uint8Array(3));

		const ill = await pictures();
		expect([...ill.faults].sort((a, b) => (a.barcode < b.barcode ? -1 : 1))).toMatchObject([
			{ barcode: "4701", variant: "front", problem: "missing" },
			{ barcode: "4702", variant: "front", problem: "not the file that was imported" },
		]);
		expect(ill.unnamedBlobs).toBe(1);
		expect((await pictures(false)).faults).toHaveLength(1);
	});

	test("with a missing or altered smaller size or thumbnail is reported", async () => {
		await packshot.picture("4703", "front", { sizesPx: [120] });
		const { read } = packshot.installation.db;
		const image = await read.selectFrom("image").selectAll().where("barcode", "=", "4703").executeTakeFirst();
		const sizes = read.selectFrom("image_size").selectAll();
		const size = await sizes.where("image_id", "=", image?.image_id ?? "").executeTakeFirst();
		const sound = (await pictures()).faults.length;
		const place = (blob: string | null | undefined) => join(packshot.folder, "blobs", blob ?? "");
		rmSync(place(size?.plain_blob));
		rmSync(place(image?.jpeg_thumbnail_blob));
		writeFileSync(place(size?.watermarked_blob), "another file");
		writeFileSync(place(image?.webp_thumbnail_blob), "another file");
		const { faults } = await pictures();
		expect(faults.length).toBe(sound + 4);
		expect(
			new Map(faults.filter(({ barcode }) => barcode === "4703").map(({ blob, problem }) => [blob, problem])),
		).toEqual(
			new Map([
				[size?.plain_blob, "missing"],
				[image?.jpeg_thumbnail_blob, "missing"],
				[size?.watermarked_blob, "too short"],
				[image?.webp_thumbnail_blob, "not the thumbnail that was stored"],
			]),
		);
	});
});
