import { actionName } from "../../format/actions.ts";
import { formatExact } from "../../format/credits.ts";
import classes from "./ChargeLines.module.css";

interface ChargeLinesProps {
	readonly lines: readonly {
		readonly action: string;
		readonly quantity: number;
		readonly price: number;
		readonly credits: number;
	}[];
}

/** The line items of a charge. */
export function ChargeLines({ lines }: ChargeLinesProps) {
	if (lines.length === 0) return null;
	return (
		<ul className={classes.lines}>
			{lines.map((line) => (
				<li key={line.action}>
					<span>{actionName(line.action)}</span>
					<span className={classes.price}>
						{line.quantity} × {formatExact(line.price)}
					</span>
					<span className={classes.sum}>{formatExact(line.credits)}</span>
				</li>
			))}
		</ul>
	);
}
