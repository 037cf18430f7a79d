import { SegmentedControl, TextInput } from "@mantine/core";
import type { Granularity } from "../../../format/dates.ts";
import classes from "./Usage.module.css";

/** First and last day, `YYYY-MM-DD`; empty for what the service takes by itself. */
export interface Days {
	readonly from: string;
	readonly to: string;
}

interface UsageFiltersProps {
	readonly granularity: Granularity;
	readonly days: Days;
	readonly onGranularity: (granularity: Granularity) => void;
	readonly onDays: (days: Days) => void;
}

export function UsageFilters({ granularity, days, onGranularity, onDays }: UsageFiltersProps) {
	return (
		<search className={classes.filters}>
			<SegmentedControl
				aria-label="Length of a period"
				data={[
					{ value: "hour", label: "Hours" },
					{ value: "day", label: "Days" },
					{ value: "month", label: "Months" },
				]}
				onChange={(value) => onGranularity(value as Granularity)}
				value={granularity}
			/>
			<TextInput
				label="From"
				onChange={(event) => onDays({ ...days, from: event.currentTarget.value })}
				type="date"
				value={days.from}
			/>
			<TextInput
				label="To"
				onChange={(event) => onDays({ ...days, to: event.currentTarget.value })}
				type="date"
				value={days.to}
			/>
		</search>
	);
}
