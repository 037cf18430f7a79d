import type { LatencyMs } from "./load/job.ts";
import { table } from "./markdown-table.ts";

/** One row of the results of `npm run bench`. */
export interface Figure {
	readonly what: string;
	readonly measured: number;
	/** Unit of `measured`; default: "/s". */
	readonly unit?: string;
	/** Latency at 70 % of the measured rate. */
	readonly latency?: LatencyMs;
	/** The baseline, in the same unit. */
	readonly beside?: { readonly what: string; readonly measured: number; readonly latency?: LatencyMs };
	/** Ratio to the baseline, in the median round. */
	readonly ratio?: number;
	readonly aim?: string;
	readonly reached?: boolean;
	/** Refused answers and broken connections. */
	readonly errors?: number;
	/** CPU usage of the load generator; 1 is one core. */
	readonly generatorShare?: number;
}

/** The middle one of some numbers. */
export function median(numbers: readonly number[]): number {
	return numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? Number.NaN;
}

/** Something that could not be measured, and why. */
export interface Unmeasured {
	readonly what: string;
	readonly skipped?: string;
	readonly failed?: string;
}

/** All figures as a Markdown table. */
export function figureTable(figures: readonly (Figure | Unmeasured)[]): string {
	const heads = [
		"",
		"measured",
		"beside it",
		"ratio",
		"p50 / p99 / p99.9 ms",
		"of what is beside it",
		"aim",
		"",
	];
	return table(heads, figures.map(cells));
}

function cells(figure: Figure | Unmeasured): string[] {
	if (!("measured" in figure)) {
		const reason = figure.failed === undefined ? `skipped: ${figure.skipped}` : `FAILED: ${figure.failed}`;
		return [figure.what, reason, "", "", "", "", "", ""];
	}
	const { what, measured, unit = "/s", latency, beside, ratio, aim = "", reached, errors = 0 } = figure;
	return [
		what,
		formatAmount(measured, unit),
		beside ? `${beside.what} ${formatAmount(beside.measured, unit)}` : "",
		ratio === undefined ? "" : formatAmount(ratio, ""),
		percentiles(latency),
		percentiles(beside?.latency),
		aim,
		[reached === undefined ? "" : reached ? "reached" : "missed", errors > 0 ? `${errors} errors` : ""]
			.filter((word) => word !== "")
			.join(", "),
	];
}

function formatAmount(amount: number, unit: string): string {
	const digits = amount >= 100 ? 0 : amount >= 10 ? 1 : amount >= 1 ? 2 : 3;
	const number = amount.toLocaleString("en", {
		minimumFractionDigits: digits,
		maximumFractionDigits: digits,
	});
	return `${number}${unit === "" || unit === "/s" ? unit : ` ${unit}`}`;
}

function percentiles(latency: LatencyMs | undefined): string {
	if (!latency) return "";
	return [latency.p50, latency.p99, latency.p999].map((ms) => ms.toFixed(1)).join(" / ");
}
