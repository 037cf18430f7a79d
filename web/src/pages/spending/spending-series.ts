import type { AccountSpending } from "../../api/routes.ts";
import { actionColor, actionName, OTHER_COLOR } from "../../format/actions.ts";
import { sumOfCredits } from "../../format/credits.ts";
import { formatPeriod, type Granularity } from "../../format/dates.ts";

type Usage = Pick<AccountSpending, "granularity" | "series">;

/** One bar: its label, the amounts of its parts by name, and whether its time is not over. */
export type Bar = Readonly<Record<string, string | number | boolean>> & {
	readonly label: string;
	readonly isPart: boolean;
};

export interface ChartSeries {
	readonly bars: readonly Bar[];
	/** The stacked parts, largest first. */
	readonly parts: readonly Part[];
}

/** One part of each bar, with its name and the colour that it has in every chart. */
export interface Part {
	readonly name: string;
	readonly color: string;
}

/** Reading everything has seven parts, eight with the others; more colours cannot be told apart. */
const MOST_PARTS = 8;
const OTHERS: Part = { name: "Others", color: OTHER_COLOR };
const ALL_CALLS: Part = { name: "Calls", color: "#1e717f" };

/** The bars for a usage response: credits by action, with the smallest ones combined, or plain calls. */
export function seriesFor(usage: Usage, measure: "credits" | "requests", nowMs: number): ChartSeries {
	const now = new Date(nowMs).toISOString();
	const head = (period: string) => ({
		label: formatPeriod(period, usage.granularity as Granularity),
		isPart: now.startsWith(period.slice(0, usage.granularity === "hour" ? 13 : undefined)),
	});
	if (measure === "requests") {
		const bars = usage.series.map(({ period, requests }) => ({
			...head(period),
			[ALL_CALLS.name]: requests,
		}));
		return { bars, parts: [ALL_CALLS] };
	}
	const ranked = actionTotals(usage)
		.filter(({ credits }) => credits > 0)
		.map(({ action }) => action);
	const shown = ranked.length > MOST_PARTS ? ranked.slice(0, MOST_PARTS - 1) : ranked;
	const others = ranked.slice(shown.length);
	const bars = usage.series.map(({ period, by_action }) => {
		const amounts = shown.map((action) => [actionName(action), by_action[action]?.credits ?? 0] as const);
		const rest =
			others.length === 0
				? []
				: [[OTHERS.name, sumOfCredits(others.map((action) => by_action[action]?.credits ?? 0))] as const];
		return { ...head(period), ...Object.fromEntries([...amounts, ...rest]) };
	});
	const parts = shown.map((action) => ({ name: actionName(action), color: actionColor(action) }));
	return { bars, parts: others.length === 0 ? parts : [...parts, OTHERS] };
}

interface ActionTotal {
	readonly action: string;
	readonly requests: number;
	readonly credits: number;
}

/** The total of each action over the whole period, highest first. */
export function actionTotals(usage: Usage): readonly ActionTotal[] {
	const actions = new Set(usage.series.flatMap(({ by_action }) => Object.keys(by_action)));
	return [...actions]
		.map((action) => {
			const parts = usage.series.flatMap(({ by_action }) => by_action[action] ?? []);
			return {
				action,
				requests: parts.reduce((sum, { requests }) => sum + requests, 0),
				credits: sumOfCredits(parts.map(({ credits }) => credits)),
			};
		})
		.sort((one, other) => other.credits - one.credits || one.action.localeCompare(other.action));
}
