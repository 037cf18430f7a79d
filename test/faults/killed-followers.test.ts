import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkChanges } from "../../src/catalogue/changes/check-changes.ts";
import { MAIN } from "../support/built-server.ts";
import { testClock } from "../support/clock.ts";
import { openSchema, postgresUrl, type TestSchema } from "../support/schemas.ts";
import { sharedDatabase, startService, type TestClient, type TestService } from "../support/service.ts";
import { repetitions } from "../support/thoroughness.ts";

/** A consumer that is killed again and again, beside two importers that are killed too, ends up with exactly the catalogue. */

const KILLS = repetitions({ gate: 15, long: 1000 });
const IMPORTERS = 2;
const PRODUCTS = 200;
const LINES = 120;
const CONSUMER = fileURLToPath(new URL("../support/following-consumer.js", import.meta.url));
if (!postgresUrl) console.info("PostgreSQL is not installed: followers are killed on SQLite alone");

describe.each(["SQLite", ...(postgresUrl ? ["PostgreSQL"] : [])])("on %s", (engine) => {
	let folder: string;
	let schema: TestSchema | undefined;
	let environment: Record<string, string>;
	let keeper: TestService;
	let client: TestClient;
	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), "packshot-following-"));
		schema = engine === "PostgreSQL" ? await openSchema(folder) : undefined;
		const database = schema ? sharedDatabase(schema.url) : {};
		environment = { ...database, PACKSHOT_DATA: folder, PACKSHOT_LOG_LEVEL: "silent" };
		keeper = await startService({ folder, clock: testClock(Date.now()), settings: environment });
		const limits = { requestsPerMinute: 10_000_000, requestsPerDay: 100_000_000 };
		client = await keeper.client(limits, "1000000");
	});
	afterAll(async () => {
		await keeper.close();
		rmSync(folder, { recursive: true, force: true });
		await schema?.drop();
	});

	test("a consumer that is killed again and again has an exact copy of the catalogue; positions have no gaps", async () => {
		const state = join(folder, "copy.json");
		const { body } = await keeper.call("/changes", { client });
		writeFileSync(state, JSON.stringify({ cursor: body.next_cursor, seen: 0, products: {} }));
		const token = await client.token();
		const consume = (...end: string[]) =>
			start([CONSUMER, `${keeper.origin}/api/v1`, token, state, ...end], {});

		let over = false;
		const imports = { killed: 0, whole: 0 };
		const importing = Array.from({ length: IMPORTERS }, (_, number) =>
			importUntil(() => over, number, folder, environment, imports),
		);
		// On a busy machine it takes more kills before some imports get through.
		const isEnough = () => imports.killed > 0 && imports.whole > IMPORTERS;
		for (let kill = 0; kill < KILLS || !isEnough(); kill++) await killAfter(consume(), between(60, 700));
		over = true;
		await Promise.all(importing);
		expect(await exitCode(consume("end"))).toBe(0);

		const copy = JSON.parse(readFileSync(state, "utf8"));
		expect(copy.seen).toBeGreaterThan(LINES);
		expect(copy.products).toEqual(await catalogue(keeper, client));
		expect((await checkChanges(keeper.installation.db)).faults).toEqual([]);
	});
});

/** Every product as a client reads it, from a listing by cursor. */
async function catalogue(service: TestService, client: TestClient): Promise<Record<string, object>> {
	const products: Record<string, object> = {};
	for (let cursor: string | null = ""; cursor !== null; ) {
		const { body } = await service.call(`/products?per_page=50&cursor=${cursor}`, { client });
		for (const { barcode } of body.data) {
			const product = await service.call(`/products/${barcode}?include=info,nutrition`, { client });
			const { brand, updated_at, nutrition } = product.body.product_meta;
			products[barcode] = { brand, updated_at, nutrition };
		}
		cursor = body.pagination.next_cursor;
	}
	return products;
}

/** Runs imports and removals in separate processes, some of which are killed before they end. */
async function importUntil(
	isOver: () => boolean,
	number: number,
	folder: string,
	environment: Record<string, string>,
	imports: { killed: number; whole: number },
): Promise<void> {
	const file = join(folder, `import-${number}.ndjson`);
	for (let round = 0; ; round++) {
		writeFileSync(file, Array.from({ length: LINES }, line).join("\n"));
		const args = round % 3 === 2 ? ["remove", barcode()] : ["import", file];
		const child = start([MAIN, ...args], environment);
		// The last import is never killed, so that there is at least one complete import.
		const last = isOver();
		const isKilled = !last && round % 3 === 0 && (await killAfter(child, between(300, 2500)));
		if (isKilled) imports.killed++;
		else if ((await exitCode(child)) === 0 && args[0] === "import") imports.whole++;
		if (last && round % 3 !== 2) return;
	}
}

const between = (from: number, to: number) => from + Math.floor(Math.random() * (to - from));
const barcode = () => String(10_000_000 + between(0, PRODUCTS));
const line = () =>
	JSON.stringify({
		barcode: barcode(),
		info: { brand: `Brand ${between(0, 5)}` },
		nutrition: { calories: String(between(0, 1000)) },
	});

function start(args: readonly string[], environment: Record<string, string>): ChildProcess {
	return spawn(process.execPath, [...args], {
		env: { PATH: process.env.PATH, ...environment },
		stdio: "ignore",
	});
}

async function exitCode(child: ChildProcess): Promise<number | null> {
	if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
	return child.exitCode;
}

/** Kills a process as a power failure would. @returns whether it was still running. */
async function killAfter(child: ChildProcess, ms: number): Promise<boolean> {
	const gone = exitCode(child);
	await Promise.race([gone, sleep(ms)]);
	const running = child.exitCode === null;
	child.kill("SIGKILL");
	await gone;
	return running;
}
