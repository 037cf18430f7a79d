import { creditsInWords, formatCredits } from "../../format/credits.ts";
import operationClasses from "./Operation.module.css";
import classes from "./Prices.module.css";
import type { Price } from "./view/prices.ts";

interface PriceTagProps {
	readonly isFree: boolean;
	/** Undefined until the price list has arrived. */
	readonly prices: readonly Price[] | undefined;
}

/** What a call costs, beside its address. */
export function PriceTag({ isFree, prices }: PriceTagProps) {
	if (isFree) return <span className={classes.free}>Free</span>;
	if (!prices || prices.length === 0) return null;
	const least = Math.min(...prices.map(({ credits }) => credits));
	return (
		<span className={classes.tag}>
			{prices.length > 1 ? "from " : ""}
			{creditsInWords(least)}
		</span>
	);
}

interface PriceTableProps {
	readonly prices: readonly Price[];
	/** Name of the call. */
	readonly of: string;
}

/** What each part of a call costs. */
export function PriceTable({ prices, of }: PriceTableProps) {
	return (
		<section aria-label={`Price of ${of}`} className={operationClasses.part}>
			<h3>Price, in credits</h3>
			<dl className={classes.table}>
				{prices.map(({ action, credits, description }) => (
					<div className={classes.row} key={action}>
						<dt>{description}</dt>
						<dd>{formatCredits(credits)}</dd>
					</div>
				))}
			</dl>
		</section>
	);
}
