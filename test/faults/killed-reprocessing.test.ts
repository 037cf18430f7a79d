import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { attributePictures } from "../../src/leaks/attribution/leak-report.ts";
import { defaultWatermark, watermarkVersion } from "../../src/pictures/preparation/watermark-settings.ts";
import { figuresOf } from "../../src/pictures/reprocessing/run.ts";
import { type BuiltServer, MAIN, startBuiltServer } from "../support/built-server.ts";
import { testClock } from "../support/clock.ts";
import { childrenOf, killWhole, startedWith } from "../support/killed-processes.ts";
import { newPerson } from "../support/portal.ts";
import { newBarcode } from "../support/products.ts";
import { openSchema, postgresUrl, type TestSchema } from "../support/schemas.ts";
import { sharedDatabase, startService, type TestClient, type TestService } from "../support/service.ts";
import { signedUrl } from "../support/signed-urls.ts";

/** Two servers on one database: the one that is reprocessing pictures is killed midway, and the other does the rest. */

/** More than are processed concurrently, so that some are done before the newest is begun. */
const PICTURES = availableParallelism() + 4;
const barcodes = Array.from({ length: PICTURES }, () => newBarcode());
if (!postgresUrl) console.info("PostgreSQL is not installed: no server that reprocesses pictures is killed");

describe.skipIf(!postgresUrl)("a server killed together with the process that reprocesses pictures", () => {
	let folder: string;
	let schema: TestSchema;
	let environment: Record<string, string>;
	let keeper: TestService;
	let client: TestClient;
	let servers: BuiltServer[];
	let holder: Client | undefined;
	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), "packshot-killed-reprocessing-"));
		schema = await openSchema(folder);
		environment = {
			...sharedDatabase(schema.url),
			PACKSHOT_DATA: folder,
			PACKSHOT_LOG_LEVEL: "silent",
			// Statements blocked by the test must not time out.
			PACKSHOT_DATABASE_STATEMENT_SECONDS: "600",
		};
		const clock = testClock(Date.now());
		keeper = await startService({ folder, clock, settings: environment });
		client = await keeper.client();
		for (const [seed, barcode] of barcodes.entries()) {
			// Ids of the same millisecond are in random order, and the newest picture must come last.
			clock.advance(1);
			await keeper.product({ barcode, info: { brand: "Golden Sheaf" } });
			await keeper.picture(barcode, "front", { seed });
		}
		servers = await Promise.all([startBuiltServer(environment), startBuiltServer(environment)]);
	});
	afterAll(async () => {
		await holder?.end();
		await Promise.all(servers.map((server) => killWhole(server.process)));
		await keeper.close();
		rmSync(folder, { recursive: true, force: true });
		await schema.drop();
	});

	const versionsOf = (barcode: string) =>
		keeper.installation.db.read
			.selectFrom("image")
			.selectAll()
			.where("barcode", "=", barcode)
			.orderBy("image_id")
			.execute();
	const run = () => keeper.installation.db.read.selectFrom("task").selectAll().executeTakeFirstOrThrow();
	const currentOnes = () => Promise.all(barcodes.map(isCurrent));
	const isCurrent = async (barcode: string) =>
		(await versionsOf(barcode)).at(-1)?.watermark_version === watermarkVersion(defaultWatermark);

	async function fetchFrom(server: BuiltServer, url: string): Promise<Uint8Array> {
		const { pathname } = new URL(url);
		const answer = await keeper.call(new URL(server.url).origin + pathname);
		expect(answer.status).toBe(200);
		return answer.bytes;
	}

	/** Locks the row of a picture. @returns functions that count the waiting statements and release the lock. */
	async function holdVersion(imageId: string) {
		const holding = new Client(schema.url);
		holder = holding;
		await holding.connect();
		await holding.query("begin");
		const { rows } = await holding.query("select pg_backend_pid() as pid");
		await holding.query("select image_id from image where image_id = $1 for update", [imageId]);
		return {
			async waiting(): Promise<number> {
				const waiting = "select pid from pg_locks where not granted and $1 = any(pg_blocking_pids(pid))";
				return (await holding.query(waiting, [rows[0].pid])).rows.length;
			},
			release: () => holding.end(),
		};
	}

	test("is replaced by the other server, which does the rest once; all delivered pictures stay attributable", async () => {
		const newest = barcodes.at(-1) as string;
		const [before] = await versionsOf(newest);
		const [early, late, amid] = [
			await signedUrl(keeper, client, newest),
			await signedUrl(keeper, client, newest),
			await signedUrl(keeper, client, newest),
		];
		const delivered = [await fetchFrom(servers[0] as BuiltServer, early)];
		const held = await holdVersion(before?.image_id as string);
		const { origin } = new URL((servers[0] as BuiltServer).url);
		const administrator = await newPerson({ ...keeper, origin }, { isAdministrator: true });
		expect((await administrator.ask("POST /admin/watermark/preparing")).status).toBe(200);

		await expect.poll(held.waiting, { interval: 50 }).toBeGreaterThan(0);
		await expect.poll(currentOnes, { interval: 50 }).toContain(true);
		const { ref, lease_id } = await run();
		const workers = startedWith(lease_id as string);
		const victim = servers.find(({ process: { pid } }) =>
			childrenOf(pid as number).includes(workers[0] as number),
		);
		const survivor = servers.find((server) => server !== victim) as BuiltServer;
		expect([workers.length, victim === undefined]).toEqual([1, false]);
		delivered.push(await fetchFrom(survivor, amid));
		await killWhole((victim as BuiltServer).process);
		expect((await currentOnes()).at(-1)).toBe(false);
		await held.release();

		await expect.poll(async () => (await run()).state, { interval: 200 }).toBe("done");
		const ended = await run();
		expect(ended).toMatchObject({ ref, failure: null, lease_id: null });
		const { prepared, total, failed } = figuresOf(ended);
		expect([prepared, failed]).toEqual([total, 0]);
		for (const barcode of barcodes) {
			const versions = await versionsOf(barcode);
			expect(versions.map(({ active }) => active)).toEqual([0, 1]);
			expect(await isCurrent(barcode)).toBe(true);
		}
		delivered.push(await fetchFrom(survivor, late));
		expect(Buffer.compare(delivered[0] as Uint8Array, delivered[2] as Uint8Array)).not.toBe(0);
		for (const bytes of delivered) {
			const { candidates } = await attributePictures(keeper.installation, [bytes], { barcode: newest });
			expect(candidates[0]?.clientId).toBe(client.clientId);
		}

		const stopped = once(survivor.process, "exit");
		survivor.process.kill("SIGTERM");
		await stopped;
		expect(startedWith(ref)).toEqual([]);
		const { stdout } = await promisify(execFile)(process.execPath, [MAIN, "doctor", "--read", "--json"], {
			env: { PATH: process.env.PATH, ...environment },
		});
		expect(JSON.parse(stdout)).toMatchObject({ healthy: true, pictures: { pictures: 2 * PICTURES } });
	});
});
