import { type ChildProcess, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { backUp, placeKinds, type TestPlace } from "../support/backups.ts";
import { MAIN, startBuiltServer } from "../support/built-server.ts";
import { testClock } from "../support/clock.ts";
import { SLOW_PATIENCE_MS } from "../support/patience.ts";
import { type Browser, browser, newPerson, PASSWORD } from "../support/portal.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";
import { repetitions } from "../support/thoroughness.ts";

/** Restoring in the pages: the server of one process restores in its own place. Whatever happens meanwhile, one of the two states is left, whole. */

interface Installed {
	readonly place: TestPlace;
	readonly file: string;
	readonly client: TestClient;
	readonly boss: Browser;
}

/** A place with a product, a client and an administrator, and a backup of it. */
async function installed(make: () => Promise<TestPlace>): Promise<Installed> {
	const place = await make();
	onTestFinished(() => place.remove());
	const service = await startService({ ...place, clock: testClock(Date.now()) });
	const client = await service.client({}, "5000");
	await service.product({ barcode: "4011", info: { brand: "Golden Sheaf" } });
	await service.picture("4011", "front", { seed: 7 });
	const { cookie, csrf } = await newPerson(service, { roles: ["administrator"] });
	const file = join(place.folder, "b.tar");
	await backUp(place, file, { nowMs: Date.now() });
	await service.close();
	return { place, file, client, boss: Object.assign(browser(service), { cookie, csrf }) };
}

interface Serving {
	readonly process: ChildProcess;
	readonly origin: string;
}

async function serve({ settings }: TestPlace): Promise<Serving> {
	const { process: server, url } = await startBuiltServer(settings);
	return { process: server, origin: new URL(url).origin };
}

async function stop({ process: server }: Serving, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
	const gone = once(server, "exit");
	server.kill(signal);
	await gone;
}

function at({ origin }: Serving, { cookie, csrf }: Partial<Browser> = {}): Browser {
	return Object.assign(browser({ origin } as TestService), { cookie, csrf });
}

async function tokenFor({ origin }: Serving, { clientId, apiKey }: TestClient): Promise<string> {
	const body = JSON.stringify({ client_id: clientId, api_key: apiKey });
	const headers = { "content-type": "application/json" };
	const answer = await fetch(`${origin}/api/v1/auth/token`, { method: "POST", headers, body });
	return ((await answer.json()) as { access_token: string }).access_token;
}

async function charge({ origin }: Serving, token: string): Promise<number> {
	const headers = { authorization: `Bearer ${token}` };
	return (await fetch(`${origin}/api/v1/products/4011?include=info`, { headers })).status;
}

/** Uploads a backup in two parts, as tus clients do. @param given headers of whoever may. @returns its name */
async function uploadTo(
	{ origin }: Serving,
	base: "/admin/restore" | "/setup/restore",
	file: string,
	given: Record<string, string>,
): Promise<void> {
	const bytes = readFileSync(file);
	const query = `size_bytes=${bytes.length}&modified_ms=${Math.floor(statSync(file).mtimeMs)}`;
	const url = `${origin}/portal/api${base}/file?${query}`;
	const headers = {
		...given,
		"tus-resumable": "1.0.0",
		origin,
		"x-packshot-csrf": given["x-packshot-csrf"] ?? "1",
	};
	const head = await fetch(url, { method: "HEAD", headers });
	expect([head.status, head.headers.get("upload-length")]).toEqual([200, String(bytes.length)]);
	let offset = Number(head.headers.get("upload-offset"));
	for (const end of [Math.ceil(bytes.length / 2), bytes.length]) {
		if (end <= offset) continue;
		const type = { "content-type": "application/offset+octet-stream", "upload-offset": String(offset) };
		const body = bytes.subarray(offset, end);
		const sent = await fetch(url, { method: "PATCH", headers: { ...headers, ...type }, body });
		expect(sent.status).toBe(204);
		offset = Number(sent.headers.get("upload-offset"));
		expect(offset).toBe(end);
	}
}

const uploadAs = (server: Serving, { cookie = "", csrf = "" }: Browser, file: string) =>
	uploadTo(server, "/admin/restore", file, { cookie, "x-packshot-csrf": csrf });

// biome-ignore lint/suspicious/noExplicitAny: the state of the page, of which each test looks at a part
type State = any;

async function stateWhen(read: () => Promise<State>, isThere: (state: State) => unknown): Promise<State> {
	let state: State;
	await expect
		.poll(
			async () => {
				state = await read();
				return Boolean(isThere(state));
			},
			{ timeout: SLOW_PATIENCE_MS },
		)
		.toBe(true);
	return state;
}

/** Begins a restore, and asks without a pause until the new server answers. @returns every other answer, once */
async function restoreAs(server: Serving, person: Browser, name: string): Promise<Set<string>> {
	const body = { name, password: PASSWORD };
	expect((await person.ask("POST /admin/restore", { body })).status).toBe(202);
	const seen = new Set<string>();
	await stateWhen(
		async () => {
			const answer = await fetch(`${server.origin}/portal/api/admin/restore`, {
				headers: { cookie: person.cookie ?? "" },
			}).catch((fault: Error) => fault);
			if (answer instanceof Error) return undefined;
			const { status, headers } = answer;
			if (status !== 200) seen.add(`${status}, again in ${headers.get("retry-after")} s`);
			return status === 200 ? answer.json() : answer.text().then(() => undefined);
		},
		(state) => state?.last,
	);
	return seen;
}

function command({ settings }: TestPlace, ...args: string[]) {
	const env = { PATH: process.env.PATH, ...settings };
	const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], { env, encoding: "utf8" });
	return { status, stdout, stderr };
}

async function chargesIn(place: TestPlace, client: TestClient): Promise<number> {
	const service = await startService({ ...place });
	const ledger = await service.ledger(client);
	await service.close();
	return ledger.filter(({ kind }) => kind === "charge").length;
}

describe.each(placeKinds)("on $name", ({ make }) => {
	test("a backup is uploaded, looked into, tried and restored, and one goes back; what was shut stays shut", async () => {
		const { place, file, client, boss: old } = await installed(make);
		const server = await serve(place);
		onTestFinished(() => void server.process.kill("SIGKILL"));
		const boss = at(server, old);
		const read = async () => (await boss.ask("GET /admin/restore")).body;
		const revoked = await tokenFor(server, client);
		const token = await tokenFor(server, client);
		for (let call = 0; call < 3; call++) expect(await charge(server, token)).toBe(200);
		const headers = { authorization: `Bearer ${revoked}` };
		const gone = await fetch(`${server.origin}/api/v1/auth/revoke`, { method: "POST", headers });
		expect(gone.status).toBe(204);

		await uploadAs(server, boss, file);
		const [{ name }] = (await read()).backups;
		const asked = { body: { name, is_tried: false } };
		expect((await boss.ask("POST /admin/restore/look", asked)).status).toBe(202);
		const { looked } = await stateWhen(read, (state) => state.looked?.is_done);
		expect(looked).toMatchObject({ failure: null, products: 1, pictures: 1, credits: 5000 });
		expect(looked.lost).toMatchObject({ charges: { number: 3 }, orders: { number: 0 } });
		await boss.ask("POST /admin/restore/look", { body: { name, is_tried: true } });
		const { tried } = await stateWhen(read, (state) => state.tried?.is_done);
		expect(tried.failure).toBe(null);

		expect(await restoreAs(server, boss, name)).toEqual(new Set(["503, again in 5 s"]));
		const restored = await read();
		expect(restored.last).toMatchObject({ failure: null, lost: { charges: { number: 3 } } });
		expect(await charge(server, revoked)).toBe(401);
		expect(await charge(server, token)).toBe(200);
		// Noted as soon as it serves.
		await stateWhen(
			async () => (await boss.ask("GET /admin/events")).body.data,
			(events) => events.some(({ action }: { action: string }) => action === "backup.restored"),
		);

		await boss.ask("POST /admin/restore/look", { body: { name: "back", is_tried: false } });
		const back = await stateWhen(read, (state) => state.looked?.is_done);
		// What came after the restore, although the state before has more.
		expect(back.looked).toMatchObject({ failure: null, lost: { charges: { number: 1 } } });
		await restoreAs(server, boss, "back");
		expect((await read()).last.failure).toBe(null);
		expect(await charge(server, revoked)).toBe(401);
		await stop(server);
		expect(await chargesIn(place, client)).toBe(3);
		expect(command(place, "doctor", "--read").status).toBe(0);
	});

	test("killed at any moment of a restore that a page began, one of the two states is left, whole", async () => {
		const { place, file, client, boss: old } = await installed(make);
		const before = await serve(place);
		const token = await tokenFor(before, client);
		for (let call = 0; call < 4; call++) expect(await charge(before, token)).toBe(200);
		await stop(before);
		const steps = repetitions({ gate: 4, long: 16 });
		for (let step = 0; step < steps; step++) {
			const server = await serve(place);
			const boss = at(server, old);
			await uploadAs(server, boss, file);
			const [{ name }] = (await boss.ask("GET /admin/restore")).body.backups;
			// The database server may not have noticed yet that the one before was killed.
			const begin = async () =>
				(await boss.ask("POST /admin/restore", { body: { name, password: PASSWORD } })).status;
			await expect.poll(begin, { timeout: SLOW_PATIENCE_MS, interval: 500 }).toBe(202);
			await sleep((1600 * step) / steps);
			await stop(server, "SIGKILL");
			const charges = await chargesIn(place, client);
			expect([0, 4]).toContain(charges);
			expect(command(place, "doctor").status).toBe(0);
			if (charges === 4) continue;
			expect(command(place, "restore", "back", "--force")).toMatchObject({ status: 0, stderr: "" });
			expect(await chargesIn(place, client)).toBe(4);
		}
	});
});

test("on the first run, its link alone restores an encrypted daily backup, with its secret, into the empty installation", async () => {
	const folder = mkdtempSync(join(tmpdir(), "packshot-first-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	const whole = mkdtempSync(join(tmpdir(), "packshot-whole-"));
	const own = { folder: whole, settings: { PACKSHOT_DATA: whole, PACKSHOT_DATABASE_URL: "" } };
	const made = { ...own, remove: async () => rmSync(whole, { recursive: true, force: true }) };
	const { file, client } = await installed(async () => made);
	const daily = mkdtempSync(join(tmpdir(), "packshot-daily-"));
	onTestFinished(() => rmSync(daily, { recursive: true, force: true }));
	const values = {
		PACKSHOT_BACKUP_URL: daily,
		PACKSHOT_BACKUP_KEY: "a key of at least thirty-two characters",
	};
	const regular = command({ ...made, settings: { ...made.settings, ...values } }, "backup");
	expect(regular).toMatchObject({ status: 0, stderr: "" });
	const place: TestPlace = { folder, settings: { PACKSHOT_DATA: folder }, remove: async () => undefined };
	const link = () => /setup#(\S+)/.exec(command(place, "setup").stdout)?.[1] ?? "";
	link();
	const server = await serve(place);
	onTestFinished(() => void server.process.kill("SIGKILL"));
	const token = link();
	const visitor = at(server);
	const read = async () => (await visitor.ask("POST /setup/restore", { body: { token } })).body;
	const refused = await visitor.ask("POST /setup/restore", { body: { token: `${token}x` } });
	expect(refused.status).toBe(410);

	await uploadTo(server, "/setup/restore", file, { "x-packshot-setup": token });
	const [{ name }] = (await read()).backups;
	await visitor.ask("POST /setup/restore/look", { body: { token, name, is_tried: false } });
	const { looked } = await stateWhen(read, (state) => state.looked?.is_done);
	expect(looked).toMatchObject({ failure: null, products: 1, lost: { charges: { number: 0 } } });

	const setPlace = async (given: object) =>
		(await visitor.ask("POST /setup/restore/place", { body: { token, values: given } })).body.backups;
	const look = async (stored: string) => {
		await visitor.ask("POST /setup/restore/look", { body: { token, name: stored, is_tried: false } });
		return (await stateWhen(read, (state) => state.looked?.name === stored && state.looked.is_done)).looked;
	};
	const backups: { name: string }[] = await setPlace({ PACKSHOT_BACKUP_URL: daily });
	const stored = backups.find((each) => each.name !== name)?.name ?? "";
	expect((await look(stored)).failure).toContain("the backup is encrypted: its key is missing");
	await setPlace(values);
	expect(await look(stored)).toMatchObject({ failure: null, products: 1 });
	const begun = await visitor.ask("POST /setup/restore/begin", { body: { token, name: stored } });
	expect(begun.status).toBe(202);
	await stateWhen(
		() => tokenFor(server, client).catch(() => undefined),
		(issued) => issued,
	);
	expect((await visitor.ask("POST /setup/restore", { body: { token } })).status).toBe(410);
	await stop(server);
	expect(command(place, "doctor", "--read").status).toBe(0);
});
