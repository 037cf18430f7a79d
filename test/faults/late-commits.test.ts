import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { importAll } from "../../src/imports/import.ts";
import { importOrder } from "../../src/imports/order.fixture.ts";
import { unmovedClock } from "../support/clock.ts";
import { startTwoNodes } from "../support/nodes.ts";
import { onPostgres, postgresUrl, runOn } from "../support/schemas.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";
import { slowProducts } from "../support/slow-products.ts";

/**
 * Clients that poll as described in SPEC D33 find every product, however late its transaction is committed. Their polls overlap by 5 seconds,
 * the minimum that is promised to suffice.
 */

const OVERLAP_MS = 5000;
/** Short enough that a single product never makes the transaction too long, even on a busy machine. */
const SECONDS_EACH = 0.125;
/** In a single undivided transaction these would take more than 6 seconds. */
const LINES = 50;

const openers = [
	...(onPostgres ? [] : [{ name: "SQLite" as const, importers: 1, open: oneService }]),
	...(postgresUrl ? [{ name: "PostgreSQL" as const, importers: 2, open: twoNodes }] : []),
];

async function oneService() {
	const service = await startService({ clock: unmovedClock() });
	return { nodes: [service], close: service.close, alter: service.alter };
}

async function twoNodes() {
	const { nodes, close, environment } = await startTwoNodes({ clock: unmovedClock() });
	return { nodes, close, alter: (sql: string) => runOn(environment.PACKSHOT_DATABASE_URL as string, sql) };
}

describe.each(openers)("on $name, importers: $importers", ({ name, importers, open }) => {
	let opened: Awaited<ReturnType<typeof open>>;
	let reader: TestService;
	let client: TestClient;
	let folder: string;
	beforeAll(async () => {
		opened = await open();
		reader = opened.nodes[0] as TestService;
		client = await reader.client({ requestsPerMinute: 10_000 });
		await client.token();
		folder = mkdtempSync(join(tmpdir(), "packshot-late-"));
		await reader.product({ barcode: "4011" });
		await opened.alter(slowProducts(name, SECONDS_EACH));
	});
	afterAll(async () => {
		await opened.close();
		rmSync(folder, { recursive: true, force: true });
	});

	async function importLines(node: TestService, prefix: number) {
		const barcodes = Array.from({ length: LINES }, (_, place) => String(prefix * 10_000_000 + place));
		const file = join(folder, `${prefix}.ndjson`);
		writeFileSync(file, barcodes.map((barcode) => JSON.stringify({ barcode, info: {} })).join("\n"));
		const report = await importAll(node.installation, importOrder([file]));
		expect([report.products.created, report.refused]).toEqual([LINES, []]);
		return barcodes;
	}

	/** Polls until told to stop, and once more after that. @returns the barcodes it saw. */
	async function poll(isOver: () => boolean): Promise<Set<string>> {
		const seen = new Set<string>();
		let since = new Date().toISOString();
		for (let last = false; !last; ) {
			last = isOver();
			const { body } = await reader.call(`/products?per_page=500&updated_since=${since}`, { client });
			expect(body).toHaveProperty("data");
			for (const { barcode } of body.data) seen.add(barcode);
			since = new Date(Date.parse(body.meta.response_generated) - OVERLAP_MS).toISOString();
			await sleep(200);
		}
		return seen;
	}

	test("a polling client sees every product of an import that is too slow for one transaction", async () => {
		let over = false;
		const polling = poll(() => over);
		const imported = await Promise.all(
			Array.from({ length: importers }, (_, place) =>
				importLines(opened.nodes[place] as TestService, place + 1),
			),
		).finally(() => {
			over = true;
		});
		const seen = await polling;
		expect(imported.flat().filter((barcode) => !seen.has(barcode))).toEqual([]);
	});
});
