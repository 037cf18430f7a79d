import { actionName } from "../../format/actions.ts";
import { alignedCredits } from "../../format/credits.ts";
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
	const price = alignedCredits(lines.map((line) => line.price));
	const sum = alignedCredits(lines.map((line) => line.credits));
	return (
		<ul className={classes.lines}>
			{lines.map((line) => (
				<li key={line.action}>
					<span>{actionName(line.action)}</span>
					<span className={classes.price}>
						{line.quantity} × {price(line.price)}
					</span>
					<span className={classes.sum}>{sum(line.credits)}</span>
				</li>
			))}
		</ul>
	);
}
