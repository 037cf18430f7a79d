import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { LEDGER_START, ledgerHash } from "./ledger.ts";
import type { LedgerTable } from "./tables.ts";

type Row = Omit<LedgerTable, "hash">;

const row: Row = {
	client_id: "ps_client_a",
	seq: 3,
	at: 1_800_000_000_000,
	request_id: "req_1",
	kind: "charge",
	units: -500,
	balance_after: 99_500,
	detail: '[{"action":"products.head","quantity":1,"price_units":500}]',
	note: null,
};

test("a row's hash is SHA-256 over the previous hash and its columns, a line each", () => {
	const lines = ["before", ...Object.values(row).map((value) => value ?? "")].join("\n");
	expect(ledgerHash("before", row)).toBe(createHash("sha256").update(lines).digest("base64url"));
	expect(LEDGER_START).toBe("");
});

test("whatever is altered in a row, its hash changes", () => {
	const otherValues: Row = {
		client_id: "ps_client_b",
		seq: 4,
		at: 1_800_000_000_001,
		request_id: "req_2",
		kind: "reversal",
		units: -501,
		balance_after: 99_499,
		detail: "[]",
		note: "x",
	};
	for (const column of Object.keys(row) as (keyof Row)[]) {
		const altered = { ...row, [column]: otherValues[column] };
		expect([column, ledgerHash("before", altered)]).not.toEqual([column, ledgerHash("before", row)]);
	}
	expect(ledgerHash("other", row)).not.toBe(ledgerHash("before", row));
});

test("digits moved from one column to the next are another row", () => {
	fc.assert(
		fc.property(fc.nat(), fc.nat(), (left, right) => {
			const joined = { ...row, units: Number(`${left}`), balance_after: right };
			const moved = { ...row, units: Number(`${left}${right}`), balance_after: 0 };
			return right === 0 || ledgerHash("", joined) !== ledgerHash("", moved);
		}),
	);
});
