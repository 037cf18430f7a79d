import { BarChart } from "@mantine/charts";
import { type BarShapeProps, Rectangle } from "recharts";
import { formatCredits, sumOfCredits } from "../../format/credits.ts";
import classes from "./Spending.module.css";
import type { ChartSeries } from "./spending-series.ts";
import "@mantine/charts/styles.css";

/** Stacked bars. A legend names the colours, and all amounts are in the table below the charts. */
export function SpendingChart({ bars, parts, unit }: ChartSeries & { readonly unit: string }) {
	return (
		<figure aria-label={`${unit} over ${bars.length} periods`} className={classes.chart}>
			{parts.length > 1 ? (
				<ul className={classes.legend}>
					{parts.map(({ name, color }) => (
						<li key={name}>
							<svg aria-hidden="true" height="10" width="10">
								<rect fill={color} height="10" rx="2" width="10" />
							</svg>
							{name}
						</li>
					))}
				</ul>
			) : null}
			<BarChart
				barProps={{ isAnimationActive: false, maxBarSize: 44, shape: PartBar }}
				data={[...bars]}
				dataKey="label"
				gridAxis="x"
				h={unit === "credits" ? 280 : 200}
				series={[...parts]}
				tickLine="none"
				type="stacked"
				tooltipProps={{ content: ({ label, payload }) => <ChartTooltip label={label} payload={payload} /> }}
				valueFormatter={formatCredits}
				xAxisProps={{ minTickGap: 24, tickMargin: 8 }}
				yAxisProps={{ width: 52, allowDecimals: unit === "credits" }}
			/>
		</figure>
	);
}

/** Paler while its time is not over. */
function PartBar(bar: BarShapeProps) {
	return <Rectangle {...bar} fillOpacity={bar.payload.isPart ? 0.45 : 1} />;
}

interface ChartTooltipProps {
	readonly label: unknown;
	/** The parts of the bar under the pointer. */
	readonly payload: readonly { readonly name?: unknown; readonly value?: unknown }[] | undefined;
}

/** The non-zero parts of a bar, and their sum. */
function ChartTooltip({ label, payload = [] }: ChartTooltipProps) {
	const parts = payload
		.map(({ name, value }) => ({ name: String(name), amount: Number(value) }))
		.filter(({ amount }) => amount > 0)
		.sort((one, other) => other.amount - one.amount);
	return (
		<div className={classes.tooltip}>
			<strong>{String(label)}</strong>
			<dl>
				{parts.map(({ name, amount }) => (
					<div key={name}>
						<dt>{name}</dt>
						<dd>{formatCredits(amount)}</dd>
					</div>
				))}
				{parts.length === 1 ? null : (
					<div className={classes.total}>
						<dt>Total</dt>
						<dd>{formatCredits(sumOfCredits(parts.map((part) => part.amount)))}</dd>
					</div>
				)}
			</dl>
		</div>
	);
}
