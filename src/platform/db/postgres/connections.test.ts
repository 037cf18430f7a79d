import { describe, expect, onTestFinished, test } from "vitest";
import { postgresUrl } from "../../../../test/support/schemas.ts";
import { StorageUnavailable } from "../database.ts";
import { openPool, statementsOn } from "./connections.ts";

if (!postgresUrl) console.info("PostgreSQL is not installed: no values are read from it");

describe.skipIf(!postgresUrl)("values read from PostgreSQL", () => {
	const run = (text: string, parameters: unknown[] = [], statementMs = 0) => {
		const pool = openPool({ url: postgresUrl, connections: 1, statementMs, waitsForDisk: true });
		onTestFinished(() => pool.end());
		return statementsOn(pool)(text, parameters);
	};

	test("64-bit integers are numbers, bytes a Uint8Array", async () => {
		const bytes = new Uint8Array([0, 255, 10]);
		const { rows } = await run(
			"select 9007199254740991::bigint as large, count(*), sum(1::bigint), $1::bytea as bytes",
			[bytes],
		);
		expect(rows).toEqual([{ large: Number.MAX_SAFE_INTEGER, count: 1, sum: 1, bytes }]);
		expect(Buffer.isBuffer((rows[0] as { bytes: unknown }).bytes)).toBe(false);
	});

	test("throws for an integer that does not fit a number instead of rounding it", async () => {
		await expect(run("select 9007199254740993::bigint")).rejects.toThrow(
			/9007199254740993 is no whole number/,
		);
	});

	test("aborts a statement that takes too long", async () => {
		const fault = await run("select pg_sleep(60)", [], 200).catch((thrown) => thrown);
		expect(fault).toBeInstanceOf(StorageUnavailable);
		expect(fault.message).toMatch(/statement timeout/);
	});
});
