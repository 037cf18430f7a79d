import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endAlert, publishAlert } from "../../src/alerts/acts.ts";
import { newAlertId } from "../../src/alerts/perform.ts";
import { changedNames } from "../../src/catalogue/changes/change-bits.ts";
import { givenMetadata } from "../../src/catalogue/stored/given-metadata.ts";
import { applyMetadata } from "../../src/catalogue/writing/apply-metadata.ts";
import { examine } from "../../src/examine.ts";
import { commandLineActor } from "../../src/people/accounts/new-account.ts";
import { DAY_MS } from "../../src/platform/time/durations.ts";
import { type BuiltServer, MAIN, startBuiltServer } from "../support/built-server.ts";
import { testClock } from "../support/clock.ts";
import { openSchema, postgresUrl, type TestSchema } from "../support/schemas.ts";
import { sharedDatabase, startService, type TestService } from "../support/service.ts";
import { repetitions } from "../support/thoroughness.ts";

/**
 * Servers are killed while they carry out an alert and end it as mistaken, processes while they notice that a letter ran out, and imports that bring the
 * withheld hechsher back. In the end, each product serves what it should, and each change was told once.
 */

const PRODUCTS = 400;
const KILLS = repetitions({ gate: 1, long: 3 });
const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const barcodes = Array.from({ length: PRODUCTS }, (_, number) => String(60_000_000 + number));
const yesterday = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
if (!postgresUrl) console.info("PostgreSQL is not installed: alerts are killed on SQLite alone");

describe.each(["SQLite", ...(postgresUrl ? ["PostgreSQL"] : [])])("on %s", (engine) => {
	let folder: string;
	let schema: TestSchema | undefined;
	let environment: Record<string, string>;
	const running = new Set<ChildProcess>();
	const nodes = engine === "PostgreSQL" ? 2 : 1;
	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), "packshot-killed-alerts-"));
		schema = engine === "PostgreSQL" ? await openSchema(folder) : undefined;
		environment = {
			...(schema ? sharedDatabase(schema.url) : {}),
			PACKSHOT_DATA: folder,
			PACKSHOT_LOG_LEVEL: "silent",
			PACKSHOT_IP_REQUESTS_PER_MINUTE: "1000000",
		};
	});
	afterAll(async () => {
		for (const process of running) process.kill("SIGKILL");
		rmSync(folder, { recursive: true, force: true });
		await schema?.drop();
	});

	/** Does something to the installation while no server runs. */
	async function keeping<T>(act: (keeper: TestService) => Promise<T>): Promise<T> {
		const keeper = await startService({ folder, clock: testClock(Date.now()), settings: environment });
		try {
			return await act(keeper);
		} finally {
			await keeper.close();
		}
	}

	/** Runs a program again and again until it ends by itself; the first times it is killed at some moment. */
	async function killedUntilDone(args: readonly string[], kills: number): Promise<void> {
		for (let round = 0; ; round++) {
			const child = spawn(process.execPath, args, {
				cwd: ROOT,
				env: { PATH: process.env.PATH, ...environment },
				stdio: ["ignore", "ignore", "pipe"],
			});
			running.add(child);
			let said = "";
			child.stderr?.on("data", (chunk) => (said += chunk));
			const gone = once(child, "exit");
			if (round < kills) void sleep(500 + Math.random() * 2500).then(() => child.kill("SIGKILL"));
			const [code] = await gone;
			running.delete(child);
			if (code === 0) return;
			if (round >= kills) throw new Error(`${args.join(" ")}: ${said}`);
		}
	}

	/** Servers, of which one is killed at some moment while the alert is not done, and started again. */
	async function killedServersUntil(isDone: (url: string) => Promise<boolean>): Promise<void> {
		const start = async () => {
			const server = await startBuiltServer(environment);
			running.add(server.process);
			return server;
		};
		const servers: BuiltServer[] = [];
		for (let node = 0; node < nodes; node++) servers.push(await start());
		const kill = async ({ process }: BuiltServer) => {
			const gone = once(process, "exit");
			process.kill("SIGKILL");
			await gone;
			running.delete(process);
		};
		for (let round = 0; round < KILLS; round++) {
			await sleep(Math.random() * 1500);
			const victim = servers.shift();
			if (victim) await kill(victim);
			servers.push(await start());
		}
		while (!(await isDone(servers[0]?.url ?? "").catch(() => false))) await sleep(200);
		for (const server of servers) await kill(server);
	}

	test("each product serves what it should, and each change was told once", async () => {
		const file = join(folder, "again.ndjson");
		const hechshers = [{ symbol: "OU", certificate_id: "L" }, { symbol: "cRc" }];
		const lines = barcodes.map((barcode) => JSON.stringify({ barcode, info: { brand: "Newer" }, hechshers }));
		writeFileSync(file, `${lines.join("\n")}\n`);
		const alertId = newAlertId(Date.now());
		const { headers } = await keeping(async (keeper) => {
			const certificate = { certificate_id: "L", valid_until: yesterday };
			const changes = barcodes.map((barcode) => ({
				barcode,
				info: { brand: "Older" },
				hechshers: [{ symbol: "OU", certificate }, { symbol: "cRc" }],
			}));
			const { db } = keeper.installation;
			await db.write(applyMetadata, { changes, existingOnly: false });
			const wording = {
				kind: "withdrawn" as const,
				symbol: "OU",
				designation: null,
				withholds: true,
				message: "No longer certified.",
				lots: null,
				source: null,
			};
			const asked = { alertId, wording, barcodes, correction: null, actor: commandLineActor(Date.now()) };
			expect(await db.write(publishAlert, asked)).toMatchObject({ kind: "asked" });
			const client = await keeper.client({ requestsPerMinute: 1_000_000 }, "0");
			return { headers: { authorization: `Bearer ${await client.token()}` } };
		});
		const shown = async (url: string) => {
			const answer = await fetch(`${url}/kosher-alerts/${alertId}`, { headers });
			return answer.ok ? await answer.json() : undefined;
		};
		const importing = () => killedUntilDone([MAIN, "import", file], KILLS);
		const noticing = () => killedUntilDone(["--import", "tsx", "test/support/notice-ended.ts"], KILLS);

		await Promise.all([
			killedServersUntil(async (url) => (await shown(url)) !== undefined),
			importing(),
			noticing(),
		]);
		await keeping(async ({ installation: { db } }) => {
			expect(await served(db)).toEqual({ served: ["cRc"], stored: ["OU", "cRc"], brand: "Newer" });
			const ending = { alertId, outcome: "mistaken" as const, actor: commandLineActor(Date.now()) };
			expect(await db.write(endAlert, ending)).toMatchObject({ kind: "asked" });
		});
		await Promise.all([
			killedServersUntil(async (url) => (await shown(url))?.outcome === "mistaken"),
			importing(),
		]);
		await keeping(async ({ installation }) => {
			const { db } = installation;
			expect(await served(db)).toEqual({
				served: ["OU", "cRc"],
				stored: ["OU", "cRc"],
				brand: "Newer",
			});
			// It was added, withheld and served again; the alert came and went, and the letter ran out.
			expect(await toldTimes(db)).toEqual(barcodes.map((barcode) => [barcode, 3, 3]));
			const found = await examine({ ...installation, nowMs: Date.now(), read: false, auditDays: 0 });
			expect(found.flatMap(({ name, faults = [] }) => faults.map((fault) => [name, fault]))).toEqual([]);
		});
	});

	/** How often followers were told of the hechshers of each product, and of what they rest on. */
	async function toldTimes({ read }: TestService["installation"]["db"]) {
		const rows = await read.selectFrom("product_change").select(["barcode", "changed"]).execute();
		const entries = new Map(
			barcodes.map((barcode) => [barcode, rows.filter((row) => row.barcode === barcode)]),
		);
		const times = (barcode: string, name: string) =>
			(entries.get(barcode) ?? []).filter(({ changed }) => changedNames(changed).includes(name)).length;
		return barcodes.map((barcode) => [barcode, times(barcode, "hechshers"), times(barcode, "kosher")]);
	}

	/** What all products serve and are stored with alike. */
	async function served({ read }: TestService["installation"]["db"]) {
		const rows = await read.selectFrom("product").selectAll().where("barcode", "in", barcodes).execute();
		const symbols = (list: readonly { symbol: string }[]) => list.map(({ symbol }) => symbol);
		const states = rows.map((row) =>
			JSON.stringify({
				served: symbols(JSON.parse(row.hechshers ?? "[]")),
				stored: symbols((givenMetadata(row).hechshers ?? []) as { symbol: string }[]),
				brand: row.brand,
			}),
		);
		expect([rows.length, new Set(states).size, ...new Set(states)]).toEqual([PRODUCTS, 1, states[0]]);
		return JSON.parse(states[0] ?? "{}");
	}
});
