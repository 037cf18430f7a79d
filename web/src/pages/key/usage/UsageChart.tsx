import { BarChart } from "@mantine/charts";
import "@mantine/charts/styles.css";
import { formatCredits } from "../../../format/credits.ts";
import { ChartTooltip } from "./ChartTooltip.tsx";
import classes from "./Usage.module.css";
import type { ChartSeries } from "./usage-series.ts";

/** Stacked bars. A legend names the colours, and all amounts are in the table below the charts. */
export function UsageChart({ bars, parts, unit }: ChartSeries & { readonly unit: string }) {
	return (
		<figure aria-label={`${unit} over ${bars.length} periods`} className={classes.chart}>
			{parts.length > 1 ? (
				<ul className={classes.legend}>
					{parts.map(({ name, color }) => (
						<li key={name}>
							<svg aria-hidden="true" height="10" width="10">
								<rect
									fill={`var(--mantine-color-${color.replace(".", "-")})`}
									height="10"
									rx="2"
									width="10"
								/>
							</svg>
							{name}
						</li>
					))}
				</ul>
			) : null}
			<BarChart
				barProps={{ isAnimationActive: false, maxBarSize: 44 }}
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
