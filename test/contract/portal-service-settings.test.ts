import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { addBackup } from "../../src/cli/backup.ts";
import { addConfig } from "../../src/cli/config.ts";
import { addDoctor } from "../../src/cli/doctor.ts";
import { addRestore } from "../../src/cli/restore.ts";
import { loadConfig } from "../../src/config.ts";
import { openInstallation } from "../../src/installation.ts";
import { platformWorks } from "../../src/platform/works.ts";
import { testClock } from "../support/clock.ts";
import { runCommands } from "../support/command-line.ts";
import { startMailServer } from "../support/mail-server.ts";
import { PATIENCE_MS } from "../support/patience.ts";
import { type Browser, browser, newPerson, PASSWORD } from "../support/portal.ts";
import { startService, type TestService } from "../support/service.ts";

/** What operators set in the pages: who may, what it is held against, that it takes effect everywhere, and that secrets stay secret. */

const SECRET = "swordfish-11-marzipan";
const SMTP = `smtps://robot:${SECRET}@mail.example.com`;
const BACKUPS = `s3://AKIAEXAMPLE:${SECRET}@backups/packshot?endpoint=http://127.0.0.1:9`;

async function serving(options: Parameters<typeof startService>[0] = {}): Promise<TestService> {
	const packshot = await startService(options);
	onTestFinished(() => packshot.close());
	return packshot;
}

const boss = (packshot: TestService) => newPerson(packshot, { roles: ["administrator"] });

interface Shown {
	readonly name: string;
	readonly value: string | null;
	readonly source: string;
	readonly is_pending: boolean;
	readonly fault: string | null;
}

async function read(person: Browser): Promise<{ revision: number; of: (name: string) => Shown | undefined }> {
	const { body } = await person.ask("GET /admin/settings/service");
	return { revision: body.revision, of: (name) => body.settings.find((each: Shown) => each.name === name) };
}

/** As browsers say it, which know that the address of the service is theirs. */
const sameOrigin = { "sec-fetch-site": "same-origin" };

async function save(
	person: Browser,
	values: Record<string, string | null>,
	more: object = {},
	headers: Record<string, string> = {},
) {
	const { revision } = await read(person);
	return person.ask("PATCH /admin/settings/service", {
		body: { revision, values, password: PASSWORD, even_if_unreachable: true, ...more },
		headers,
	});
}

test("only administrators see and change them, and only with their password", async () => {
	const packshot = await serving();
	const administrator = await boss(packshot);
	const values = { PACKSHOT_SMTP_FROM: "Me <me@example.com>" };
	for (const roles of [[], ["accountant", "catalogue_editor", "tracer"]] as const) {
		const other = await newPerson(packshot, { roles });
		expect((await other.ask("GET /admin/settings/service")).status).toBe(403);
		const body = { revision: 0, values, password: PASSWORD };
		expect((await other.ask("PATCH /admin/settings/service", { body })).status).toBe(403);
	}
	const visitor = await browser(packshot).ask("GET /admin/settings/service");
	expect(visitor.status).toBe(401);
	expect((await save(administrator, values, { password: undefined })).body.error).toBe("sign_in_again");
	expect((await save(administrator, values, { password: "wrong" })).body.error).toBe("sign_in_failed");
	expect((await read(administrator)).of("PACKSHOT_SMTP_FROM")?.source).toBe("default");
	expect((await save(administrator, values)).status).toBe(200);
	expect((await read(administrator)).of("PACKSHOT_SMTP_FROM")).toMatchObject({
		source: "stored",
		value: values.PACKSHOT_SMTP_FROM,
	});
});

test("whoever signs in through a provider needs no password, but a recent sign-in", async () => {
	const packshot = await serving();
	const administrator = await boss(packshot);
	const [account] = await packshot.installation.db.read.selectFrom("account").select("account_id").execute();
	await packshot.alter(
		`insert into account_identity (issuer, subject, account_id, linked_at) values ('https://id.example.com', 's', '${account?.account_id}', 1)`,
	);
	const values = { PACKSHOT_BACKUP_HOUR: "3" };
	expect((await save(administrator, values, { password: undefined })).status).toBe(200);
	packshot.clock.advance(10 * 60_000);
	expect((await save(administrator, values, { password: undefined })).body.error).toBe("sign_in_again");
});

test("the environment takes precedence, and is shown as what decides", async () => {
	const packshot = await serving({ settings: { PACKSHOT_SMTP_URL: SMTP, PACKSHOT_BACKUP_HOUR: "5" } });
	const administrator = await boss(packshot);
	const settings = await read(administrator);
	expect(settings.of("PACKSHOT_BACKUP_HOUR")).toMatchObject({ source: "environment", value: "5" });
	expect(settings.of("PACKSHOT_SMTP_URL")).toMatchObject({
		source: "environment",
		value: "smtps://mail.example.com",
	});
	const refused = await save(administrator, { PACKSHOT_BACKUP_HOUR: "6" });
	expect([refused.status, refused.body.message]).toEqual([
		400,
		"values.PACKSHOT_BACKUP_HOUR: it is set in the environment of the service.",
	]);
});

test("values are held against the same rules as those of the environment, each at its field", async () => {
	const packshot = await serving();
	const administrator = await boss(packshot);
	const wrong: [name: string, value: string, problem: RegExp][] = [
		["PACKSHOT_BACKUP_HOUR", "24", /it must be a whole number from 0 to 23/],
		["PACKSHOT_PUBLIC_URL", "photos.example.com", /it must be an http or https URL/],
		["PACKSHOT_PUBLIC_URL", "https://photos.example.com/pages", /scheme and a host alone/],
		["PACKSHOT_SMTP_URL", `https://robot:${SECRET}@mail.example.com`, /it must look like smtps:/],
		["PACKSHOT_SMTP_URL", `smtps://robot:1/${SECRET}@mail.example.com`, /it must look like smtps:/],
		["PACKSHOT_SMTP_URL", `"${SMTP}"`, /it is in quotes/],
		["PACKSHOT_SMTP_FROM", "Me\n<me@example.com>", /./],
		["PACKSHOT_BACKUP_URL", "backups", /whole path/],
		["PACKSHOT_BACKUP_URL", join(packshot.folder, "backups"), /must not be inside the folder/],
		["PACKSHOT_BACKUP_URL", `s3://AKIA:${SECRET}@Nowhere_1`, /it must look like s3:/],
		["PACKSHOT_BACKUP_URL", "s3://backups/%zz", /a % must be written as %25/],
		["PACKSHOT_BACKUP_URL", "s3://AKIA@backups", /a key without its secret/],
		["PACKSHOT_BACKUP_KEY", "short", /at least 32 characters/],
		["PACKSHOT_STOREFRONT", "maybe", /it must be one of off, on/],
		["PACKSHOT_TRUSTED_PROXIES", "the proxy", /./],
	];
	for (const [name, value, problem] of wrong) {
		const refused = await save(administrator, { [name]: value });
		expect([name, refused.status]).toEqual([name, 400]);
		expect(refused.body.message).toMatch(problem);
		expect(refused.body.message).toMatch(new RegExp(`^values\\.${name}: `));
		expect(refused.text).not.toContain(SECRET);
	}
	for (const name of ["PACKSHOT_SECRET", "PACKSHOT_DATABASE_URL", "constructor"])
		expect((await save(administrator, { [name]: "x" })).status).toBe(400);
	expect((await read(administrator)).revision).toBe(0);
});

test("an address that does not lead here is saved only by whoever insists; that of the service is saved at once", async () => {
	const packshot = await serving();
	const administrator = await boss(packshot);
	const sure = { even_if_unreachable: undefined };
	const elsewhere = { PACKSHOT_PUBLIC_URL: "http://127.0.0.1:9" };
	const refused = await save(administrator, elsewhere, sure);
	expect([refused.body.error, refused.body.message]).toEqual([
		"address_elsewhere",
		expect.stringContaining("http://127.0.0.1:9 cannot be reached"),
	]);
	expect((await save(administrator, { PACKSHOT_PUBLIC_URL: packshot.origin }, sure)).status).toBe(200);
	expect((await save(administrator, elsewhere)).status).toBe(200);
});

test("links, mail, the storefront and the check-list follow at once, and other servers soon", async () => {
	const mail = await startMailServer();
	const packshot = await serving();
	const administrator = await boss(packshot);
	const visitor = browser(packshot);
	const mails = async () => (await visitor.ask("GET /session")).body.service.mails_resets;
	const products = () => fetch(`${packshot.origin}/products`, { redirect: "manual" });
	const barcodes = () =>
		fetch(`${packshot.origin}/barcodes`, { method: "POST", body: new URLSearchParams() });
	const open = async () =>
		(await administrator.ask("GET /admin/checklist")).body.data
			.filter(({ state }: { state: string }) => state === "open")
			.map(({ check }: { check: string }) => check);
	expect(await mails()).toBe(false);
	expect((await barcodes()).status).toBe(404);
	expect(await open()).toEqual(expect.arrayContaining(["address", "storefront"]));

	const second = await openInstallation(loadConfig(packshot.settings), packshot.clock);
	onTestFinished(() => second.close());
	const [following] = platformWorks({ databaseFile: undefined, storedSettings: second.storedSettings });
	const stop = following?.begin((fault) => expect.fail(String(fault)));
	onTestFinished(() => stop?.());

	const saved = await save(administrator, {
		PACKSHOT_PUBLIC_URL: "https://photos.example.com",
		PACKSHOT_SMTP_URL: mail.url,
		PACKSHOT_STOREFRONT: "on",
	});
	expect(saved.status).toBe(200);
	// Whoever has changed the address stays signed in: the cookie of an https address has another name.
	expect(saved.headers.get("set-cookie")).toMatch(/^__Host-packshot_session=.*Secure/);
	expect(await open()).not.toContain("address");
	expect(await open()).not.toContain("storefront");
	expect(await mails()).toBe(true);
	expect(await (await products()).text()).toContain("</html>");
	expect((await barcodes()).status).toBe(400);
	const asked = await visitor.ask("POST /password-reset/mail", {
		body: { email: administrator.email },
		headers: sameOrigin,
	});
	expect(asked.status).toBe(204);
	expect(mail.mails.at(-1)?.text).toContain("https://photos.example.com/reset#");
	expect((await administrator.ask("POST /admin/test-mail", { headers: sameOrigin })).body.is_accepted).toBe(
		true,
	);
	expect(await open()).not.toContain("mail");

	await vi.waitFor(
		() =>
			expect(
				second.storedSettings
					.standing()
					.settings.find(({ setting }) => setting.name === "PACKSHOT_STOREFRONT"),
			).toMatchObject({ source: "stored", values: { storefront: "on" } }),
		{ timeout: PATIENCE_MS },
	);
	// Another sender has to be tested again.
	await save(
		administrator,
		{ PACKSHOT_SMTP_FROM: "me@example.com", PACKSHOT_STOREFRONT: null },
		{},
		sameOrigin,
	);
	expect(await open()).toEqual(expect.arrayContaining(["mail", "storefront"]));
	expect((await barcodes()).status).toBe(404);
});

test("of two saves at once, one is refused, and nothing is lost", async () => {
	const packshot = await serving();
	const administrator = await boss(packshot);
	await save(administrator, { PACKSHOT_DIGEST_HOUR: "7" });
	const { revision } = await read(administrator);
	const saves = ["PACKSHOT_BACKUP_HOUR", "PACKSHOT_BACKUP_DAYS", "PACKSHOT_BACKUP_DRILL_DAYS"].map((name) =>
		administrator.ask("PATCH /admin/settings/service", {
			body: { revision, values: { [name]: "9" }, password: PASSWORD },
		}),
	);
	const answers = await Promise.all(saves);
	expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
	expect(answers.find(({ status }) => status === 409)?.body.error).toBe("settings_changed");
	const { body } = await administrator.ask("GET /admin/settings/service");
	expect(body.settings.filter(({ source }: Shown) => source === "stored")).toHaveLength(2);
});

test("secrets are stored sealed, and neither shown, recorded nor exported unless somebody asks for them", async () => {
	const folder = mkdtempSync(join(tmpdir(), "packshot-sealed-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	const packshot = await startService({ folder });
	const administrator = await boss(packshot);
	const key = `${SECRET}-${SECRET}`;
	const saved = await save(administrator, {
		PACKSHOT_SMTP_URL: SMTP,
		PACKSHOT_BACKUP_URL: BACKUPS,
		PACKSHOT_BACKUP_KEY: key,
		PACKSHOT_BACKUP_HOUR: "4",
	});
	expect(saved.status).toBe(200);
	const events = await administrator.ask("GET /admin/events", { query: {} });
	const page = await administrator.ask("GET /admin/settings/service");
	expect(events.text).toContain("PACKSHOT_BACKUP_KEY");
	expect(events.text).toContain("smtps://mail.example.com");
	for (const { text } of [saved, events, page]) expect(text).not.toContain(SECRET);
	const config = (...args: string[]) => runCommands([addConfig], ["config", ...args], packshot.settings);
	const plain = await config("export");
	expect(plain.stdout).toContain("PACKSHOT_BACKUP_HOUR=4\n");
	expect(plain.stdout).toContain("# PACKSHOT_SMTP_URL is a secret");
	expect(plain.stdout).not.toContain(SECRET);
	const whole = await config("export", "--secrets", "--json");
	expect(whole.document.settings).toEqual({
		PACKSHOT_SMTP_URL: SMTP,
		PACKSHOT_BACKUP_URL: BACKUPS,
		PACKSHOT_BACKUP_KEY: key,
		PACKSHOT_BACKUP_HOUR: "4",
	});
	await packshot.close();
	const archive = join(folder, "..", `${basename(folder)}.tar`);
	const restored = { PACKSHOT_DATA: `${folder}-restored` };
	onTestFinished(() => {
		for (const path of [archive, restored.PACKSHOT_DATA]) rmSync(path, { recursive: true, force: true });
	});
	expect((await runCommands([addBackup], ["backup", archive], packshot.settings)).code).toBe(0);
	const elsewhere = { ...packshot.settings, ...restored };
	expect((await runCommands([addRestore], ["restore", archive], elsewhere)).code).toBe(0);
	const carried = await runCommands([addConfig], ["config", "export", "--secrets", "--json"], elsewhere);
	expect(carried.document).toEqual(whole.document);
	const stored = readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((file) => file.isFile())
		.map((file) => readFileSync(join(file.parentPath, file.name), "latin1"));
	expect(stored.length).toBeGreaterThan(1);
	for (const text of stored) expect(text).not.toContain(SECRET);
});

test("stored values hold at the next start, some only then; a rotated key opens them, a lost one leaves them unset", async () => {
	const folder = mkdtempSync(join(tmpdir(), "packshot-stored-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	const clock = testClock();
	const begun = async (generation: number) => {
		const settings = { PACKSHOT_SEAL_KEY_GENERATION: String(generation) };
		const packshot = await startService({ folder, clock, settings });
		const administrator = await boss(packshot);
		return { packshot, administrator, settings: await read(administrator) };
	};
	const first = await begun(1);
	await save(first.administrator, { PACKSHOT_SMTP_URL: SMTP, PACKSHOT_TRUSTED_PROXIES: "192.0.2.1" });
	expect((await read(first.administrator)).of("PACKSHOT_TRUSTED_PROXIES")).toMatchObject({
		is_pending: true,
	});
	await first.packshot.close();
	// Opened with the previous key, and sealed with the current one.
	for (const generation of [2, 3]) {
		const { packshot, settings } = await begun(generation);
		expect(settings.of("PACKSHOT_SMTP_URL")).toMatchObject({ source: "stored", fault: null });
		expect(settings.of("PACKSHOT_TRUSTED_PROXIES")).toMatchObject({ value: "192.0.2.1", is_pending: false });
		await packshot.close();
	}
	const lost = await begun(9);
	onTestFinished(() => lost.packshot.close());
	expect(lost.settings.of("PACKSHOT_SMTP_URL")).toMatchObject({ source: "default", fault: /./ });
	const doctor = await runCommands([addDoctor], ["doctor", "--json"], lost.packshot.settings);
	expect([doctor.code, doctor.document.settings.faults]).toEqual([
		1,
		[expect.stringContaining("PACKSHOT_SMTP_URL counts as unset")],
	]);
	// Set again, it can be used again.
	await save(lost.administrator, { PACKSHOT_SMTP_URL: SMTP });
	expect((await read(lost.administrator)).of("PACKSHOT_SMTP_URL")).toMatchObject({ fault: null });
});

test("the command line forgets a public address that keeps everybody out", async () => {
	const packshot = await serving();
	const administrator = await boss(packshot);
	await save(administrator, { PACKSHOT_PUBLIC_URL: "http://photos.example.com" });
	const unset = (name: string) => runCommands([addConfig], ["config", "unset", name], packshot.settings);
	expect((await unset("PACKSHOT_SECRET")).code).toBe(1);
	expect((await unset("PACKSHOT_PUBLIC_URL")).code).toBe(0);
	expect((await read(administrator)).of("PACKSHOT_PUBLIC_URL")).toMatchObject({
		source: "default",
		value: null,
	});
});
