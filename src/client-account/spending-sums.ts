import type { LedgerTable } from "../billing/tables.ts";
import { DAY_MS } from "../platform/http/fixed-window.ts";

/** Digits of a barcode that spending is added up by: in most countries those of the company, a leading zero counted in. */
export const PREFIX_DIGITS = 7;

export const groupings = ["brand", "prefix"] as const;
export type Grouping = (typeof groupings)[number];

/** What of a ledger row spending is made of. */
export type SpendingRow = Pick<LedgerTable, "seq" | "at" | "kind" | "units" | "barcode">;

/** A row of `spending`, without its client. */
export interface SpendingSum {
	readonly groupedBy: Grouping | "none";
	readonly span: "day" | "month";
	readonly start: number;
	readonly name: string;
	charges: number;
	units: number;
}

/**
 * Adds charges up by day and by month, each by brand and by prefix; one that names no product once.
 * @param brands by barcode; a product that is missing here counts as one without a brand.
 */
export function spendingSums(
	rows: readonly SpendingRow[],
	brands: ReadonlyMap<string, string>,
): SpendingSum[] {
	const sums = new Map<string, SpendingSum>();
	for (const { at, kind, units, barcode } of rows) {
		if (kind !== "charge") continue;
		for (const [groupedBy, name] of namesOf(barcode, brands)) {
			for (const span of ["day", "month"] as const) {
				const start = span === "day" ? at - (at % DAY_MS) : startOfMonth(at);
				const key = `${groupedBy} ${span} ${start} ${name}`;
				const sum = sums.get(key) ?? { groupedBy, span, start, name, charges: 0, units: 0 };
				sum.charges++;
				sum.units -= units;
				sums.set(key, sum);
			}
		}
	}
	return [...sums.values()];
}

function namesOf(
	barcode: string | null,
	brands: ReadonlyMap<string, string>,
): readonly (readonly [Grouping | "none", string])[] {
	if (barcode === null) return [["none", ""]];
	return [
		["brand", brands.get(barcode) ?? ""],
		["prefix", barcode.slice(0, PREFIX_DIGITS)],
	];
}

export function startOfMonth(ms: number): number {
	const date = new Date(ms);
	return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}

/** Days and whole months that make up some UTC days. */
export interface Stretch {
	readonly span: "day" | "month";
	readonly startMs: number;
	/** Exclusive. */
	readonly endMs: number;
}

/** Divides a range of UTC days into whole months and the days before and after them: however long it is, few rows are read. */
export function stretchesOf(startMs: number, endMs: number): Stretch[] {
	const firstMonth = startOfMonth(startMs) === startMs ? startMs : nextMonth(startMs);
	const lastMonth = startOfMonth(endMs);
	if (firstMonth >= lastMonth) return [{ span: "day", startMs, endMs }];
	const stretches: Stretch[] = [
		{ span: "day", startMs, endMs: firstMonth },
		{ span: "month", startMs: firstMonth, endMs: lastMonth },
		{ span: "day", startMs: lastMonth, endMs },
	];
	return stretches.filter((stretch) => stretch.startMs < stretch.endMs);
}

function nextMonth(ms: number): number {
	const date = new Date(ms);
	return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1);
}
