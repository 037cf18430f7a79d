import { hash } from "node:crypto";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { backUp, placeKinds, restoreInto, type TestPlace } from "../../../test/support/backups.ts";
import { testClock } from "../../../test/support/clock.ts";
import { refresh as present, tokensOf } from "../../../test/support/credentials.ts";
import { rotate } from "../../../test/support/operator.ts";
import { type Browser, browser, memberOf, newPerson } from "../../../test/support/portal.ts";
import { postgresUrl, runOn } from "../../../test/support/schemas.ts";
import {
	sharedDatabase,
	startService,
	type TestClient,
	type TestService,
} from "../../../test/support/service.ts";
import { signedUrl } from "../../../test/support/signed-urls.ts";
import { revokeClient } from "../../clients/policy/store.ts";
import { loadConfig } from "../../config.ts";
import { examine, isHealthy, reports } from "../../examine.ts";
import { attributePictures } from "../../leaks/attribution/leak-report.ts";
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
