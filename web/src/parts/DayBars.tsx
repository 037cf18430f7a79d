import { useState } from "react";
import { formatCredits } from "../format/credits.ts";
import { formatPeriod } from "../format/dates.ts";
import { scaleTop } from "../format/scale.ts";
import classes from "./DayBars.module.css";

export interface DayAmount {
	/** The UTC day, as `2027-05-15`. */
	readonly period: string;
	readonly amount: number;
}

const HEIGHT = 96;
const STEP = 12;
const BAR = 9;

interface DayBarsProps {
	/** Oldest first. */
	readonly days: readonly DayAmount[];
	readonly name: string;
	/** What the amounts count, in the plural. */
	readonly unit: string;
}

/** Amounts per day as bars beside a scale; that of today, which is not over, is pale. The one under the pointer is described below them. */
export function DayBars({ days, name, unit }: DayBarsProps) {
	const [pointed, setPointed] = useState<DayAmount | undefined>();
	const most = Math.max(0, ...days.map(({ amount }) => amount));
	const top = scaleTop(most, unit !== "credits");
	const total = days.reduce((sum, { amount }) => sum + amount, 0);
	const today = new Date().toISOString().slice(0, 10);
	const nameOf = ({ period }: DayAmount) => (period === today ? "today" : formatPeriod(period, "day"));
	return (
		<figure
			aria-label={`${name}: ${formatCredits(total)} ${unit} in ${days.length} days, at most ${formatCredits(most)} in one`}
			className={classes.figure}
		>
			<ol aria-hidden="true" className={classes.scale}>
				{[top, top / 2, 0].map((mark) => (
					<li key={mark}>{formatCredits(mark)}</li>
				))}
			</ol>
			<svg
				aria-hidden="true"
				className={classes.bars}
				onPointerLeave={() => setPointed(undefined)}
				preserveAspectRatio="none"
				viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
			>
				<path
					className={classes.grid}
					d={`M0 0.5H${days.length * STEP}M0 ${HEIGHT / 2}H${days.length * STEP}`}
				/>
				{days.map((day, place) => {
					const height = Math.max((day.amount / top) * HEIGHT, day.amount > 0 ? 2 : 0.75);
					return (
						<g key={day.period} onPointerEnter={() => setPointed(day)}>
							<rect className={classes.reach} height={HEIGHT} width={STEP} x={place * STEP} />
							<rect
								className={classes.bar}
								data-part={day.period === today}
								height={height}
								width={BAR}
								x={place * STEP + (STEP - BAR) / 2}
								y={HEIGHT - height}
							/>
						</g>
					);
				})}
			</svg>
			<figcaption className={classes.axis}>
				<span>{days[0] && nameOf(days[0])}</span>
				<span className={classes.pointed}>
					{pointed ? `${nameOf(pointed)}: ${formatCredits(pointed.amount)} ${unit}` : ""}
				</span>
				<span>{days.at(-1)?.period === today ? "Today so far" : ""}</span>
			</figcaption>
		</figure>
	);
}
