import { describe, expect, test } from "vitest";
import { engines } from "../../../test/support/engines.ts";
import { clientId } from "../../api/client-id.ts";
import { readBalance, readLedger } from "./balance.ts";
import { grantCredits } from "./grant.ts";

describe.each(engines)("$name", ({ opened }) => {
	const engine = opened();

	function grant(client: string, units: number, note: string | null = null) {
		const given = { clientId: client, units, note, requestId: "req_grant", atMs: 1000 };
		return engine.db.write(grantCredits, given);
	}

	test("granted credits are ledger rows with their note, and add up", async () => {
		const client = clientId();
		await grant(client, 70_000, "invoice 7");
		expect(await grant(client, 5)).toEqual({ balanceUnits: 70_005 });
		expect(await readLedger(engine.db, client)).toMatchObject([
			{ seq: 1, kind: "grant", units: 70_000, balance_after: 70_000, note: "invoice 7", detail: "[]" },
			{ seq: 2, kind: "grant", units: 5, balance_after: 70_005, note: null },
		]);
	});

	test("credits can be taken back down to zero, never below", async () => {
		const client = clientId();
		await grant(client, 100);
		expect(await grant(client, -101)).toEqual({ balanceUnits: 100, refused: "below_zero" });
		expect(await readLedger(engine.db, client)).toHaveLength(1);
		expect(await grant(client, -100)).toEqual({ balanceUnits: 0 });
		expect(await readBalance(engine.db, client)).toBe(0);
	});

	test("a grant beyond the largest printable balance is refused", async () => {
		const client = clientId();
		await grant(client, 10 ** 14);
		expect(await grant(client, 1)).toEqual({ balanceUnits: 10 ** 14, refused: "too_large" });
	});

	test("the second of two concurrent deductions sees what the first left", async () => {
		const client = clientId();
		await grant(client, 100);
		const outcomes = await Promise.all([grant(client, -80), grant(client, -80)]);
		expect(outcomes.filter((outcome) => outcome.refused)).toHaveLength(1);
		expect(await readBalance(engine.db, client)).toBe(20);
	});

	test("a client that never had credits has a balance of 0 and no ledger", async () => {
		expect(await readBalance(engine.db, "ps_client_unknown")).toBe(0);
		expect(await readLedger(engine.db, "ps_client_unknown")).toEqual([]);
	});
});
