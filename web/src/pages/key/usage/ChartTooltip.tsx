import { formatCredits } from "../../../format/credits.ts";
import classes from "./Usage.module.css";

interface ChartTooltipProps {
	readonly label: unknown;
	/** The parts of the bar under the pointer. */
	readonly payload: readonly { readonly name?: unknown; readonly value?: unknown }[] | undefined;
}

/** The non-zero parts of a bar, and their sum. */
export function ChartTooltip({ label, payload = [] }: ChartTooltipProps) {
	const parts = payload
		.map(({ name, value }) => ({ name: String(name), amount: Number(value) }))
		.filter(({ amount }) => amount > 0)
		.sort((one, other) => other.amount - one.amount);
	const sum = parts.reduce((units, { amount }) => units + Math.round(amount * 10_000), 0) / 10_000;
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
						<dd>{formatCredits(sum)}</dd>
					</div>
				)}
			</dl>
		</div>
	);
}
