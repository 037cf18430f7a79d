import { hash } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Secret, TOTP } from "otpauth";
import { describe, expect, onTestFinished, test } from "vitest";
import { backUp, placeKinds, restoreInto, type TestPlace } from "../../../test/support/backups.ts";
import { testClock } from "../../../test/support/clock.ts";
import { refresh as present, tokensOf } from "../../../test/support/credentials.ts";
import { rotate } from "../../../test/support/operator.ts";
import {
	type Browser,
	browser,
	memberOf,
	newKey,
	newPerson,
	PASSWORD,
	separateKey,
} from "../../../test/support/portal.ts";
import { postgresUrl, runOn } from "../../../test/support/schemas.ts";
import {
	sharedDatabase,
	startService,
	type TestClient,
	type TestService,
} from "../../../test/support/service.ts";
import { signedUrl } from "../../../test/support/signed-urls.ts";
import { startStripe } from "../../../test/support/stripe-server.ts";
import { revokeClient } from "../../clients/policy/store.ts";
import { loadConfig } from "../../config.ts";
import { examine, isHealthy, reports } from "../../examine.ts";
import { attributePictures } from "../../leaks/attribution/leak-report.ts";
import { payAgain } from "../../payments/automatic-work.ts";
import { setDisabled } from "../../people/accounts/administration-changes.ts";
import { sqliteLibrary } from "../../platform/db/sqlite/library.ts";

/** A backup restored over the present state of the same installation: nothing that was shut since opens again. */

const { DatabaseSync } = sqliteLibrary();

async function madePlace({ make }: (typeof placeKinds)[number]): Promise<TestPlace> {
	const place = await make();
	onTestFinished(() => place.remove());
	return place;
}

function start({ folder, settings }: TestPlace): Promise<TestService> {
	return startService({ folder, settings, clock: testClock(Date.UTC(2027, 0, 2)) });
}

/** Tries a key, or a token, or a URL at another start of the service. */
async function signIn(packshot: TestService, { clientId, apiKey }: Pick<TestClient, "clientId" | "apiKey">) {
	const json = { client_id: clientId, api_key: apiKey };
	return (await packshot.call("/auth/token", { json })).status;
}
const read = async (packshot: TestService, token: string) =>
	(await packshot.call("/products/4011?include=info", { token })).status;
const fetched = (packshot: TestService, url: string) =>
	packshot.call(url.replace(/^http:\/\/[^/]+/, packshot.origin));
const isSignedIn = async (packshot: TestService, { cookie, csrf }: Browser) =>
	(await Object.assign(browser(packshot), { cookie, csrf }).ask("GET /sessions")).status === 200;

async function leakOf(packshot: TestService, client: TestClient, barcode: string): Promise<Buffer> {
	const answer = await packshot.call(await signedUrl(packshot, client, barcode));
	return Buffer.from(answer.bytes);
}

/** Units of each charge. */
async function charges(packshot: TestService, ...clients: TestClient[]): Promise<number[]> {
	const entries = await Promise.all(clients.map((client) => packshot.ledger(client)));
	return entries.flat().flatMap(({ kind, units }) => (kind === "charge" ? -units : []));
}
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

/** Runs SQL directly on the database. */
async function runIn({ folder, settings }: TestPlace, text: string): Promise<void> {
	const url = settings.PACKSHOT_DATABASE_URL;
	if (url) return runOn(url, text);
	const database = new DatabaseSync(join(folder, "packshot.sqlite"));
	database.exec(text);
	database.close();
}

async function doctor({ installation, clock, settings }: TestService): Promise<string[]> {
	const { retention } = loadConfig(settings);
	const found = await examine({ ...installation, nowMs: clock.now(), read: true, ...retention });
	return isHealthy(found) ? [] : reports(found);
}

/** Restores over the present state. */
async function restoreOver(place: TestPlace, file: string) {
	const { before } = await restoreInto(place, file, { replace: true });
	if (!before) throw new Error("nothing was replaced");
	if (!place.settings.PACKSHOT_DATABASE_URL) expect(existsSync(before.kept)).toBe(true);
	return before;
}

const atNoon = (nowMs = Date.UTC(2027, 0, 2)) => ({ clock: testClock(nowMs) });
const withWebhooks = ({ settings }: TestPlace) => ({ ...settings, PACKSHOT_WEBHOOKS: "on" });
const codeOf = (secret: string, timestamp: number) =>
	new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });

/** Turns on two-factor sign-in. A code works once, so the clock goes on. */
async function enableTotp(packshot: TestService, person: Browser) {
	const { body } = await person.ask("POST /totp", { body: { password: PASSWORD } });
	const code = codeOf(body.secret, packshot.clock.now());
	const confirmed = await person.ask("POST /totp/confirm", { body: { code } });
	packshot.clock.advance(60_000);
	return { secret: body.secret as string, recovery: confirmed.body.recovery_codes as string[] };
}

/** As they are stored: what is sealed tells whether it is the same. */
function hookSecrets({ installation }: TestService) {
	return installation.db.read
		.selectFrom("webhook")
		.select(["client_id", "secret", "former_secrets"])
		.execute();
}

describe.each(placeKinds)("on $name", (kind) => {
	test("what was revoked, rotated, consumed or ended stays so, and deliveries stay traceable", async () => {
		const place = await madePlace(kind);
		const old = await start(place);
		const { db, secrets } = old.installation;
		const [reader, rotated, revoked] = [await old.client(), await old.client(), await old.client()];
		await old.product({ barcode: "4011", info: { brand: "Golden Sheaf" } });
		await old.picture("4011", "front", { seed: 7, sidePx: 600 });
		const [revokedToken, oldToken] = [await reader.token(), await rotated.token()];
		const url = await signedUrl(old, reader, "4011");
		const left = await signedUrl(old, reader, "4011");
		const [stays, leaves, disabled] = [await newPerson(old), await newPerson(old), await newPerson(old)];
		const file = join(place.folder, "b.tar");
		await backUp(place, file);
		const atBackup = await charges(old, reader);

		const before = Buffer.from((await old.call(url)).bytes);
		await old.picture("4012", "front", { seed: 9, sidePx: 600 });
		const late = await old.client({ name: "Came later" });
		const leaks = [await leakOf(old, reader, "4012"), await leakOf(old, late, "4012")];
		const json = { items: [{ barcode: "4011" }] };
		expect((await old.call("/orders", { client: reader, json })).status).toBe(201);
		expect((await old.call("/auth/revoke", { method: "POST", token: revokedToken })).status).toBe(204);
		const newKey = await rotate({ db, clock: old.clock, hashKeys: secrets.hashKeys }, rotated.clientId);
		const nowMs = old.clock.now();
		await db.write(revokeClient, { clientId: revoked.clientId, nowMs });
		expect((await leaves.ask("DELETE /session")).status).toBe(204);
		const actor = { accountId: null, address: null, requestId: "req_test", atMs: nowMs };
		await db.write(setDisabled, { accountId: disabled.accountId, isDisabled: true, actor });
		const atEnd = await charges(old, reader, late);
		await old.close();

		const { lost } = await restoreOver(place, file);
		const packshot = await start(place);
		onTestFinished(() => packshot.close());
		expect(await read(packshot, revokedToken)).toBe(401);
		expect(await signIn(packshot, reader)).toBe(200);
		expect(await read(packshot, oldToken)).toBe(401);
		expect(await signIn(packshot, rotated)).toBe(401);
		expect(await signIn(packshot, { ...rotated, apiKey: newKey ?? "" })).toBe(200);
		expect([await signIn(packshot, revoked), await signIn(packshot, late)]).not.toContain(200);
		expect((await fetched(packshot, url)).status).toBe(410);
		expect((await fetched(packshot, left)).status).toBe(200);
		const people = [stays, leaves, disabled].map((person) => isSignedIn(packshot, person));
		expect(await Promise.all(people)).toEqual([true, false, false]);
		const sources = [reader, reader, late].map(({ clientId }) => clientId);
		for (const [place, leak] of [before, ...leaks].entries()) {
			const { candidates } = await attributePictures(packshot.installation, [leak], {});
			expect(candidates[0]?.clientId).toBe(sources[place]);
			expect(candidates[0]?.deliveries.length).toBeGreaterThan(0);
		}
		// The picture is evidence, and nothing that is sold.
		expect((await packshot.call("/products/4012/image?variant=front", { client: rotated })).status).not.toBe(
			302,
		);
		expect(await doctor(packshot)).toEqual([]);
		expect(lost).toMatchObject({
			charges: { number: atEnd.length - atBackup.length, units: sum(atEnd) - sum(atBackup) },
			orders: { number: 1 },
			topUps: { number: 1, units: 1_000_000 },
		});
		const listed = (lost?.entries ?? []).map(({ kind, units }) => [kind, units] as const);
		expect(sum(listed.filter(([kind]) => kind === "charge").map(([, units]) => units))).toBe(
			lost?.charges.units,
		);
		expect(listed.filter(([kind]) => kind === "top_up")).toEqual([["top_up", 1_000_000]]);
		expect(listed).toHaveLength(atEnd.length - atBackup.length + 2);
		const times = lost?.entries.map(({ atMs }) => atMs) ?? [];
		expect(times).toEqual([...times].sort((one, other) => other - one));
		expect(atEnd.length).toBeGreaterThan(atBackup.length + 2);
	});

	test("access that was narrowed stays narrow: networks of clients, refresh tokens, members", async () => {
		const place = await madePlace(kind);
		const old = await start(place);
		const [client, refreshed] = [await old.client(), await old.client()];
		const { refresh } = await tokensOf(old, refreshed);
		const owner = await newPerson(old);
		const [member, gone] = [await memberOf(old, owner, "buyer"), await memberOf(old, owner, "buyer")];
		const file = join(place.folder, "b.tar");
		await backUp(place, file);
		await old.updateClient(client, { allowlist: ["192.0.2.1"] });
		expect((await present(old, refresh)).status).toBe(200);
		const path = { person_id: gone.accountId };
		expect((await owner.ask("DELETE /members/{person_id}", { path })).status).toBe(204);
		await old.close();

		await restoreOver(place, file);
		const packshot = await start(place);
		onTestFinished(() => packshot.close());
		expect(await signIn(packshot, client)).toBe(403);
		expect((await present(packshot, refresh)).status).toBe(401);
		const { read } = packshot.installation.db;
		const members = await read.selectFrom("account_member").select("person_id").execute();
		expect(members).toEqual([{ person_id: member.accountId }]);
	});

	test("how people sign in stays: second factors and their codes, recovery codes, one-time links, roles, secrets of webhooks", async () => {
		const place = await madePlace(kind);
		const old = await startService({ ...place, ...atNoon(), settings: withWebhooks(place) });
		const boss = await newPerson(old, { roles: ["administrator"] });
		const [early, later] = [await newPerson(old), await newPerson(old)];
		const demoted = await newPerson(old, { roles: ["administrator"] });
		const { secret, recovery } = await enableTotp(old, early);
		const link = async ({ accountId }: { accountId: string }) => {
			const path = { account_id: accountId };
			const { body } = await boss.ask("POST /admin/accounts/{account_id}/password-reset", { path });
			return body.link.split("#")[1] as string;
		};
		const [used, unused] = [await link(demoted), await link(later)];
		const { clientId } = await newKey(later);
		const hook = { path: { client_id: clientId }, body: { url: "https://93.184.215.14/hooks" } };
		const first = (await later.ask("PUT /keys/{client_id}/webhook", hook)).body.secret;
		const file = join(place.folder, "b.tar");
		await backUp(place, file);

		const code = codeOf(secret, old.clock.now());
		const signIn = (packshot: TestService, { email }: { email: string }, given?: string) =>
			browser(packshot).signIn(email, PASSWORD, given);
		expect((await signIn(old, early, code)).status).toBe(200);
		expect((await signIn(old, early, recovery[0])).status).toBe(200);
		const own = await enableTotp(old, later);
		const reset = (packshot: TestService, token: string) =>
			browser(packshot).ask("POST /password-reset", {
				body: { token, password: "another-lantern-73-cumin" },
			});
		expect((await reset(old, used)).status).toBe(204);
		const late = await link(early);
		const path = { account_id: demoted.accountId };
		const roles = { path, body: { roles: ["tracer"] } };
		expect((await boss.ask("PUT /admin/accounts/{account_id}/roles", roles)).status).toBe(200);
		const second = (await later.ask("PUT /keys/{client_id}/webhook", hook)).body.secret;
		expect(second).not.toBe(first);
		const hooked = await hookSecrets(old);
		const nowMs = old.clock.now();
		await old.close();

		await restoreOver(place, file);
		const packshot = await startService({ ...place, ...atNoon(nowMs), settings: withWebhooks(place) });
		onTestFinished(() => packshot.close());
		expect((await signIn(packshot, early, code)).status).toBe(401);
		expect((await signIn(packshot, early, recovery[0])).status).toBe(401);
		expect((await signIn(packshot, early, recovery[1])).status).toBe(200);
		expect((await signIn(packshot, later)).body.error).toBe("code_required");
		expect((await signIn(packshot, later, own.recovery[0])).status).toBe(200);
		// Used, voided by the second factor's owner or not: only a link that was there and unused works.
		expect((await reset(packshot, used)).status).toBe(410);
		expect((await reset(packshot, unused)).status).toBe(204);
		// One that came after the backup is not in it.
		expect((await reset(packshot, late)).status).toBe(410);
		const { read } = packshot.installation.db;
		const found = await read
			.selectFrom("account")
			.select("roles")
			.where("account_id", "=", demoted.accountId)
			.executeTakeFirst();
		expect(found?.roles).toBe('["tracer"]');
		expect(await hookSecrets(packshot)).toEqual(hooked);
	});

	test("automatic top-up ends, since its owner may have turned it off meanwhile, and is mailed", async () => {
		const place = await madePlace(kind);
		const stripe = await startStripe(() => Date.UTC(2027, 0, 2));
		onTestFinished(() => stripe.close());
		const paying = { ...place, settings: { ...place.settings, ...stripe.settings } };
		const old = await start(paying);
		const boss = await newPerson(old, { isAdministrator: true });
		await boss.ask("PATCH /admin/settings", { body: { credit_price: 0.1, currency: "EUR" } });
		const owner = await newPerson(old);
		const path = { client_id: (await separateKey(owner)).clientId };
		const body = { credits: 100, again: { below_credits: 50, monthly_credits: 500 } };
		expect((await owner.ask("POST /keys/{client_id}/payments", { path, body })).status).toBe(201);
		await stripe.send(old.origin, stripe.pay([...stripe.sessions.keys()][0] ?? ""));
		const spent = { path, body: { credits: -80, note: "Spent." } };
		expect((await boss.ask("POST /keys/{client_id}/credits", spent)).status).toBe(200);
		const file = join(place.folder, "b.tar");
		await backUp(place, file);
		expect((await owner.ask("DELETE /keys/{client_id}/automatic-top-up", { path })).status).toBe(204);
		await old.close();

		await restoreOver(place, file);
		const packshot = await start(paying);
		onTestFinished(() => packshot.close());
		const config = loadConfig(paying.settings);
		await payAgain({ ...packshot.installation, config, log: packshot.app.log });
		expect(stripe.automatic).toEqual([]);
		const rows = packshot.installation.db.read.selectFrom("payment");
		expect(await rows.select(["state", "again_stopped", "mail_waits"]).execute()).toEqual([
			{ state: "paid", again_stopped: "restored", mail_waits: 1 },
		]);
	});

	test("a state that a newer version wrote is carried over as far as this one knows it", async () => {
		const place = await madePlace(kind);
		const old = await start(place);
		const { db, secrets } = old.installation;
		const client = await old.client();
		const file = join(place.folder, "b.tar");
		await backUp(place, file);
		const newKey = await rotate({ db, clock: old.clock, hashKeys: secrets.hashKeys }, client.clientId);
		await old.close();
		const changes = [
			"insert into migration (name, position) values ('9999-later', 9999)",
			"alter table client drop column locks",
			"drop table case_link",
		];
		for (const text of changes) await runIn(place, text);

		expect((await restoreOver(place, file)).lost).toBeUndefined();
		const packshot = await start(place);
		onTestFinished(() => packshot.close());
		expect(await signIn(packshot, client)).toBe(401);
		expect(await signIn(packshot, { ...client, apiKey: newKey ?? "" })).toBe(200);
	});

	test("accounts and keys that the state before never had are as in the backup", async () => {
		const place = await madePlace(kind);
		const old = await start(place);
		const client = await old.client();
		const person = await newPerson(old);
		const member = await memberOf(old, person, "buyer");
		const file = join(place.folder, "b.tar");
		await backUp(place, file);
		await old.close();
		// As another first start with the same master secret leaves them.
		const all = ["account", "account_member", "account_session", "client", "balance", "balance_member"];
		for (const table of all) await runIn(place, `delete from ${table}`);

		await restoreOver(place, file);
		const packshot = await start(place);
		onTestFinished(() => packshot.close());
		expect(await signIn(packshot, client)).toBe(200);
		// Sessions end, memberships stay.
		expect(await isSignedIn(packshot, person)).toBe(false);
		const { read } = packshot.installation.db;
		const members = await read.selectFrom("account_member").select(["account_id", "person_id"]).execute();
		expect(members).toEqual([{ account_id: person.accountId, person_id: member.accountId }]);
		const disabled = await read
			.selectFrom("account")
			.select("account_id")
			.where("disabled_at", "is not", null)
			.execute();
		expect(disabled).toEqual([]);
	});
});

if (!postgresUrl) console.info("rights on PostgreSQL are not tried: there is no server");

test.skipIf(!postgresUrl)(
	"on PostgreSQL, a user that may not create a schema is told so, and nothing changes",
	async () => {
		const folder = mkdtempSync(join(tmpdir(), "packshot-backup-"));
		const name = `limited_${hash("sha256", folder).slice(0, 12)}`;
		await runOn(
			postgresUrl,
			`create role ${name} login password '${name}'; create schema ${name} authorization ${name}`,
		);
		onTestFinished(async () => {
			await runOn(postgresUrl, `drop schema ${name} cascade; drop role ${name}`);
			rmSync(folder, { recursive: true, force: true });
		});
		const url = new URL(postgresUrl);
		[url.username, url.password] = [name, name];
		url.searchParams.set("options", `-c search_path=${name}`);
		const settings = { PACKSHOT_DATA: folder, ...sharedDatabase(url.href) };
		const place: TestPlace = { folder, settings, remove: async () => undefined };
		const old = await start(place);
		const file = join(folder, "b.tar");
		await backUp(place, file);
		const client = await old.client();
		await old.close();
		await expect(restoreInto(place, file, { replace: true })).rejects.toThrow(/`grant create on database`/);
		const again = await start(place);
		onTestFinished(() => again.close());
		expect(await signIn(again, client)).toBe(200);
	},
);
