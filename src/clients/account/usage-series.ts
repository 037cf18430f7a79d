import { creditsForJson } from "../../api/credits.ts";
import type { UsageRow } from "../../billing/usage/usage.ts";
import { periodName, type UsageRange } from "./usage-range.ts";

interface Sum {
	requests: number;
	units: number;
}

interface PeriodSum extends Sum {
	readonly byAction: Map<string, Sum>;
}

/** The series and totals of SPEC D35: one entry for every period, empty ones included. */
export function usageSeries(rows: readonly UsageRow[], range: UsageRange) {
	const periods = new Map<string, PeriodSum>(
		range.periods.map((period) => [period, { requests: 0, units: 0, byAction: new Map() }]),
	);
	for (const row of rows) {
		const period = periods.get(periodName(range.granularity, row.hour));
		if (period) add(period, row);
	}
	const sums = [...periods.values()];
	return {
		series: [...periods].map(([period, sum]) => ({
			period,
			requests: sum.requests,
			credits_spent: creditsForJson(sum.units),
			by_action: Object.fromEntries(
				[...sum.byAction].map(([action, { requests, units }]) => [
					action,
					{ requests, credits: creditsForJson(units) },
				]),
			),
		})),
		totals: {
			requests: sums.reduce((total, sum) => total + sum.requests, 0),
			credits_spent: creditsForJson(sums.reduce((total, sum) => total + sum.units, 0)),
		},
	};
}

function add(period: PeriodSum, { action, requests, units }: UsageRow): void {
	if (action === "") {
		period.requests += requests;
		period.units += units;
		return;
	}
	const sum = period.byAction.get(action) ?? { requests: 0, units: 0 };
	period.byAction.set(action, { requests: sum.requests + requests, units: sum.units + units });
}
