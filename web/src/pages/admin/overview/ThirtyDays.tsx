import { SegmentedControl } from "@mantine/core";
import { useState } from "react";
import type { AdminOverview } from "../../../api/shapes.ts";
import { formatCredits } from "../../../format/credits.ts";
import { formatPeriod } from "../../../format/dates.ts";
import { DayBars } from "../../../parts/DayBars.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import classes from "./AdminOverview.module.css";

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
export function ThirtyDays({
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
				isComplete
					? `${formatCredits(Number(total.toFixed(4)))} ${unit}, by UTC day.`
					: "Earlier days are still being added up."
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
