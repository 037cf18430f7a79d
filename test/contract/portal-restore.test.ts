import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Secret, TOTP } from "otpauth";
import { expect, onTestFinished, test } from "vitest";
import { removeOld } from "../../src/operations/backup/kept-states.ts";
import type { RestoreRequest, Restoring } from "../../src/operations/backup/restoring.ts";
import { newSetupLink } from "../../src/operations/pages/set-up/link.ts";
import { DAY_MS } from "../../src/platform/time/durations.ts";
import { type Browser, browser, newPerson, PASSWORD } from "../support/portal.ts";
import { startService, type TestService } from "../support/service.ts";

/** Restoring in the pages: who may, what may be named, and what an upload may do. The restore itself: test/faults/restoring.test.ts. */

const STORED = "20270131t020000z";

async function serving(
	settings: Record<string, string> = {},
	backups: Restoring["backups"] = async () => [STORED],
) {
	const begun: RestoreRequest[] = [];
	const asked: string[] = [];
	const restoring: Restoring = {
		last: undefined,
		backups,
		begin: (request) => void begun.push(request),
		async ask(name, what) {
			asked.push(`${what} ${name}`);
			throw new Error("it is damaged");
		},
	};
	const packshot = await startService({ settings, restoring });
	onTestFinished(() => packshot.close());
	return { packshot, begun, asked };
}

const boss = (packshot: TestService) => newPerson(packshot, { roles: ["administrator"] });
const begin = (person: Browser, more: object = {}) =>
	person.ask("POST /admin/restore", { body: { name: STORED, password: PASSWORD, ...more } });

async function upload(
	{ origin }: TestService,
	{ cookie = "", csrf = "" }: Partial<Browser>,
	{
		size = 8,
		bytes,
		at = 0,
		path = "/admin/restore",
	}: { size?: number; bytes?: string; at?: number; path?: string },
	more: Record<string, string> = {},
) {
	const url = `${origin}/portal/api${path}/file?size_bytes=${size}&modified_ms=5`;
	const headers = { cookie, "x-packshot-csrf": csrf || "1", origin, "tus-resumable": "1.0.0", ...more };
	if (bytes === undefined) return fetch(url, { method: "HEAD", headers });
	const type = { "content-type": "application/offset+octet-stream", "upload-offset": String(at) };
	return fetch(url, { method: "PATCH", headers: { ...headers, ...type }, body: bytes });
}

test("only administrators restore, with their password", async () => {
	const { packshot, begun } = await serving();
	const editor = await newPerson(packshot, { roles: ["catalogue_editor"] });
	expect((await begin(editor)).status).toBe(403);
	const administrator = await boss(packshot);
	expect((await begin(administrator, { password: "wrong" })).body.error).toBe("sign_in_failed");
	expect((await administrator.ask("POST /admin/restore", { body: { name: STORED } })).status).toBe(403);
	expect(begun).toEqual([]);
	expect((await begin(administrator)).status).toBe(202);
	expect(begun).toMatchObject([
		{ name: STORED, isFirst: false, actor: { accountId: administrator.accountId } },
	]);
});

test("those who have a second factor give it too, and each code works once", async () => {
	const { packshot, begun } = await serving();
	const administrator = await boss(packshot);
	const { body } = await administrator.ask("POST /totp", { body: { password: PASSWORD } });
	const codeNow = () =>
		new TOTP({ secret: Secret.fromBase32(body.secret) }).generate({ timestamp: packshot.clock.now() });
	const confirmed = await administrator.ask("POST /totp/confirm", { body: { code: codeNow() } });
	packshot.clock.advance(60_000);
	expect((await begin(administrator)).body.error).toBe("code_required");
	expect((await begin(administrator, { code: "000000" })).body.error).toBe("sign_in_failed");
	expect(begun).toEqual([]);
	const code = codeNow();
	expect((await begin(administrator, { code })).status).toBe(202);
	expect((await begin(administrator, { code })).body.error).toBe("sign_in_failed");
	const [recovery] = confirmed.body.recovery_codes;
	expect((await begin(administrator, { code: recovery })).status).toBe(202);
	expect((await begin(administrator, { code: recovery })).status).toBe(401);
	expect(begun).toHaveLength(2);
});

test("guesses of a second factor are limited", async () => {
	const { packshot, begun } = await serving();
	const administrator = await boss(packshot);
	const { body } = await administrator.ask("POST /totp", { body: { password: PASSWORD } });
	const code = new TOTP({ secret: Secret.fromBase32(body.secret) }).generate({
		timestamp: packshot.clock.now(),
	});
	await administrator.ask("POST /totp/confirm", { body: { code } });
	const answers = [];
	for (let guess = 0; guess < 30; guess++)
		answers.push((await begin(administrator, { code: String(100_000 + guess) })).status);
	expect(answers.at(-1)).toBe(429);
	expect(begun).toEqual([]);
});

test("only what is listed can be named, and whatever is wrong with it is shown", async () => {
	const { packshot, asked } = await serving();
	const administrator = await boss(packshot);
	const look = (name: string) =>
		administrator.ask("POST /admin/restore/look", { body: { name, is_tried: false } });
	for (const name of ["/etc/passwd", "../secret", "20200101t000000z", "", "upload-5-8.tar"])
		expect((await look(name)).status).toBe(404);
	expect(asked).toEqual([]);
	expect((await look(STORED)).status).toBe(202);
	expect(asked).toEqual([`--look ${STORED}`]);
	const { body } = await administrator.ask("GET /admin/restore");
	expect(body.looked).toMatchObject({ is_done: true, failure: "it is damaged", made_at: null });
});

test("where others may serve the same installation, the page gives the command", async () => {
	const packshot = await startService();
	onTestFinished(() => packshot.close());
	const administrator = await boss(packshot);
	const { body } = await administrator.ask("GET /admin/restore");
	expect(body.command).toBe("packshot restore latest --force");
	expect((await begin(administrator)).body.error).toBe("restore_elsewhere");
});

test("an upload goes on where it broke off, is offered once it is whole, and another takes its place", async () => {
	const { packshot, begun } = await serving();
	const administrator = await boss(packshot);
	const listed = async () =>
		(await administrator.ask("GET /admin/restore")).body.backups
			.map(({ name }: { name: string }) => name)
			.filter((name: string) => name !== STORED);
	expect((await upload(packshot, administrator, {})).headers.get("upload-offset")).toBe("0");
	expect((await upload(packshot, administrator, { bytes: "1234" })).status).toBe(204);
	expect(await listed()).toEqual([]);
	expect((await upload(packshot, administrator, {})).headers.get("upload-offset")).toBe("4");
	expect((await upload(packshot, administrator, { bytes: "1234" })).status).toBe(409);
	expect((await upload(packshot, administrator, { bytes: "56789", at: 4 })).status).toBe(400);
	expect((await upload(packshot, administrator, { bytes: "5678", at: 4 })).status).toBe(204);
	expect(await listed()).toEqual(["upload-5-8.tar"]);
	expect((await begin(administrator, { name: "upload-5-8.tar" })).status).toBe(202);
	expect(begun[0]?.name).toBe(join(packshot.folder, "restore/upload-5-8.tar"));
	await upload(packshot, administrator, { size: 9 });
	expect(readdirSync(join(packshot.folder, "restore"))).toEqual(["upload-5-9.tar"]);
});

test("an upload that is too large, or for which the disk has no room, is refused before it is sent", async () => {
	const { packshot } = await serving({ PACKSHOT_DISK_RESERVE_MEBIBYTES: "1000000" });
	const administrator = await boss(packshot);
	expect((await upload(packshot, administrator, { size: 2 ** 41 })).status).toBe(400);
	expect((await upload(packshot, administrator, {})).status).toBe(507);
	const editor = await newPerson(packshot, { roles: ["catalogue_editor"] });
	expect((await upload(packshot, editor, {})).status).toBe(403);
});

test("on the first run, only its link uploads, looks and restores, and only until there is an administrator", async () => {
	const { packshot, begun } = await serving();
	const { db, secrets } = packshot.installation;
	const link = await newSetupLink({ db, hashKeys: secrets.hashKeys }, packshot.origin);
	const token = link?.split("#")[1] ?? "";
	const visitor = browser(packshot);
	const path = "/setup/restore";
	expect((await upload(packshot, {}, { path })).status).toBe(410);
	expect(
		(await upload(packshot, {}, { path, bytes: "12345678" }, { "x-packshot-setup": "guess" })).status,
	).toBe(410);
	const given = { "x-packshot-setup": token };
	expect((await upload(packshot, {}, { path }, given)).status).toBe(200);
	expect((await upload(packshot, {}, { path, bytes: "12345678" }, given)).status).toBe(204);
	const wrong = { body: { token: "guess", name: STORED } };
	expect((await visitor.ask("POST /setup/restore/begin", wrong)).status).toBe(410);
	const right = { body: { token, name: "upload-5-8.tar" } };
	expect((await visitor.ask("POST /setup/restore/begin", right)).status).toBe(202);
	expect(begun).toMatchObject([{ isFirst: true, actor: { accountId: null } }]);
	await boss(packshot);
	expect((await visitor.ask("POST /setup/restore", { body: { token } })).status).toBe(410);
	expect((await visitor.ask("POST /setup/restore/begin", right)).status).toBe(410);
});

test("on the first run, its link says where the daily backups are, and why they cannot be read", async () => {
	const { packshot } = await serving();
	const { db, secrets } = packshot.installation;
	const link = await newSetupLink({ db, hashKeys: secrets.hashKeys }, packshot.origin);
	const token = link?.split("#")[1] ?? "";
	const visitor = browser(packshot);
	const place = (folder: string, more: object = {}) =>
		visitor.ask("POST /setup/restore/place", {
			body: { token, values: { PACKSHOT_BACKUP_URL: folder, ...more } },
		});
	const stored = async () => JSON.stringify(await db.read.selectFrom("service_state").selectAll().execute());
	const guessed = { token: "guess", values: { PACKSHOT_BACKUP_URL: "/mnt/backups" } };
	expect((await visitor.ask("POST /setup/restore/place", { body: guessed })).status).toBe(410);
	const { body: refused } = await place(packshot.folder);
	expect(refused.message).toContain("values.PACKSHOT_BACKUP_URL: it must not be inside the folder");
	expect((await place("ftp://backups")).status).toBe(400);
	expect((await place("/mnt/backups", { PACKSHOT_BACKUP_KEY: "short" })).body.message).toContain(
		"values.PACKSHOT_BACKUP_KEY",
	);
	expect((await place("/mnt/backups", { PACKSHOT_SECRET: "x".repeat(40) })).status).toBe(400);
	expect(await stored()).not.toContain("PACKSHOT_BACKUP_URL");
	const { status, body } = await place("/mnt/backups", { PACKSHOT_BACKUP_KEY: "k".repeat(40) });
	expect([status, body.backups[0].name, body.place_failure]).toEqual([200, STORED, null]);
	expect(await stored()).toContain("PACKSHOT_BACKUP_URL");
	expect(await stored()).not.toContain("kkkk");
	await boss(packshot);
	expect((await place("/mnt/elsewhere")).status).toBe(410);
});

test("a place of backups that cannot be read is told, not taken for an empty one", async () => {
	const { packshot } = await serving({}, async () => {
		throw new Error("the bucket does not answer");
	});
	const administrator = await boss(packshot);
	const { body } = await administrator.ask("GET /admin/restore");
	expect([body.backups, body.place_failure]).toEqual([[], "the bucket does not answer"]);
});

test("a state that was replaced is deleted after a day, and so is what was uploaded", async () => {
	const folder = mkdtempSync(join(tmpdir(), "packshot-kept-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	const place = { databaseFile: join(folder, "packshot.sqlite"), databaseUrl: undefined };
	const restoreFolder = join(folder, "restore");
	mkdirSync(restoreFolder);
	const keptAtMs = Date.UTC(2027, 0, 2, 3, 4, 5, 678);
	const kept = join(folder, "packshot.sqlite.before-20270102030405678");
	const uploaded = join(restoreFolder, "upload-5-8.tar");
	for (const file of [place.databaseFile, kept, `${kept}-wal`, uploaded]) writeFileSync(file, "");
	utimesSync(uploaded, keptAtMs / 1000, keptAtMs / 1000);
	await removeOld(place, restoreFolder, keptAtMs + DAY_MS - 1);
	expect([kept, uploaded].map((file) => existsSync(file))).toEqual([true, true]);
	await removeOld(place, restoreFolder, keptAtMs + DAY_MS);
	expect(readdirSync(folder).sort()).toEqual(["packshot.sqlite", "restore"]);
	expect(readdirSync(restoreFolder)).toEqual([]);
});
