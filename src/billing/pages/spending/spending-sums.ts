import { endOf, startOf } from "../../../platform/time/periods.ts";
import type { UsageSumTable } from "../../tables.ts";

/** Number of barcode digits that spending is grouped by: in most countries the company prefix, including a leading zero. */
export const PREFIX_DIGITS = 7;

export const groupings = ["brand", "prefix"] as const;
export type Grouping = (typeof groupings)[number];

/** Charges of one client that are summed up together. */
export interface ChargedGroup {
	readonly clientId: string;
	/** Start of the UTC day. */
	readonly dayMs: number;
	/** null for charges without a product. */
	readonly prefix: string | null;
	/** Empty for a product without a brand. */
	readonly brand: string;
	readonly charges: number;
	readonly units: number;
}

/** Charges count by day and by month, each by brand and by prefix; those without a product only once. */
export function sumsOf(group: ChargedGroup): UsageSumTable[] {
	const { clientId: client_id, dayMs, prefix, brand, charges: requests, units } = group;
	const names = prefix === null ? { none: "" } : { brand, prefix };
	return Object.entries(names).flatMap(([grouped_by, name]) =>
		SPANS.map((span) => {
			const of = { client_id, grouped_by, span, start: startOf(span, dayMs), name };
			return { ...of, requests, units, expires_at: null };
		}),
	);
}

const SPANS = ["day", "month"] as const;

/** A range of consecutive days, or of whole months. */
export interface Stretch {
	readonly span: "day" | "month";
	readonly startMs: number;
	/** Exclusive. */
	readonly endMs: number;
}

/** Splits a range of UTC days into whole months and the days before and after them, so that few rows are read however long it is. */
export function stretchesOf(startMs: number, endMs: number): Stretch[] {
	const firstMonth = startOf("month", startMs) === startMs ? startMs : endOf("month", startMs);
	const lastMonth = startOf("month", endMs);
	if (firstMonth >= lastMonth) return [{ span: "day", startMs, endMs }];
	const stretches: Stretch[] = [
		{ span: "day", startMs, endMs: firstMonth },
		{ span: "month", startMs: firstMonth, endMs: lastMonth },
		{ span: "day", startMs: lastMonth, endMs },
	];
	return stretches.filter((stretch) => stretch.startMs < stretch.endMs);
}
