import { SegmentedControl } from "@mantine/core";
import { DayFields } from "../../../parts/DayFields.tsx";
import { type ChangeAddress, changed } from "../../../parts/use-address.ts";
import classes from "./Usage.module.css";
import { PRESETS, type ShownRange, withDay, withPreset } from "./usage-range.ts";

interface UsageFiltersProps {
	readonly range: ShownRange;
	readonly onChange: ChangeAddress;
}

const presetNames: ReadonlyMap<string, string> = new Map(
	Object.entries({
		"1": "Today",
		"7": "7 days",
		"30": "30 days",
		"90": "90 days",
	}),
);

/** The days, and the unit of aggregation. Choosing a day leaves the presets. */
export function UsageFilters({ range: { preset, query }, onChange }: UsageFiltersProps) {
	const { from, to, granularity } = query;
	return (
		<search className={classes.filters}>
			<SegmentedControl
				aria-label="Days"
				data={PRESETS.map((days) => ({ value: days, label: presetNames.get(days) ?? days }))}
				onChange={(days) => onChange((now) => withPreset(now, days))}
				value={preset ?? ""}
			/>
			<DayFields
				from={from}
				onChange={(name, day) => onChange((now) => withDay(now, name, day, Date.now()))}
				size="md"
				to={to}
			/>
			<SegmentedControl
				aria-label="Length of a period"
				data={[
					{ value: "hour", label: "Hours" },
					{ value: "day", label: "Days" },
					{ value: "month", label: "Months" },
				]}
				onChange={(by) => onChange((now) => changed(now, "by", by))}
				value={granularity}
			/>
		</search>
	);
}
