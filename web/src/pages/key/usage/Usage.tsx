import { SegmentedControl, Skeleton, Stack } from "@mantine/core";
import { IconChartBar } from "@tabler/icons-react";
import { KEPT, type Usage as UsageTotals, useRoute } from "../../../api/routes.ts";
import { actionName } from "../../../format/actions.ts";
import { creditsInWords, formatCount, formatExact } from "../../../format/credits.ts";
import { loadedLater, useIsLoaded } from "../../../loaded-later.tsx";
import { DayFields } from "../../../parts/DayField.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { type Column, DataTable, EmptyState } from "../../../parts/Listing.tsx";
import { Surface } from "../../../parts/Page.tsx";
import { type ChangeAddress, changed, useAddress } from "../../../parts/use-address.ts";
import { useShownKey } from "../KeyPage.tsx";
import { SpendingTable } from "./SpendingTable.tsx";
import classes from "./Usage.module.css";
import { PRESETS, periodInWords, type ShownRange, shownRange, withDay, withPreset } from "./usage-range.ts";
import { type ActionTotal, actionTotals, seriesFor } from "./usage-series.ts";

const chart = loadedLater(() => import("./UsageChart.tsx").then((file) => file.UsageChart));
// The chart library is as large as the code of all other pages together, so it is loaded while the figures are being fetched.
void chart.load();

/** Requests and credits over time, in the UTC periods used by the ledger and the daily limits. */
export function Usage() {
	const { client_id } = useShownKey();
	const [address, change] = useAddress();
	const range = shownRange(address, Date.now());
	const usage = useRoute("GET /keys/{client_id}/usage", { path: { client_id }, query: range.query }, KEPT);
	const isChartLoaded = useIsLoaded(chart.load);
	const isEmpty = usage.data?.totals.requests === 0;
	return (
		<Stack gap="md">
			<UsageFilters onChange={change} range={range} />
			{usage.error ? (
				<FailureNotice
					error={usage.error}
					onRetry={() => usage.refetch()}
					title="The usage could not be loaded"
				/>
			) : null}
			{usage.isPending ? <Skeleton height={320} radius="lg" /> : null}
			{usage.data && isEmpty ? (
				<Surface>
					<EmptyState icon={IconChartBar} title="No calls in this period">
						Calls appear here moments after they are made.
					</EmptyState>
				</Surface>
			) : null}
			{usage.data && !isEmpty ? (
				<>
					<Surface
						description={`${creditsInWords(usage.data.totals.credits_spent)} ${periodInWords(range.query)}.`}
						title="Credits spent"
					>
						{isChartLoaded ? (
							<chart.Shown {...seriesFor(usage.data, "credits")} unit="credits" />
						) : (
							<Skeleton height={280} />
						)}
					</Surface>
					<Surface
						description={`${formatCount(usage.data.totals.requests)} ${periodInWords(range.query)}.`}
						title="Requests"
					>
						{isChartLoaded ? (
							<chart.Shown {...seriesFor(usage.data, "requests")} unit="requests" />
						) : (
							<Skeleton height={220} />
						)}
					</Surface>
					<ActionTable usage={usage.data} />
					<SpendingTable
						by={address.get("group") === "prefix" ? "prefix" : "brand"}
						onBy={(group) => change((now) => changed(now, "group", group))}
						range={range.query}
					/>
				</>
			) : null}
		</Stack>
	);
}

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
function UsageFilters({ range: { preset, query }, onChange }: UsageFiltersProps) {
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

const columns: readonly Column<ActionTotal>[] = [
	{ name: "Action", isTitle: true, cell: ({ action }) => <Action action={action} /> },
	{ name: "Requests", isNumber: true, cell: ({ requests }) => formatCount(requests) },
	{ name: "Credits", isNumber: true, cell: ({ credits }) => formatExact(credits) },
];

function Action({ action }: Pick<ActionTotal, "action">) {
	return (
		<span className={classes.what}>
			{actionName(action)} <code className={classes.action}>{action}</code>
		</span>
	);
}

function ActionTable({ usage }: { readonly usage: UsageTotals }) {
	return (
		<Surface description="What each action on the price list cost in this period." flush title="By action">
			<DataTable
				columns={columns}
				name="Usage by action"
				rowKey={({ action }) => action}
				rows={actionTotals(usage)}
			/>
		</Surface>
	);
}
