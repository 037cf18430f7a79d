import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { LedgerTable } from "../tables.ts";
import { LEDGER_START, ledgerHash } from "./ledger.ts";

type Row = Omit<LedgerTable, "hash">;

/** As version 1.0.0 and before wrote it. */
const row: Row = {
	balance_key: "ps_client_a",
	seq: 3,
	at: 1_800_000_000_000,
	request_id: "req_1",
	kind: "charge",
	units: -500,
	balance_after: 99_500,
	detail: '[{"action":"products.head","quantity":1,"price_units":500}]',
	note: null,
	barcode: null,
	client_id: null,
};

const sha256 = (lines: readonly unknown[]) =>
	createHash("sha256").update(lines.join("\n")).digest("base64url");

test("a row's hash is SHA-256 over a format, the previous hash, the balance, the client and everything else, one per line", () => {
	const { balance_key, client_id, barcode, note, ...others } = { ...row, client_id: "ps_client_b" };
	const lines = [balance_key, client_id, ...Object.values(others)];
	expect(ledgerHash("before", { ...row, client_id })).toBe(sha256(["balance", "before", ...lines, "", ""]));
	expect(ledgerHash("before", { ...row, client_id, barcode: "4011", note: "x" })).toBe(
		sha256(["balance", "before", ...lines, "4011", "x"]),
	);
	expect(ledgerHash("before", { ...row, client_id: "" })).toBe(
		sha256(["balance", "before", balance_key, "", ...Object.values(others), "", ""]),
	);
});

test("an earlier row's hash is SHA-256 over the previous hash and its columns, one per line", () => {
	const { barcode, note, client_id, ...others } = row;
	expect(ledgerHash("before", row)).toBe(sha256(["before", ...Object.values(others), note ?? ""]));
	expect(LEDGER_START).toBe("");
});

test("an earlier row with a barcode hashes the barcode too, under a version prefix", () => {
	const { barcode, note, client_id, ...others } = { ...row, barcode: "4011" };
	expect(ledgerHash("before", { ...row, barcode })).toBe(
		sha256(["barcode", "before", ...Object.values(others), barcode, note ?? ""]),
	);
});

test("a barcode cannot be passed off as a note", () => {
	const noted = { ...row, note: "4011\n" };
	expect(ledgerHash("before", noted)).not.toBe(ledgerHash("before", { ...row, barcode: "4011" }));
});

test("any change to a row changes its hash", () => {
	const otherValues: Row = {
		balance_key: "ps_client_b",
		seq: 4,
		at: 1_800_000_000_001,
		request_id: "req_2",
		kind: "reversal",
		units: -501,
		balance_after: 99_499,
		detail: "[]",
		note: "x",
		barcode: "4011",
		client_id: "ps_client_a",
	};
	for (const column of Object.keys(row) as (keyof Row)[]) {
		const altered = { ...row, [column]: otherValues[column] };
		expect([column, ledgerHash("before", altered)]).not.toEqual([column, ledgerHash("before", row)]);
	}
	expect(ledgerHash("other", row)).not.toBe(ledgerHash("before", row));
});

test("moving digits from one column to the next changes the hash", () => {
	fc.assert(
		fc.property(fc.stringMatching(/^[1-9]{3,15}$/), (digits) => {
			const hashes = Array.from({ length: digits.length - 1 }, (_, place) => {
				const [left, right] = [digits.slice(0, place + 1), digits.slice(place + 1)];
				return ledgerHash("", { ...row, units: Number(left), balance_after: Number(right) });
			});
			expect(new Set(hashes).size).toBe(hashes.length);
		}),
	);
});
