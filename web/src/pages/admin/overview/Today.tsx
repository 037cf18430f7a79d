import { SegmentedControl, Skeleton } from "@mantine/core";
import { useState } from "react";
import { type AdminOverview, POLLED, useRoute } from "../../../api/routes.ts";
import { countInWords, formatCount, formatCredits, formatPercent } from "../../../format/credits.ts";
import { formatDay, formatMoment, formatPeriod } from "../../../format/dates.ts";
import { Causes } from "../../../parts/Causes.tsx";
import { DayBars } from "../../../parts/DayBars.tsx";
import { Figure, Figures } from "../../../parts/Facts.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { Surface, WideAndNarrow } from "../../../parts/Page.tsx";
import classes from "./AdminOverview.module.css";
import { Backups } from "./Backups.tsx";

/** While earlier days are being aggregated. */
const ADDING_UP_MS = 2000;

/** All keys together: since midnight UTC, per day before that, and why calls were refused. */
export function Today() {
	const overview = useRoute(
		"GET /admin/overview",
		{},
		{
			refetchInterval: ({ state }) =>
				state.data?.is_complete === false ? ADDING_UP_MS : POLLED.refetchInterval,
		},
	);
	if (overview.error) return <FailureNotice error={overview.error} onRetry={() => overview.refetch()} />;
	if (!overview.data) return <Skeleton height={110} radius="lg" />;
	const { day, refusals, series, is_complete } = overview.data;
	return (
		<>
			<TodayFigures overview={overview.data} />
			<Backups backups={overview.data.backups} />
			<WideAndNarrow>
				<ThirtyDays isComplete={is_complete} series={series} />
				<Surface description={`${formatDay(day)}, UTC. Refusals cost nothing.`} title="Refused today">
					<Causes causes={refusals} />
				</Surface>
			</WideAndNarrow>
		</>
	);
}

function TodayFigures({ overview }: { readonly overview: AdminOverview }) {
	const { requests, credits_spent, keys_in_use, refused, rate_limited, faults, latency } = overview;
	const answers = latencyInWords(latency);
	return (
		<Figures>
			<Figure amount={formatCount(requests)} name="Calls today">
				by {countInWords(keys_in_use, "key")}
			</Figure>
			<Figure amount={formatCredits(credits_spent)} name="Spent today">
				credits
			</Figure>
			<Figure amount={formatCount(refused)} name="Refused today">
				{requests === 0 ? "of no calls" : `${formatPercent(refused / requests)} of all calls`}
			</Figure>
			<Figure amount={formatCount(rate_limited)} name="Too many calls">
				refused with 429
			</Figure>
			<Figure amount={formatCount(faults)} name="Server errors">
				answered with 5xx
			</Figure>
			<Figure amount={answers.amount} name="Latency">
				{answers.words}
			</Figure>
		</Figures>
	);
}

/** Response time, as a figure and what it means. */
function latencyInWords(latency: AdminOverview["latency"]): {
	readonly amount: string;
	readonly words: string;
} {
	if (latency === null) return { amount: "–", words: "not measured: metrics are off" };
	if (latency.requests === 0) return { amount: "–", words: `no calls since ${formatMoment(latency.since)}` };
	const amount = latency.p95_ms === null ? "> 5,000 ms" : `≤ ${formatCount(latency.p95_ms)} ms`;
	return { amount, words: `95% of answers since ${formatMoment(latency.since)}` };
}

const SHOWN = {
	requests: { label: "Calls", unit: "calls" },
	credits_spent: { label: "Credits", unit: "credits" },
	refused: { label: "Refused", unit: "refused calls" },
	rate_limited: { label: "429", unit: "calls refused with 429" },
	faults: { label: "5xx", unit: "calls answered with 5xx" },
} as const;
type Shown = keyof typeof SHOWN;

const KINDS = Object.entries(SHOWN).map(([value, { label }]) => ({ value, label }));

/** One of the daily sums, as bars. */
function ThirtyDays({
	series,
	isComplete,
}: {
	readonly series: AdminOverview["series"];
	readonly isComplete: boolean;
}) {
	const [shown, show] = useState<Shown>("requests");
	const total = series.reduce((sum, day) => sum + day[shown], 0);
	const { unit } = SHOWN[shown];
	return (
		<Surface
			description={
				isComplete ? `${formatCredits(total)} ${unit}, by UTC day.` : "Earlier days are still being added up."
			}
			title="Last 30 days"
		>
			<SegmentedControl
				aria-label="What is shown by day"
				className={classes.kinds}
				data={KINDS}
				onChange={(value) => {
					if (Object.hasOwn(SHOWN, value)) show(value as Shown);
				}}
				size="xs"
				value={shown}
			/>
			<DayBars
				days={series.map((day) => ({ label: formatPeriod(day.period, "day"), amount: day[shown] }))}
				name="By day"
				unit={unit}
			/>
		</Surface>
	);
}
