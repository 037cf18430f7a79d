import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { dataPaths, loadConfig } from "../../src/config.ts";
import { keptStates } from "../../src/operations/backup/kept-states.ts";
import { placeKinds, type TestPlace } from "../support/backups.ts";
import { MAIN, startBuiltServer } from "../support/built-server.ts";
import { testClock } from "../support/clock.ts";
import { verifiedBalance } from "../support/ledger.ts";
import { startService, type TestClient } from "../support/service.ts";
import { smallDisk, whyNoDisk } from "../support/small-disk.ts";
import { isLong, repetitions } from "../support/thoroughness.ts";

/** Backups of a server that keeps charging, and restores that are killed or run out of space. */

const PRODUCTS = 60;

interface Filled {
	readonly place: TestPlace;
	readonly client: TestClient;
}

/** A place with products, a picture, and a client without request limits. */
async function filledPlace(make: () => Promise<TestPlace>): Promise<Filled> {
	const place = await make();
	const service = await startService({
		folder: place.folder,
		settings: place.settings,
		clock: testClock(Date.now()),
	});
	const client = await service.client({ requestsPerMinute: 1_000_000, requestsPerDay: 1_000_000 }, "5000");
	for (let number = 0; number < PRODUCTS; number++) {
		await service.product({ barcode: String(470_000 + number), info: { brand: "B".repeat(2000) } });
	}
	await service.picture("470000", "front", { seed: 2 });
	await service.close();
	return { place, client };
}

function command(place: TestPlace, ...args: string[]) {
	const { status, stdout, stderr } = spawnSync(process.execPath, [MAIN, ...args], {
		env: { PATH: process.env.PATH, ...place.settings },
		encoding: "utf8",
	});
	return { status, stdout, stderr };
}

function begin(place: TestPlace, ...args: string[]): ChildProcess {
	const env = { PATH: process.env.PATH, ...place.settings };
	return spawn(process.execPath, [MAIN, ...args], { env, stdio: ["ignore", "ignore", "inherit"] });
}

async function signIn(url: string, { clientId, apiKey }: TestClient): Promise<string> {
	const response = await fetch(`${url}/auth/token`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ client_id: clientId, api_key: apiKey }),
	});
	return ((await response.json()) as { access_token: string }).access_token;
}

/** Charges from eight callers until told to stop and until there are `atLeast`. @returns request ids in the order of the answers. */
function charging(url: string, token: string, atLeast = 0): () => Promise<string[]> {
	const headers = { authorization: `Bearer ${token}` };
	const answered: string[] = [];
	let stopped = false;
	const callers = Array.from({ length: 8 }, async (_, caller) => {
		for (let call = caller; !stopped || answered.length < atLeast; call++) {
			const barcode = 470_000 + (call % PRODUCTS);
			const response = await fetch(`${url}/products/${barcode}?include=info`, { headers });
			await response.arrayBuffer();
			if (response.status === 200) answered.push(response.headers.get("x-request-id") ?? "");
		}
	});
	return async () => {
		stopped = true;
		await Promise.all(callers);
		return answered;
	};
}

async function stop(server: ChildProcess): Promise<void> {
	const gone = once(server, "exit");
	server.kill("SIGTERM");
	await gone;
}

/** The gate makes its backups of SQLite, and restores them into both engines. */
describe.each(isLong ? placeKinds : placeKinds.slice(0, 1))("on $name", ({ make }) => {
	test("a backup of a server under load holds every charge answered before it began, and balances", async () => {
		const { place, client } = await filledPlace(make);
		onTestFinished(() => place.remove());
		const server = await startBuiltServer(place.settings);
		const token = await signIn(server.url, client);
		const before = await charging(server.url, token, 200)();

		const end = charging(server.url, token, 21);
		const file = join(place.folder, "live.tar");
		const backup = begin(place, "backup", file);
		expect(await once(backup, "exit")).toEqual([0, null]);
		const during = await end();
		await stop(server.process);
		expect(during.length).toBeGreaterThan(20);

		for (const target of placeKinds) {
			const copy = await target.make();
			onTestFinished(() => copy.remove());
			expect(command(copy, "restore", file, "--force")).toMatchObject({ status: 0, stderr: "" });
			const doctor = command(copy, "doctor", "--read");
			expect([doctor.status, doctor.stdout]).toEqual([0, expect.stringContaining("every chain is intact")]);
			const service = await startService({ folder: copy.folder, settings: copy.settings });
			const ledger = await service.ledger(client);
			expect(verifiedBalance(ledger)).toBe(await service.balance(client));
			const held = new Set(ledger.map((row) => row.request_id));
			expect(before.filter((id) => !held.has(id))).toEqual([]);
			await service.close();
		}
	});
});

describe("a restore", () => {
	let filled: Filled;
	let file: string;
	beforeAll(async () => {
		const [files] = placeKinds;
		if (!files) throw new Error("there is always a database in a file");
		filled = await filledPlace(files.make);
		file = join(filled.place.folder, "b.tar");
		expect(command(filled.place, "backup", file).status).toBe(0);
	});
	afterAll(() => filled.place.remove());

	function emptyPlace(folder = mkdtempSync(join(tmpdir(), "packshot-restore-"))): TestPlace {
		const remove = async () => rmSync(folder, { recursive: true, force: true });
		onTestFinished(remove);
		return { folder, settings: { PACKSHOT_DATA: folder }, remove };
	}

	test("is refused while a server is running", async () => {
		const server = await startBuiltServer(filled.place.settings);
		const { status, stderr } = command(filled.place, "restore", file, "--force");
		await stop(server.process);
		expect([status, stderr]).toEqual([
			1,
			expect.stringMatching(/^packshot: a packshot server is running.*\n$/),
		]);
	});

	test("killed at any moment leaves either nothing or everything, and can simply be run again", async () => {
		const place = emptyPlace();
		const stepMs = 1400 / repetitions({ gate: 3, long: 8 });
		for (let afterMs = 100; afterMs < 1500; afterMs += stepMs) {
			const restore = begin(place, "restore", file);
			setTimeout(() => restore.kill("SIGKILL"), afterMs);
			await once(restore, "exit");
			if (!existsSync(join(place.folder, "packshot.sqlite"))) continue;
			expect(command(place, "doctor").status).toBe(0);
			rmSync(join(place.folder, "packshot.sqlite"));
		}
		expect(command(place, "restore", file)).toMatchObject({ status: 0, stderr: "" });
		expect(command(place, "doctor", "--read").status).toBe(0);
		expect(readdirSync(place.folder).filter((name) => name.includes("restoring"))).toEqual([]);
	});

	test.each(placeKinds)(
		"over a present state on $name, killed at any moment, leaves one of the two whole, and the other once it is done",
		async ({ make }) => {
			const { place, client } = await filledPlace(make);
			onTestFinished(() => place.remove());
			const older = join(place.folder, "older.tar");
			expect(command(place, "backup", older).status).toBe(0);
			const server = await startBuiltServer(place.settings);
			const charged = await charging(server.url, await signIn(server.url, client), 50)();
			await stop(server.process);
			const { database } = dataPaths(loadConfig(place.settings));
			const databaseUrl = place.settings.PACKSHOT_DATABASE_URL || undefined;
			const kept = async () =>
				(await keptStates({ databaseFile: database, databaseUrl })).map(({ name }) => name);
			const chargesNow = async () => {
				const service = await startService({ folder: place.folder, settings: place.settings });
				const ledger = await service.ledger(client);
				await service.close();
				return ledger.filter(({ kind }) => kind === "charge").length;
			};

			const stepMs = 1800 / repetitions({ gate: 4, long: 12 });
			for (let afterMs = 200; afterMs < 2000; afterMs += stepMs) {
				const restore = begin(place, "restore", older, "--force");
				setTimeout(() => restore.kill("SIGKILL"), afterMs);
				await once(restore, "exit");
				expect(command(place, "doctor").status).toBe(0);
				if ((await chargesNow()) === charged.length) continue;
				expect(command(place, "restore", "back", "--force")).toMatchObject({ status: 0, stderr: "" });
				expect(await chargesNow()).toBe(charged.length);
			}
			const done = command(place, "restore", older, "--force", "--json");
			expect(done).toMatchObject({ status: 0, stderr: "" });
			const { replaced } = JSON.parse(done.stdout);
			expect(replaced.lost.charges.number).toBe(charged.length);
			// Only the last one.
			expect(await kept()).toEqual([replaced.kept]);
			expect(await chargesNow()).toBe(0);
			expect(command(place, "doctor", "--read").status).toBe(0);
		},
	);

	const reason = whyNoDisk();
	if (reason) console.info(`full disks are not tried: ${reason}`);

	function diskOf(kilobytes: number): string {
		const disk = smallDisk(kilobytes);
		onTestFinished(() => disk.remove());
		return disk.folder;
	}

	describe.skipIf(reason !== undefined)("on a disk that is too small", () => {
		test.each([64, 160, 420])(
			"of %i KiB fails with a one-line error and leaves nothing behind",
			(kilobytes) => {
				const folder = join(diskOf(kilobytes), "data");
				mkdirSync(folder, { mode: 0o700 });
				const settings = { PACKSHOT_DATA: folder, PACKSHOT_DISK_RESERVE_MEBIBYTES: "0" };
				const place = { folder, settings, remove: async () => undefined };
				const { status, stderr } = command(place, "restore", file);
				expect([status, stderr.trim().split("\n")]).toEqual([1, [expect.stringMatching(/space|full/i)]]);
				expect(existsSync(join(folder, "packshot.sqlite"))).toBe(false);
				const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
					entry.isFile(),
				);
				expect(files.map(({ name }) => name)).toEqual(["server.lock"]);
			},
		);

		test("makes a backup fail with a one-line error too, and leaves nothing behind", () => {
			const folder = diskOf(64);
			const { status, stderr } = command(filled.place, "backup", join(folder, "b.tar"));
			expect([status, stderr.trim().split("\n")]).toEqual([1, [expect.stringMatching(/space|full/i)]]);
			expect(readdirSync(folder)).toEqual([]);
		});
	});
});
