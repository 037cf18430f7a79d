import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { backUp, placeKinds, restoreInto, type TestPlace } from "../../../test/support/backups.ts";
import { imageRow } from "../../../test/support/image-row.ts";
import { startService } from "../../../test/support/service.ts";
import { BackupError } from "./archive-format.ts";
import { membersOf, verifyArchive } from "./archive-reader.ts";
import { createArchive } from "./archive-writer.ts";
import { rowFromLine, rowsText } from "./row-text.ts";

/** A backup of a small installation, damaged by the tests in every way. */

let source: TestPlace;
let file: string;
beforeAll(async () => {
	source = await placeKinds[0]!.make();
	const packshot = await startService(source);
	const client = await packshot.client();
	await packshot.product({ barcode: "4011", info: { brand: "Golden Sheaf" } });
	await packshot.picture("4011", "front", { sizesPx: [120] });
	await packshot.call("/products/4011?include=info", { client });
	await packshot.close();
	file = join(source.folder, "good.tar");
	await backUp(source, file);
});
afterAll(() => source.remove());

async function emptyPlace(): Promise<TestPlace> {
	const place = await placeKinds[0]!.make();
	onTestFinished(() => place.remove());
	return place;
}

function broken(bytes: Uint8Array): string {
	const folder = mkdtempSync(join(tmpdir(), "packshot-broken-"));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const name = join(folder, "broken.tar");
	writeFileSync(name, bytes);
	return name;
}

/** Checks that a restore refuses an archive with an error of one line, and that nothing is left in its empty place. */
async function requireRefused(
	place: TestPlace,
	archive: string,
	reason: RegExp,
	order: Parameters<typeof restoreInto>[2] = {},
): Promise<void> {
	const fault = await restoreInto(place, archive, order).catch((thrown) => thrown);
	expect(fault.name).toMatch(/^(BackupError|SchemaTooNew)$/);
	expect(fault.message).toMatch(reason);
	expect(fault.message).not.toContain("\n");
	const left = readdirSync(place.folder, { recursive: true, withFileTypes: true });
	expect(left.filter((entry) => entry.isFile())).toEqual([]);
}

/** The members of an archive and their contents, in order. */
async function contentOf(archive: string): Promise<[name: string, base64: string][]> {
	const members: [string, string][] = [];
	for await (const { name, read } of membersOf(archive))
		members.push([name, (await read()).toString("base64")]);
	return members;
}

describe("an archive", () => {
	test("is readable only by its owner, and leaves no unfinished file behind", () => {
		expect(statSync(file).mode & 0o777).toBe(0o600);
		expect(readdirSync(source.folder).filter((name) => name.includes("unfinished"))).toEqual([]);
	});

	test("lists the hash of every member in SHA256SUMS, and counts rows and files in its manifest", async () => {
		const { manifest } = await verifyArchive(file);
		const names: string[] = [];
		for await (const { name } of membersOf(file)) names.push(name);
		expect(names.slice(0, 2)).toEqual(["packshot-backup.json", "secret"]);
		expect(names.slice(-2)).toEqual(["manifest.json", "SHA256SUMS"]);
		expect(manifest.rows).toMatchObject({ client: 1, ledger: 2, image: 1, image_size: 1 });
		expect(manifest.blobs).toBe(7);
	});

	test("contains the master secret only when written with secrets", async () => {
		const without = join(source.folder, "without.tar");
		await backUp(source, without, { master: undefined });
		expect(readFileSync(without).includes("one secret for all nodes")).toBe(false);
		expect(readFileSync(file).includes("one secret for all nodes")).toBe(true);
	});

	test("holds rows that can be read without the program", async () => {
		for await (const { name, read } of membersOf(file)) {
			if (name !== "rows/product/000001.ndjson.gz") continue;
			const row = JSON.parse(gunzipSync(await read()).toString());
			expect(row).toContain("4011");
			return;
		}
		expect.unreachable();
	});

	test("never overwrites an existing file", async () => {
		await expect(backUp(source, file)).rejects.toThrow(/already exists/);
	});

	test("is deleted when it is discarded before it is finished", async () => {
		const archive = createArchive(join(source.folder, "never.tar"));
		await archive.add("packshot-backup.json", Buffer.from("{}"));
		await archive.discard();
		expect(readdirSync(source.folder).filter((name) => name.startsWith("never"))).toEqual([]);
	});
});

describe("a damaged archive is refused with a one-line error, and nothing is changed:", () => {
	test("truncated anywhere", async () => {
		const bytes = readFileSync(file);
		const place = await emptyPlace();
		for (let part = 0; part < 24; part++) {
			const cut = broken(bytes.subarray(0, Math.floor((bytes.length * part) / 24)));
			await requireRefused(place, cut, /truncated|not a Packshot backup/);
		}
	});

	test("with any byte altered, except those between the members", async () => {
		const bytes = readFileSync(file);
		const place = await emptyPlace();
		const content = await contentOf(file);
		await fc.assert(
			fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
				const altered = Buffer.from(bytes);
				altered[at] = (altered[at] ?? 0) ^ change;
				const name = broken(altered);
				const fault = await verifyArchive(name).then(
					() => undefined,
					(thrown) => thrown,
				);
				if (fault === undefined) expect(await contentOf(name)).toEqual(content);
				else await requireRefused(place, name, /./);
			}),
			{ numRuns: 60 },
		);
	});

	test("not an archive at all", async () => {
		const place = await emptyPlace();
		await requireRefused(place, broken(Buffer.from("hello".repeat(999))), /backup/);
		await requireRefused(place, broken(Buffer.alloc(10_240)), /damaged/);
		await requireRefused(place, join(source.folder, "nowhere"), /cannot read/);
	});

	test("written by a later version", async () => {
		const text = readFileSync(file).toString("latin1");
		const later = broken(Buffer.from(text.replace('"format_version": 1', '"format_version": 2'), "latin1"));
		const place = await emptyPlace();
		await requireRefused(place, later, /this version reads format 1/);
		await requireRefused(place, file, /does not know/, { migrations: [] });
	});
});

describe("a restore", () => {
	test("refuses a non-empty database, and with --force one of another installation", async () => {
		await expect(restoreInto(source, file)).rejects.toThrow(/not empty/);
		const other = await emptyPlace();
		const settings = { ...other.settings, PACKSHOT_SECRET: "another secret of another installation" };
		const packshot = await startService({ folder: other.folder, settings });
		await packshot.client();
		await packshot.close();
		await expect(restoreInto(other, file, { replace: true })).rejects.toThrow(
			/belongs to another installation/,
		);
	});

	test("refuses a master secret that is not the backup's, and none at all", async () => {
		const place = await emptyPlace();
		await expect(restoreInto(place, file, { master: "x".repeat(40) })).rejects.toThrow(/is not the one/);
		const without = join(source.folder, "without secret.tar");
		await backUp(source, without, { master: undefined });
		await expect(restoreInto(place, without, { master: undefined })).rejects.toThrow(/holds no secrets/);
		expect(existsSync(join(place.folder, "packshot.sqlite"))).toBe(false);
	});

	test("removes the restored pictures again when the database cannot be created", async () => {
		const place = await emptyPlace();
		await expect(
			restoreInto(place, file, { databaseFile: join(place.folder, "no", "folder", "x.sqlite") }),
		).rejects.toThrow();
		const left = readdirSync(join(place.folder, "blobs"), { recursive: true, withFileTypes: true });
		expect(left.filter((entry) => entry.isFile())).toEqual([]);
	});
});

test("a restore writes the master secret where there is none, readable only by its owner", async () => {
	const place = await emptyPlace();
	await restoreInto(place, file, { master: undefined });
	const secret = join(place.folder, "secret");
	expect([readFileSync(secret, "utf8").trim(), statSync(secret).mode & 0o777]).toEqual([
		source.settings.PACKSHOT_SECRET,
		0o600,
	]);
});

test("with --force, a restore replaces an earlier state of the same installation, including its log files", async () => {
	const place = await emptyPlace();
	await restoreInto(place, file);
	const packshot = await startService(place);
	const later = await packshot.client({ name: "Later" });
	const database = join(place.folder, "packshot.sqlite");
	// As a power cut leaves them: the new client is in the log alone.
	const cutOff = [database, `${database}-wal`].map((name) => [name, readFileSync(name)] as const);
	await packshot.close();
	for (const [name, bytes] of cutOff) writeFileSync(name, bytes);
	expect(statSync(`${database}-wal`).size).toBeGreaterThan(0);
	await restoreInto(place, file, { replace: true });
	const left = readdirSync(place.folder).filter((name) => name.startsWith("packshot.sqlite"));
	expect(left.sort()).toEqual([
		"packshot.sqlite",
		expect.stringMatching(/^packshot\.sqlite\.before-\d{17}$/),
	]);
	const again = await startService(place);
	onTestFinished(() => again.close());
	expect(await again.ledger(later)).toEqual([]);
});

test("a missing picture file aborts the backup, or is skipped and listed", async () => {
	const place = await emptyPlace();
	const packshot = await startService(place);
	const { addImage } = await import("../../pictures/store/store.ts");
	const row = imageRow({ original_blob: "lost/one", watermarked_blob: "lost/one", plain_blob: "lost/one" });
	await packshot.installation.db.write(addImage, {
		row,
		uploadOffsetMinutes: 0,
		existingOnly: false,
	});
	await packshot.close();
	const target = join(place.folder, "b.tar");
	await expect(backUp(place, target)).rejects.toThrow(/lost\/one/);
	expect(existsSync(target)).toBe(false);
	await backUp(place, target, { skipMissing: true });
	expect((await verifyArchive(target)).manifest.missing_blobs).toEqual(["lost/one"]);
});

test("a backup that cannot be written fails with ENOENT", async () => {
	await expect(backUp(source, join(source.folder, "no", "such", "folder.tar"))).rejects.toThrow(/ENOENT/);
});

test("a fault in the middle of a member fails that member, and does not end the process", async () => {
	const archive = createArchive(join(source.folder, "no-such-folder", "b.tar"));
	// More than the archive takes before its file is opened.
	const second = archive
		.add("a", Buffer.alloc(1_000_000))
		.then(() => archive.add("b", Buffer.alloc(1_000_000)));
	await expect(second).rejects.toThrow("ENOENT");
	await archive.discard();
});

test("rows survive a round trip through text, and malformed lines are refused", () => {
	const table = { name: "t", columns: ["a", "b", "c"], kinds: ["text", "integer", "blob"] as const };
	const row = fc.tuple(
		fc.option(fc.string({ unit: "binary" })),
		fc.option(fc.maxSafeInteger()),
		fc.option(fc.uint8Array()),
	);
	fc.assert(
		fc.property(fc.array(row, { maxLength: 4 }), (rows) => {
			const lines = rowsText(rows).split("\n");
			expect(lines.pop()).toBe("");
			expect(lines.map((line) => rowFromLine(line, table))).toEqual(rows);
		}),
	);
	const wrong = [
		"[1]",
		'["",1,',
		"{}",
		"",
		"[null,null,true]",
		'[null,null,{"base64":1}]',
		"[1,null,null]",
		'["","1",null]',
		'["",1.5,null]',
		'["",1e999,null]',
		'["",1,""]',
	];
	for (const line of wrong) {
		expect(() => rowFromLine(line, table)).toThrow(BackupError);
	}
});
