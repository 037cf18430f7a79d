import { BarChart } from "@mantine/charts";
import "@mantine/charts/styles.css";
import { formatCredits } from "../../../format/credits.ts";
import classes from "./Usage.module.css";
import type { ChartSeries } from "./usage-series.ts";

const colors = ["petrol.6", "marigold.4", "petrol.3", "red.4", "gray.5"];

/** Stacked bars. Colours are told apart by the legend, and all amounts stand in the table below the charts. */
export function UsageChart({ bars, parts, unit }: ChartSeries & { readonly unit: string }) {
	const series = parts.map((name, place) => ({ name, color: colors[place % colors.length] ?? "gray.5" }));
	return (
		<figure aria-label={`${unit} over ${bars.length} periods`} className={classes.chart}>
			{parts.length > 1 ? (
				<ul className={classes.legend}>
					{series.map(({ name, color }) => (
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
				series={series}
				tickLine="none"
				type="stacked"
				valueFormatter={formatCredits}
				xAxisProps={{ minTickGap: 24, tickMargin: 8 }}
				yAxisProps={{ width: 52, allowDecimals: unit === "credits" }}
			/>
		</figure>
	);
}
