import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { everyEngine } from "../../../test/support/engines.ts";
import { startService, type TestClient, type TestService } from "../../../test/support/service.ts";
import { signedUrl } from "../../../test/support/signed-urls.ts";
import { repetitions } from "../../../test/support/thoroughness.ts";
import { readLedger } from "../../billing/balances/balance.ts";
import { grantCredits } from "../../billing/balances/grant.ts";
import { checkLedger } from "../../billing/ledger/check-ledger.ts";
import { applyMetadata } from "../../catalogue/writing/apply-metadata.ts";
import { checkPictures } from "../../pictures/store/check-pictures.ts";
import type { BlobStore } from "../../platform/blobs/blob-store.ts";
import { openDiskBlobs } from "../../platform/blobs/disk.ts";
import type { Database } from "../../platform/db/database.ts";
import { readMaintenance } from "../../platform/maintenance.ts";
import { abortTransfer } from "./abort.ts";
import { openBlobJournal } from "./blob-journal.ts";
import type { MoveOrder, MoveReport } from "./order.ts";
import { movableTables } from "./shapes.ts";
import { moveOf, readState } from "./state.ts";
import { move } from "./transfer.ts";

/** Number of steps of a move between two interruptions. */
const STEPS_BETWEEN_CUTS = repetitions({ gate: 18, long: 6 });

interface Place {
	readonly db: Database;
	readonly blobs: BlobStore;
	readonly folder: string;
}

function folderOfOwn(): string {
	const folder = mkdtempSync(join(tmpdir(), "packshot-move-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

async function emptyPlace(engine: (typeof everyEngine)[number]): Promise<Place> {
	const { db, close } = await engine.open();
	onTestFinished(close);
	const folder = folderOfOwn();
	return { db, blobs: openDiskBlobs(folder), folder };
}

/** A service with a bit of everything: charges, a used URL, deliveries, a refresh token, a stored answer, a failed sign-in. */
async function livelyService(): Promise<{ packshot: TestService; client: TestClient }> {
	const packshot = await startService();
	onTestFinished(() => packshot.close());
	const client = await packshot.client({ requestsPerMinute: 10_000 });
	for (const barcode of ["4011", "4012", "4013"]) {
		await packshot.product({ barcode, info: { brand: "Ünïque \u{1f95c} “Nut”", product_name: barcode } });
	}
	await packshot.picture("4011", "front", { sizesPx: [120] });
	expect((await packshot.call(await signedUrl(packshot, client, "4011"))).status).toBe(200);
	await packshot.call("/products/bulk-check", {
		client,
		json: { barcodes: ["4011"] },
		headers: { "idempotency-key": "one-key-of-many" },
	});
	await packshot.call("/auth/token", { json: { client_id: client.clientId, api_key: "wrong" } });
	await packshot.alter("insert into audit select * from audit");
	return { packshot, client };
}

function orderOf(source: Place | TestService, target: Place, more: Partial<MoveOrder> = {}): MoveOrder {
	const stores = "installation" in source ? source.installation : source;
	return {
		source: { db: stores.db, blobs: stores.blobs },
		target: { db: target.db, blobs: target.blobs },
		to: target.folder,
		journal: openBlobJournal(`${target.folder}.sha256`),
		fullCheck: false,
		quietMs: 20,
		clock: { now: () => 1_790_000_000_000 },
		signal: new AbortController().signal,
		watcher: { begin: () => undefined, passed: () => undefined },
		...more,
	};
}

/** All rows of all tables, and all files, for comparison. */
async function contentsOf({ db, blobs }: { db: Database; blobs: BlobStore }) {
	const tables: Record<string, string[]> = {};
	for (const { name } of await movableTables(db)) {
		const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db.read);
		const texts = rows.map((row) =>
			JSON.stringify(
				Object.entries(row)
					.sort()
					.map(([key, value]) => [key, value instanceof Uint8Array ? [...value] : value]),
			),
		);
		tables[name] = texts.sort();
	}
	const files: Record<string, string> = {};
	for await (const key of blobs.list("")) files[key] = Buffer.from(await blobs.get(key)).toString("base64");
	return { tables, files };
}

async function requireServing(place: Place): Promise<void> {
	expect(await readMaintenance(place.db.read)).toBeNull();
	expect((await checkLedger(place.db)).faults).toEqual([]);
	expect((await checkPictures(place, { read: true })).faults).toEqual([]);
}

/** The other engine if there is one; the way back is simply the reverse. */
const others = everyEngine.slice(-1);

describe.each(others)("moving to $name", (engine) => {
	test("every row and every file arrives, and the source refuses calls and changes from then on", async () => {
		const { packshot, client } = await livelyService();
		const target = await emptyPlace(engine);
		const before = await contentsOf(packshot.installation);
		const report = await move(orderOf(packshot, target, { fullCheck: true }));

		expect(await contentsOf(target)).toEqual(before);
		expect(before.tables.audit?.length).toBeGreaterThan(new Set(before.tables.audit).size);
		expect(report.blobs.compared).toBe(Object.keys(before.files).length);
		expect(report.tables.find(({ table }) => table === "ledger")?.rows).toBe(before.tables.ledger?.length);
		await requireServing(target);

		expect(await readMaintenance(packshot.installation.db.read)).toMatch(/moving/);
		const charge = packshot.installation.db.write(grantCredits, {
			clientId: client.clientId,
			units: 1,
			note: null,
			requestId: "late",
			atMs: 1,
		});
		await expect(charge).rejects.toThrow(/has moved/);
		const again = await move(orderOf(packshot, target));
		expect(again.done_before).toBe(true);
		await requireServing(target);

		// Generated ids continue after the highest.
		const changes = [{ barcode: "4999", info: { brand: "New" } }];
		await target.db.write(applyMetadata, { changes, existingOnly: false });
		const numbered = await target.db.read
			.selectFrom("product")
			.select(["id", "barcode"])
			.orderBy("id")
			.execute();
		expect(numbered.at(-1)).toEqual({ id: numbered.length, barcode: "4999" });
	});

	test("carries over changes and deletions made while rows are copied and compared", async () => {
		const { packshot, client } = await livelyService();
		const target = await emptyPlace(engine);
		const changes: Promise<unknown>[] = [];
		const seen = new Set<string>();
		const begin = (step: string) => {
			const kind = step.split(" ")[0] ?? "";
			if (!/^(copying audit|comparing audit|comparing product|catching)/.test(step) || seen.has(step)) return;
			seen.add(step);
			changes.push(
				packshot.call("/products/4011?include=info", { client }),
				packshot.product(
					{ barcode: `48${seen.size}`, info: { brand: kind } },
					{ barcode: "4012", info: { brand: kind } },
				),
				packshot.picture("4013", "front", { seed: seen.size } as never),
				packshot
					.alter("delete from used_url; insert into audit select * from audit where status = 200")
					// Unlike callers, it is not waited for.
					.catch((fault) => expect(String(fault)).toMatch(/has moved/)),
			);
		};
		// Changes during the last step of copying are waited for, as callers are before maintenance.
		const passed = () => undefined;
		const report = await move(orderOf(packshot, target, { watcher: { begin, passed }, quietMs: 1500 }));
		await Promise.all(changes);
		expect(seen.size).toBeGreaterThan(3);
		expect(await contentsOf(target)).toEqual(await contentsOf(packshot.installation));
		expect(report.tables.length).toBeGreaterThan(10);
		await requireServing(target);
	});

	test("interrupted at any point, it resumes when run again", async () => {
		const { packshot, client } = await livelyService();
		const target = await emptyPlace(engine);
		let cuts = 0;
		let report: MoveReport | undefined;
		for (let steps = 0; !report; steps += STEPS_BETWEEN_CUTS) {
			const cutting = new AbortController();
			let passed = 0;
			const step = () => {
				if (passed++ >= steps) cutting.abort(new Error("cut off"));
			};
			report = await move(
				orderOf(packshot, target, { signal: cutting.signal, watcher: { begin: step, passed: step } }),
			).catch((fault) => {
				expect(String(fault)).toMatch(/cut off/);
				cuts++;
				return undefined;
			});
			// Between two runs the source keeps serving.
			if (!report) expect((await packshot.call("/products/4011?include=info", { client })).status).toBe(200);
			expect(cuts).toBeLessThan(100);
			await packshot.clock.advance(2000);
		}
		expect(cuts).toBeGreaterThan(5);
		expect(await contentsOf(target)).toEqual(await contentsOf(packshot.installation));
		await requireServing(target);
	});

	test("can be reversed into the copy left behind, with all later changes", async () => {
		const { packshot, client } = await livelyService();
		const home: Place = { ...packshot.installation, folder: folderOfOwn() };
		const away = await emptyPlace(engine);
		await move(orderOf(home, away));
		for (let time = 0; time < 3; time++) {
			await away.db.write(grantCredits, {
				clientId: client.clientId,
				units: 5,
				note: "away",
				requestId: `r${time}`,
				atMs: time,
			});
		}
		await away.blobs.put("later/picture", new Uint8Array([1, 2, 3]));
		const before = await contentsOf(away);
		await move(orderOf(away, home));
		expect(await contentsOf(home)).toEqual(before);
		await requireServing(home);
		expect((await readLedger(home.db, client.clientId)).length).toBe(4 + 1);
		await expect(
			away.db.write(grantCredits, {
				clientId: client.clientId,
				units: 5,
				note: "x",
				requestId: "r",
				atMs: 1,
			}),
		).rejects.toThrow(/has moved/);
	});

	test("a target that holds another installation is refused, and stays as it is", async () => {
		const { packshot } = await livelyService();
		const other = await startService();
		onTestFinished(() => other.close());
		await other.client();
		const target: Place = { ...other.installation, folder: folderOfOwn() };
		const before = await contentsOf(target);
		await expect(move(orderOf(packshot, target))).rejects.toThrow(
			/holds another installation \(rows in \w+\)/,
		);
		expect(await contentsOf(target)).toEqual(before);
		expect(await readMaintenance(packshot.installation.db.read)).toBeNull();
	});

	test("when aborted, only the source serves again; aborting is refused once the target has served", async () => {
		const { packshot, client } = await livelyService();
		const target = await emptyPlace(engine);
		const source = packshot.installation.db;
		await move(orderOf(packshot, target));
		await abortTransfer({ source, target: target.db }, target.folder);
		expect(await readMaintenance(target.db.read)).not.toBeNull();
		packshot.clock.advance(2000);
		expect((await packshot.call("/products/4011?include=info", { client })).status).toBe(200);
		expect(moveOf(await readState(source))).toBeUndefined();

		await move(orderOf(packshot, target));
		expect(await contentsOf(target)).toEqual(await contentsOf(packshot.installation));
		await target.db.write(grantCredits, {
			clientId: client.clientId,
			units: 5,
			note: null,
			requestId: "served",
			atMs: 1,
		});
		await expect(abortTransfer({ source, target: target.db }, target.folder)).rejects.toThrow(
			/has served since \(ledger/,
		);
		expect(await readMaintenance(target.db.read)).toBeNull();
	});
});

test("refuses a picture store that contains foreign files", async () => {
	const { packshot } = await livelyService();
	const folder = folderOfOwn();
	const blobs = openDiskBlobs(folder);
	await blobs.put("holiday.jpg", new Uint8Array(3));
	const order = {
		...orderOf(packshot, { db: packshot.installation.db, blobs, folder }),
		target: { db: undefined, blobs },
	};
	await expect(move(order)).rejects.toThrow(
		/1 files that are not part of this installation \(holiday\.jpg\)/,
	);
});

test("moving only pictures copies all, replaces a damaged copy, and keeps the source in maintenance", async () => {
	const { packshot } = await livelyService();
	const folder = folderOfOwn();
	const blobs = openDiskBlobs(folder);
	const { files } = await contentsOf(packshot.installation);
	await blobs.put(Object.keys(files)[0] ?? "", new Uint8Array([9]));
	const order = {
		...orderOf(packshot, { db: packshot.installation.db, blobs, folder }),
		target: { db: undefined, blobs },
	};
	const report = await move(order);
	expect(report.blobs.compared).toBe(Object.keys(files).length);
	expect((await contentsOf({ db: packshot.installation.db, blobs })).files).toEqual(files);
	expect(await readMaintenance(packshot.installation.db.read)).toMatch(/moving/);
});
