import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines, type OpenedEngine } from "../../../../test/support/engines.ts";
import { clientId } from "../../../api/client-id.ts";
import { applyMetadata } from "../../../catalogue/writing/apply-metadata.ts";
import { requestId } from "../../../platform/ids.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { grantCredits } from "../../balances/grant.ts";
import { followed } from "../../ledger/ledger-sum.ts";
import { settle } from "../../ledger/settle.ts";
import { chargeOf } from "../../prices/charge.ts";
import { checkSpending, spendingSum } from "./count-spending.ts";
import { readSpending } from "./read-spending.ts";
import { stretchesOf, sumsOf } from "./spending-sums.ts";

const AT_MS = Date.UTC(2027, 4, 15, 12, 30);
const MAY = { startMs: Date.UTC(2027, 4, 1), endMs: Date.UTC(2027, 5, 1), nowMs: AT_MS };

test("divides any range of days into whole months and the days around them, without gaps or overlaps", () => {
	const day = fc.integer({ min: 0, max: 2000 }).map((days) => Date.UTC(2026, 0, 1) + days * DAY_MS);
	fc.assert(
		fc.property(day, day, (one, other) => {
			const [startMs, endMs] = [Math.min(one, other), Math.max(one, other) + DAY_MS];
			const stretches = stretchesOf(startMs, endMs);
			let at = startMs;
			for (const stretch of stretches) {
				expect(stretch.startMs).toBe(at);
				if (stretch.span === "month") {
					expect([new Date(stretch.startMs).getUTCDate(), new Date(stretch.endMs).getUTCDate()]).toEqual([
						1, 1,
					]);
				} else expect(stretch.endMs - stretch.startMs).toBeLessThanOrEqual(61 * DAY_MS);
				at = stretch.endMs;
			}
			expect(at).toBe(endMs);
		}),
	);
});

test("a charge counts once by brand and once by prefix, by day and by month", () => {
	const dayMs = AT_MS - (AT_MS % DAY_MS);
	const group = { clientId: "one", dayMs, prefix: "0725272", brand: "Dole", charges: 1, units: 90 };
	const sums = [...sumsOf(group), ...sumsOf({ ...group, prefix: null, brand: "" })];
	expect(sums.map(({ grouped_by, span, name, units }) => [grouped_by, span, name, units])).toEqual([
		["brand", "day", "Dole", 90],
		["brand", "month", "Dole", 90],
		["prefix", "day", "0725272", 90],
		["prefix", "month", "0725272", 90],
		["none", "day", "", 90],
		["none", "month", "", 90],
	]);
});

describe.each(engines)("$name", ({ open }) => {
	let engine: OpenedEngine;
	beforeAll(async () => {
		engine = await open();
		const changes = [
			{ barcode: "0725272730706", info: { brand: "Dole" } },
			{ barcode: "0725272730713", info: { brand: "Gefen" } },
			{ barcode: "4011", info: { brand: "Dole" } },
		];
		await engine.db.write(applyMetadata, { changes, existingOnly: false });
	});
	afterAll(() => engine.close());

	async function charged(client: string, barcode: string | undefined, atMs = AT_MS, priceUnits = 10) {
		await engine.db.write(settle, {
			clientId: client,
			requestId: requestId(atMs),
			atMs,
			method: "GET",
			route: "/products/:barcode",
			status: 200,
			address: "192.0.2.1",
			charge: chargeOf([{ action: "products.head", quantity: 1, priceUnits }]),
			...(barcode === undefined ? {} : { barcode }),
		});
	}
	async function spender(): Promise<string> {
		const id = clientId();
		const grant = { clientId: id, units: 100_000, note: null, requestId: requestId(AT_MS), atMs: AT_MS };
		await engine.db.write(grantCredits, grant);
		return id;
	}
	async function countAll(): Promise<void> {
		const { step } = followed(engine.db, spendingSum, { now: () => AT_MS });
		while (await step());
	}

	test("stored sums plus newer charges equal the ledger, by brand and by prefix", async () => {
		const client = await spender();
		for (const barcode of ["0725272730706", "4011", "0725272730713", "9999", undefined]) {
			await charged(client, barcode);
		}
		const expected = {
			names: [
				{ name: "Dole", charges: 2, units: 20 },
				{ name: "", charges: 1, units: 10 },
				{ name: "Gefen", charges: 1, units: 10 },
			],
			noProduct: { charges: 1, units: 10 },
			uncounted: 0,
		};
		expect(await readSpending(engine.db, client, "brand", MAY)).toEqual(expected);
		await Promise.all([countAll(), countAll(), countAll()]);
		expect(await readSpending(engine.db, client, "brand", MAY)).toEqual(expected);
		await charged(client, "4011", AT_MS, 15);
		const byPrefix = await readSpending(engine.db, client, "prefix", MAY);
		expect(byPrefix.names).toEqual([
			{ name: "4011", charges: 2, units: 25 },
			{ name: "0725272", charges: 2, units: 20 },
			{ name: "9999", charges: 1, units: 10 },
		]);
		expect(await readSpending(engine.db, await spender(), "brand", MAY)).toMatchObject({ names: [] });
	});

	test("a range includes only the charges of its own days", async () => {
		const client = await spender();
		const days = [
			Date.UTC(2027, 2, 31, 23),
			Date.UTC(2027, 3, 1),
			Date.UTC(2027, 4, 31, 23),
			Date.UTC(2027, 5, 1),
		];
		for (const atMs of days) await charged(client, "4011", atMs);
		const chargesOf = async (startMs: number, endMs: number) =>
			(await readSpending(engine.db, client, "brand", { startMs, endMs, nowMs: AT_MS })).names[0]?.charges ??
			0;
		const look = () =>
			Promise.all([
				chargesOf(Date.UTC(2027, 3, 1), Date.UTC(2027, 5, 1)),
				chargesOf(Date.UTC(2027, 2, 31), Date.UTC(2027, 5, 2)),
				chargesOf(Date.UTC(2027, 3, 2), Date.UTC(2027, 4, 31)),
			]);
		expect(await look()).toEqual([2, 4, 0]);
		await countAll();
		expect(await look()).toEqual([2, 4, 0]);
	});

	test("counts rows only once, and doctor detects wrong sums", async () => {
		const client = await spender();
		await charged(client, "4011");
		await countAll();
		await engine.db.write(spendingSum.command, { balanceKey: client, after: 0, upTo: 2, nowMs: AT_MS });
		expect((await checkSpending(engine.db)).faults).toEqual([]);
		await engine.execute(
			`update usage_sum set units = units + 1 where client_id = '${client}' and grouped_by = 'brand'`,
		);
		expect((await checkSpending(engine.db)).faults).toEqual(
			["day", "month"].map((span) => ({
				clientId: client,
				problem: `spending by brand and ${span}: 11 units in 1 charges is stored, but the ledger has 10 units in 1 charges`,
			})),
		);
	});
});
