import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { engines, everyEngine, type OpenedEngine } from "../../../test/support/engines.ts";
import { announce } from "../../../test/support/operator.ts";
import { clientId } from "../../api/client-id.ts";
import { readBalance } from "../../billing/balances/balance.ts";
import { grantCredits } from "../../billing/balances/grant.ts";
import { requestId } from "../ids.ts";
import { command } from "./command.ts";
import { type NumberedBytes, StorageUnavailable } from "./database.ts";

describe.each(engines)("$name", ({ name, open }) => {
	let engine: OpenedEngine;
	beforeAll(async () => {
		engine = await open();
	});
	afterAll(() => engine.close());

	const grant = (client: string, units: number, note: string | null = null) => ({
		clientId: client,
		units,
		note,
		requestId: requestId(0),
		atMs: 0,
	});

	test("a write can be read by key and by scan as soon as it resolves", async () => {
		const client = clientId();
		await engine.db.write(grantCredits, grant(client, 100));
		expect(await readBalance(engine.db, client)).toBe(100);
		const scanned = await engine.db.scan
			.selectFrom("balance")
			.select("units")
			.where("balance_key", "=", client)
			.execute();
		expect(scanned).toEqual([{ units: 100 }]);
	});

	test("scans bytes as they were stored, with their numbers and each in its own buffer", async () => {
		const stored = [0, 1, 22_500, 200_000].map((length, place) => ({
			number: 10 ** (3 * place),
			bytes: Uint8Array.from({ length }, (_, i) => (i * 31 + place) % 256),
		}));
		const values = stored.map(({ number, bytes }) => {
			const hex = Buffer.from(bytes).toString("hex");
			return `(${number}, '', ${name === "SQLite" ? `x'${hex}'` : `'\\x${hex}'`})`;
		});
		await engine.execute(`insert into search_pack (pack, image_ids, prints) values ${values.join(", ")}`);
		const scan = (after: number) =>
			engine.db.scanBytes(
				engine.db.scan
					.selectFrom("search_pack")
					.select(["pack as number", "prints as bytes"])
					.where("pack", ">", sql.lit(after))
					.orderBy("pack")
					.compile(),
			);
		const texts = (rows: readonly NumberedBytes[]) =>
			rows.map(({ number, bytes }) => `${number} ${Buffer.from(bytes).toString("base64")}`);
		const found = await scan(0);
		expect(texts(found)).toEqual(texts(stored));
		expect(found.map(({ bytes }) => bytes.buffer.byteLength)).toEqual(
			stored.map(({ bytes }) => bytes.length),
		);
		expect(texts(await scan(1000))).toEqual(texts(stored.slice(2)));
		expect(await scan(10 ** 9)).toEqual([]);
	});

	test("a failed byte scan rejects with StorageUnavailable and does not affect the next scan", async () => {
		const scan = (text: string) =>
			engine.db.scanBytes(sql<NumberedBytes>`${sql.raw(text)}`.compile(engine.db.scan));
		await expect(scan("select number, bytes from nowhere")).rejects.toThrow(StorageUnavailable);
		expect(await scan("select pack as number, prints as bytes from search_pack where pack < 0")).toEqual([]);
	});

	test("a write that the database rejects fails alone; the others in its batch are stored", async () => {
		const [left, right] = [clientId(), clientId()];
		// Its note is not a string, which only the database detects.
		const faulty = grant(clientId(), 1, { no: "text" } as unknown as string);
		const outcomes = await Promise.allSettled([
			engine.db.write(grantCredits, grant(left, 1)),
			engine.db.write(grantCredits, faulty),
			engine.db.write(grantCredits, grant(right, 2)),
		]);
		expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
		expect((outcomes[1] as PromiseRejectedResult).reason).toBeInstanceOf(StorageUnavailable);
		expect([await readBalance(engine.db, left), await readBalance(engine.db, right)]).toEqual([1, 2]);
		expect(await readBalance(engine.db, faulty.clientId)).toBe(0);
	});

	test("rejects a write for an unknown command", async () => {
		const unknown = command("tests.unknown", async () => 1);
		await expect(engine.db.write(unknown, undefined)).rejects.toThrow(/tests.unknown/);
	});

	test("500 writes at once are all stored, each once", async () => {
		const client = clientId();
		const outcomes = await Promise.all(
			Array.from({ length: 500 }, () => engine.db.write(grantCredits, grant(client, 1))),
		);
		expect(new Set(outcomes.map(({ balanceUnits }) => balanceUnits)).size).toBe(500);
		expect(await readBalance(engine.db, client)).toBe(500);
	});

	test("a point read binds the given values first and keeps the remaining compiled ones", async () => {
		const order = { action: "products.head", effectiveAtMs: 5, nowMs: 0, immediately: true } as const;
		await announce(engine.db, { ...order, units: 7 });
		const find = engine.db.pointRead(
			engine.db.read
				.selectFrom("price")
				.select("units")
				.where("action", "=", "")
				.where("effective_at", "=", 5)
				.compile(),
		);
		expect(await find("products.head")).toEqual({ units: 7 });
		expect(await find("products.head", 6)).toBeUndefined();
		expect(await find("products.get.info")).toBeUndefined();
	});

	test("rejects a transaction outside the writer", async () => {
		const attempt = engine.db.read.transaction().execute(async () => undefined);
		await expect(attempt).rejects.toThrow(/Database.write/);
	});

	test("closing waits for what is under way; later writes are refused", async () => {
		const { db, close } = await open();
		const client = clientId();
		const writes = Array.from({ length: 20 }, () => db.write(grantCredits, grant(client, 1)));
		const closing = close();
		expect((await Promise.all(writes)).map(({ balanceUnits }) => balanceUnits)).toContain(20);
		await closing;
		await expect(db.write(grantCredits, grant(client, 1))).rejects.toThrow(StorageUnavailable);
	});
});

// On PostgreSQL, reads and writes share connections.
test("SQLite rejects a write on the connection for reading", async () => {
	const [sqlite] = everyEngine;
	const engine = await sqlite!.open();
	onTestFinished(() => engine.close());
	await expect(engine.db.read.deleteFrom("balance").execute()).rejects.toThrow(/readonly/);
});
