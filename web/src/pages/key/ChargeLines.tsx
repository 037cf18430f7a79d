import { actionName } from "../../format/actions.ts";
import { formatCredits } from "../../format/credits.ts";
import classes from "./ChargeLines.module.css";

interface ChargeLinesProps {
	readonly lines: readonly {
		readonly action: string;
		readonly quantity: number;
		readonly price: number;
		readonly credits: number;
	}[];
}

export function ChargeLines({ lines }: ChargeLinesProps) {
	if (lines.length === 0) return null;
	return (
		<ul className={classes.lines}>
			{lines.map((line) => (
				<li key={line.action}>
					<span>{actionName(line.action)}</span>
					<span className={classes.price}>
						{line.quantity} × {formatCredits(line.price)}
					</span>
					<span className={classes.sum}>{formatCredits(line.credits)}</span>
				</li>
			))}
		</ul>
	);
}
