import { Progress } from "@mantine/core";
import type { ReactNode } from "react";
import type { Key } from "../../../api/keys.ts";
import { formatCount, formatCredits } from "../../../format/credits.ts";
import classes from "./Figures.module.css";

/** Balance, spending and remaining limits, updated live. */
export function Figures({ apiKey }: { readonly apiKey: Key }) {
	const { credit_balance, spent_today, daily_cap_credits, limits, low_balance_credits, balance_is_low } =
		apiKey;
	return (
		<dl className={classes.figures}>
			<Figure amount={formatCredits(credit_balance)} name="Balance">
				{low_balance_credits === null
					? "credits"
					: `credits, ${balance_is_low ? "below" : "above"} your mark of ${formatCredits(low_balance_credits)}`}
			</Figure>
			<Figure
				amount={formatCredits(spent_today)}
				name="Spent today"
				share={daily_cap_credits ? spent_today / daily_cap_credits : undefined}
			>
				{daily_cap_credits === null
					? "credits, no daily cap"
					: `of a daily cap of ${formatCredits(daily_cap_credits)}`}
			</Figure>
			<Figure
				amount={formatCount(limits.requests_per_minute - limits.remaining_this_minute)}
				name="Requests this minute"
				share={used(limits.remaining_this_minute, limits.requests_per_minute)}
			>
				of {formatCount(limits.requests_per_minute)} allowed
			</Figure>
			<Figure
				amount={formatCount(limits.requests_per_day - limits.remaining_today)}
				name="Requests today"
				share={used(limits.remaining_today, limits.requests_per_day)}
			>
				of {formatCount(limits.requests_per_day)} allowed until midnight UTC
			</Figure>
		</dl>
	);
}

interface FigureProps {
	readonly name: string;
	readonly amount: string;
	/** How much of the limit is used up, 0–1. */
	readonly share?: number | undefined;
	readonly children: ReactNode;
}

function Figure({ name, amount, share, children }: FigureProps) {
	return (
		<div className={classes.figure}>
			<dt>{name}</dt>
			<dd className={classes.amount}>{amount}</dd>
			<dd className={classes.words}>{children}</dd>
			{share === undefined ? null : (
				<dd className={classes.meter}>
					<Progress
						aria-hidden="true"
						color={share >= 0.9 ? "marigold.5" : "petrol.5"}
						size={5}
						value={Math.min(100, share * 100)}
					/>
				</dd>
			)}
		</div>
	);
}

function used(remaining: number, limit: number): number {
	return limit === 0 ? 1 : 1 - remaining / limit;
}
