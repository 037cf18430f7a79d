import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { addBackup } from "../../src/cli/backup.ts";
import { addDoctor } from "../../src/cli/doctor.ts";
import { addRestore } from "../../src/cli/restore.ts";
import { encryptedBlobs } from "../../src/operations/backup/encrypted-blobs.ts";
import {
	type BackupState,
	claimBackup,
	dueTask,
	leaveBackup,
	readBackupState,
} from "../../src/operations/backup/schedule.ts";
import { pruneBackups, storedBackups } from "../../src/operations/backup/stored-backup.ts";
import { openDiskBlobs } from "../../src/platform/blobs/disk.ts";
import { tasksToDo } from "../../src/platform/tasks/stored-tasks.ts";
import { DAY_MS, HOUR_MS } from "../../src/platform/time/durations.ts";
import { runCommands } from "../support/command-line.ts";
import { startS3 } from "../support/s3.ts";
import { startService, type TestService } from "../support/service.ts";

/** Regular backups: what is due, what is stored, and what a drill finds. */

function folderOfOwn(): string {
	const folder = mkdtempSync(join(tmpdir(), "packshot-regular-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

async function begun(more: Record<string, string> = {}) {
	const folder = mkdtempSync(join(tmpdir(), "packshot-regular-"));
	const place = join(folder, "backups");
	const settings = { PACKSHOT_BACKUP_URL: place, PACKSHOT_DISK_RESERVE_MEBIBYTES: "0", ...more };
	const packshot = await startService({ settings });
	const remove = async () => {
		await packshot.close();
		rmSync(folder, { recursive: true, force: true });
	};
	await packshot.client({ name: "Corner shop" });
	await packshot.product({ barcode: "4011", info: { brand: "Golden Sheaf" } });
	await packshot.picture("4011", "front");
	const run = (...args: string[]) => runCommands([addBackup], ["backup", ...args], packshot.settings);
	return { packshot, place, run, remove };
}

/** The same until the test ends. */
async function installation(more: Record<string, string> = {}) {
	const made = await begun(more);
	onTestFinished(made.remove);
	return made;
}

const filesIn = (folder: string, below: string) =>
	readdirSync(join(folder, below), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name));

const ZEROS = "0".repeat(64);

const state = ({ installation: { db } }: TestService) => readBackupState(db.read);

test("a backup stores new pictures alone, is restored on trial, and restores an installation", async () => {
	const { packshot, place, run } = await installation();
	const first = await run("--json");
	expect([first.code, first.stderr]).toEqual([0, ""]);
	const stored = filesIn(place, "pictures").length;
	expect(first.document.made).toContain(`${stored} of them new`);
	await packshot.picture("4012", "front", { seed: 2 });
	await new Promise((resolve) => setTimeout(resolve, 1000));
	const second = await run("--json");
	expect(second.document.made).toContain(`${2 * stored} picture files, ${stored} of them new`);
	expect(await storedBackups(openDiskBlobs(place))).toHaveLength(2);

	const drill = await run("--drill");
	expect([drill.code, drill.stderr]).toEqual([0, ""]);
	expect(drill.stdout).toMatch(/\d+ of \d+ picture files restored and checked by hash/);
	expect(existsSync(join(packshot.folder, "drill"))).toBe(false);
	const { last, goodMs } = await state(packshot);
	expect([last.backup?.failure, last.drill?.failure]).toEqual([null, null]);
	expect(await tasksToDo(packshot.installation.db.read, "backup")).toEqual([]);
	expect(goodMs.drill).toBeGreaterThan(goodMs.backup ?? 0);

	const empty = { ...packshot.settings, PACKSHOT_DATA: folderOfOwn(), PACKSHOT_DATABASE_URL: "" };
	const restored = await runCommands([addRestore], ["restore", "latest"], empty);
	expect([restored.code, restored.stderr]).toEqual([0, ""]);
	const doctor = await runCommands([addDoctor], ["doctor", "--read"], empty);
	expect(doctor.stdout).toMatch(/^ok {5}pictures: 2 with all their files, each unchanged$/m);
	expect((await runCommands([addRestore], ["restore", "20000101t000000z"], empty)).stderr).toMatch(
		/no backup 20000101t000000z in PACKSHOT_BACKUP_URL, which has \d{8}t\d{6}z/,
	);
});

test("a drill fails and says why without room, with damaged or missing pictures, and with damaged rows", async () => {
	const { packshot, place, run } = await installation();
	await run();
	const noRoom = { ...packshot.settings, PACKSHOT_DISK_RESERVE_MEBIBYTES: "1000000" };
	const short = await runCommands([addBackup], ["backup", "--drill"], noRoom);
	expect([short.code, short.stderr]).toEqual([
		1,
		expect.stringMatching(/the drill failed: it needs \d+ MB on the disk/),
	]);

	const fails = async (expected: RegExp) => {
		const drill = await run("--drill");
		expect([drill.code, drill.stderr]).toEqual([1, expect.stringMatching(expected)]);
		const { last, goodMs } = await state(packshot);
		expect([last.drill?.failure, goodMs.drill]).toEqual([expect.stringMatching(expected), undefined]);
		expect(existsSync(join(packshot.folder, "drill"))).toBe(false);
	};
	const [member = ""] = filesIn(place, "backups").filter((file) => file.includes("member-000003"));
	const rows = readFileSync(member);
	writeFileSync(member, "damaged");
	await fails(/rows\/\S+ was changed after it was written|cannot be unpacked/);
	writeFileSync(member, rows);
	for (const file of filesIn(place, "pictures")) writeFileSync(file, "damaged");
	await fails(/blobs\/\S+ was changed after it was written/);
	for (const file of filesIn(place, "pictures")) rmSync(file);
	await fails(/blobs\/\S+ is missing/);
});

describe("in what a backup is read from", () => {
	let made: Awaited<ReturnType<typeof begun>>;
	beforeAll(async () => {
		made = await begun();
	});
	afterAll(() => made.remove());

	/** Replaces a file of the backup for one drill. */
	async function drilledWith(isMeant: (file: string) => boolean, content: string | Buffer) {
		// All tests share it; the first makes it.
		if (!existsSync(join(made.place, "backups"))) await made.run();
		const [file = ""] = filesIn(made.place, "backups").filter(isMeant);
		const whole = readFileSync(file);
		writeFileSync(file, gzipSync(content));
		const { code, stderr } = await made.run("--drill");
		writeFileSync(file, whole);
		return [code, stderr];
	}
	const isList = (file: string) => file.includes("pictures-");

	test.each([
		[
			"a key that points outside the store",
			/"blobs\/\.\.\/\.\.\/etc\/passwd" is not a member of a backup/,
			["../../etc/passwd", ZEROS, 1],
		],
		["a file larger than any", /blobs\/a\/b is too large/, ["a/b", ZEROS, 2 ** 40]],
		["a hash that is none", /is not a list of pictures/, ["a/b", "x", 1]],
		["a negative size", /is not a list of pictures/, ["a/b", ZEROS, -1]],
	])("a list of pictures with %s is refused", async (_what, expected, entry) => {
		const refused = [1, expect.stringMatching(expected)];
		expect(await drilledWith(isList, JSON.stringify([entry]))).toEqual(refused);
	});

	test("a list that unpacks to more than any, and an index with a member that no backup has, are refused", async () => {
		const large = Buffer.alloc(65 * 2 ** 20, " ");
		expect(await drilledWith(isList, large)).toEqual([1, expect.stringMatching(/larger than/)]);
		const index = JSON.stringify({ members: [["../secret", ZEROS, 1]], parts: 1 });
		expect(await drilledWith((file) => file.endsWith("index"), index)).toEqual([
			1,
			expect.stringMatching(/"\.\.\/secret" is not a member of a backup/),
		]);
	});
});

test("with a key nothing in the store is legible, and another key opens nothing; in S3 without a key the secret is left out", async () => {
	const key = "a key of at least thirty-two characters";
	const { packshot, place, run } = await installation({ PACKSHOT_BACKUP_KEY: key });
	await run();
	for (const file of filesIn(place, "")) {
		const bytes = readFileSync(file);
		if (!file.endsWith("owner")) expect(bytes.subarray(0, 6).toString()).toBe("PSENC1");
	}
	expect((await run("--drill")).code).toBe(0);
	const wrong = { ...packshot.settings, PACKSHOT_BACKUP_KEY: `${key}!` };
	expect((await runCommands([addBackup], ["backup", "--drill"], wrong)).stderr).toContain(
		"PACKSHOT_BACKUP_KEY is another one",
	);
	const without = { ...packshot.settings, PACKSHOT_BACKUP_KEY: "" };
	expect((await runCommands([addBackup], ["backup", "--drill"], without)).stderr).toContain(
		"the backup is encrypted: its key is missing (PACKSHOT_BACKUP_KEY)",
	);
	const store = openDiskBlobs(place);
	const swapped = encryptedBlobs({ ...store, get: () => store.get("owner") }, key);
	await expect(swapped.get("pictures/x")).rejects.toThrow(/does not open/);

	const s3 = await startS3();
	onTestFinished(() => s3.close());
	const { bucket, prefix, endpoint } = s3.location("backups/");
	const url = `s3://${bucket}/${prefix}?endpoint=${encodeURIComponent(endpoint ?? "")}`;
	const onS3 = { ...packshot.settings, PACKSHOT_BACKUP_URL: url, PACKSHOT_BACKUP_KEY: "" };
	const open = await runCommands([addBackup], ["backup"], onS3);
	expect([open.code, open.stdout]).toEqual([0, expect.stringContaining("without the master secret")]);
	expect((await runCommands([addBackup], ["backup", "--drill"], onS3)).code).toBe(0);

	const { AWS_ACCESS_KEY_ID: user = "", AWS_SECRET_ACCESS_KEY: secret = "" } = process.env;
	onTestFinished(() => void vi.unstubAllEnvs());
	for (const name of ["AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"]) vi.stubEnv(name, "nobody");
	expect((await runCommands([addBackup], ["backup"], onS3)).code).toBe(1);
	const own = { ...onS3, PACKSHOT_BACKUP_URL: url.replace("://", `://${user}:${secret}@`) };
	expect((await runCommands([addBackup], ["backup"], own)).code).toBe(0);
});

test("another installation's place, one inside the data folder, and none at all are refused", async () => {
	const { packshot, place, run } = await installation();
	await run();
	const other = await startService();
	onTestFinished(() => other.close());
	const at = async (url: string, settings = packshot.settings) =>
		(await runCommands([addBackup], ["backup"], { ...settings, PACKSHOT_BACKUP_URL: url })).stderr;
	const secret = { PACKSHOT_DATABASE_URL: "", PACKSHOT_SECRET: "" };
	if (!other.settings.PACKSHOT_DATABASE_URL)
		expect(await at(place, { ...other.settings, ...secret })).toContain(
			"the backups of another installation",
		);
	expect(await at(join(packshot.folder, "backups"))).toContain("inside PACKSHOT_DATA");
	expect(await at("")).toContain("PACKSHOT_BACKUP_URL is not set");
	expect(await at("ftp://example.com")).toContain("PACKSHOT_BACKUP_URL must be a folder or s3://");
});

test("backups that are too old go, with pictures that no other names; the newest stays however old it is", async () => {
	const { packshot, place, run } = await installation();
	await run();
	const store = openDiskBlobs(place);
	const [first] = await storedBackups(store);
	await store.put("backups/20200101t000000z/member-000001", Buffer.from("left by one that was cut off"));
	await packshot.picture("4011", "front", { seed: 3 });
	await new Promise((resolve) => setTimeout(resolve, 1000));
	await run();
	expect((await storedBackups(store)).map(({ id }) => id)).toEqual([first?.id, expect.any(String)]);
	await store.put("pictures/of/nobody", Buffer.from("x"));
	expect(await pruneBackups(store, Date.now() + DAY_MS)).toBe(1);
	expect(await storedBackups(store)).toHaveLength(1);
	await expect(store.get("pictures/of/nobody")).rejects.toThrow();
	expect((await run("--drill")).code).toBe(0);
});

test("of many processes one gets a task, and whoever lost it changes nothing", async () => {
	const { packshot } = await installation();
	const { db } = packshot.installation;
	const claim = (leaseId: string) => db.write(claimBackup, { leaseId, hour: 2, drillDays: 7, asked: null });
	const claimed = await Promise.all(["a", "b", "c", "d"].map(claim));
	expect(claimed.filter((each) => each !== null)).toMatchObject([
		{ ref: "backup", started_at: packshot.clock.now() },
	]);
	const holder = "abcd"[claimed.findIndex((each) => each !== null)] ?? "";
	const leave = (leaseId: string) =>
		db.write(leaveBackup, {
			leaseId,
			task: "backup",
			end: { failure: null, made: leaseId },
		});
	for (const other of "abcd") if (other !== holder) await leave(other);
	expect(await tasksToDo(db.read, "backup")).toMatchObject([{ ref: "backup", lease_id: holder }]);
	await leave(holder);
	expect((await state(packshot)).last.backup?.made).toBe(holder);
	expect(await claim("e")).toMatchObject({ ref: "drill", started_at: packshot.clock.now() });
});

describe("what is due", () => {
	const noon = Date.UTC(2027, 4, 10, 12);
	const schedule = { hour: 2, drillDays: 7 };
	const after = (given: Partial<BackupState>) => {
		return dueTask({ last: {}, goodMs: {}, ...given }, schedule, noon);
	};
	const failed = (endedMs: number) => ({ beganMs: endedMs, endedMs, failure: "no", made: "" });

	test.each([
		["a backup where there never was one", {}, "backup"],
		["a backup where the last is of yesterday", { goodMs: { backup: noon - DAY_MS } }, "backup"],
		["a drill where there never was one", { goodMs: { backup: noon - HOUR_MS } }, "drill"],
		["a drill after a week", { goodMs: { backup: noon - HOUR_MS, drill: noon - 7 * DAY_MS } }, "drill"],
		["nothing otherwise", { goodMs: { backup: noon - 10 * HOUR_MS, drill: noon - 6 * DAY_MS } }, undefined],
		["nothing for an hour after a failure", { last: { backup: failed(noon - HOUR_MS + 1) } }, undefined],
		["a backup an hour after a failure", { last: { backup: failed(noon - HOUR_MS) } }, "backup"],
		[
			"a drill beside a backup that fails",
			{ last: { backup: failed(noon) }, goodMs: { backup: noon - 2 * DAY_MS } },
			"drill",
		],
	] as const)("is %s", (_, given, expected) => {
		expect(after(given)).toBe(expected);
	});
});
