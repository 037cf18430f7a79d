import { expect, onTestFinished, test } from "vitest";
import { engines } from "../../../test/support/engines.ts";
import { digestOf, type Entries, readKeys, readPage, readRange, type Values } from "./rows.ts";
import { movableTables, type TableShape } from "./shapes.ts";

const CALLS = 2500;
const digests = new Set<string>();

/** Most calls are identical except for nullable columns, and there are too many for one page. */
function call(place: number): string {
	const at = place < 400 || place >= 2200 ? place : 1000;
	const [barcode, error] = [place % 3 === 0 ? "null" : "'4011'", place % 2 === 0 ? "null" : "'not_found'"];
	return `('c', ${at}, 'r', 'GET', '/', 200, '::1', 0, ${barcode}, ${error})`;
}

test.each(engines)(
	"reads rows without a key page by page, including null columns: $name",
	async ({ open }) => {
		const { db, execute, close } = await open();
		onTestFinished(close);
		const rows = Array.from({ length: CALLS }, (_, place) => call(place)).join();
		const columns = "client_id, at, request_id, method, route, status, address, units, barcode, error";
		await execute(`insert into audit (${columns}) values ${rows}`);
		const audit = (await movableTables(db)).find(({ name }) => name === "audit") as TableShape;

		const pages: Entries[] = [];
		let after: Values | undefined;
		do {
			const page = await readPage(db, audit, after);
			expect(digestOf(await readRange(db, audit, after, page.last))).toBe(digestOf(page.entries));
			pages.push(page.entries);
			after = page.last;
		} while (after);
		const entries = pages.flatMap((page) => [...page.values()]);
		expect(entries.reduce((sum, { copies }) => sum + copies, 0)).toBe(CALLS);
		expect(new Set(entries.map(({ key }) => JSON.stringify(key))).size).toBe(entries.length);

		const keys = entries.filter(({ copies }) => copies > 1).map(({ key }) => key);
		expect(keys).toHaveLength(4);
		expect([...(await readKeys(db, audit, keys)).values()].reduce((sum, { copies }) => sum + copies, 0)).toBe(
			1800,
		);
		digests.add(pages.map(digestOf).join());
		expect(digests.size).toBe(1);
	},
);
