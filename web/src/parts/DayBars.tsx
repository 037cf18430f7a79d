import { useState } from "react";
import { formatCredits } from "../format/credits.ts";
import classes from "./DayBars.module.css";

export interface DayAmount {
	/** `21 Nov`. */
	readonly label: string;
	readonly amount: number;
}

const HEIGHT = 96;
const STEP = 12;
const BAR = 9;

interface DayBarsProps {
	readonly days: readonly DayAmount[];
	readonly name: string;
	/** What the amounts count, in the plural. */
	readonly unit: string;
}

/** Amounts per day as bars. The one under the pointer is described below them. */
export function DayBars({ days, name, unit }: DayBarsProps) {
	const [pointed, setPointed] = useState<DayAmount | undefined>();
	const most = Math.max(...days.map(({ amount }) => amount), 0.0001);
	const total = days.reduce((sum, { amount }) => sum + amount, 0);
	return (
		<figure
			aria-label={`${name}: ${formatCredits(total)} ${unit} in ${days.length} days, at most ${formatCredits(most)} in one`}
		>
			<svg
				aria-hidden="true"
				className={classes.bars}
				onPointerLeave={() => setPointed(undefined)}
				preserveAspectRatio="none"
				viewBox={`0 0 ${days.length * STEP} ${HEIGHT}`}
			>
				{days.map((day, place) => {
					const height = Math.max((day.amount / most) * HEIGHT, day.amount > 0 ? 2 : 0.75);
					return (
						<g key={day.label} onPointerEnter={() => setPointed(day)}>
							<rect className={classes.reach} height={HEIGHT} width={STEP} x={place * STEP} />
							<rect
								className={classes.bar}
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
				<span>{days[0]?.label}</span>
				<span className={classes.pointed}>
					{pointed ? `${pointed.label}: ${formatCredits(pointed.amount)} ${unit}` : ""}
				</span>
				<span>{days.at(-1)?.label}</span>
			</figcaption>
		</figure>
	);
}
