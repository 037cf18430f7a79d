import type { Key } from "../../../api/shapes.ts";
import { formatCount, formatCredits } from "../../../format/credits.ts";
import { Figure, Figures } from "../../../parts/Figures.tsx";

/** Balance, spending and remaining limits, updated live. */
export function KeyFigures({ apiKey }: { readonly apiKey: Key }) {
	const { credit_balance, spent_today, limits, low_balance_credits, balance_is_low, state } = apiKey;
	const requestsToday = formatCount(limits.requests_per_day - limits.remaining_today);
	if (state !== "active")
		return (
			<Figures>
				<Figure amount={formatCredits(credit_balance)} name="Balance">
					credits that cannot be spent
				</Figure>
				<Figure amount={formatCredits(spent_today)} name="Spent today">
					credits
				</Figure>
				<Figure amount={requestsToday} name="Requests today">
					all further requests are refused
				</Figure>
			</Figures>
		);
	return (
		<Figures>
			<Figure amount={formatCredits(credit_balance)} name="Balance">
				{low_balance_credits === null
					? "credits"
					: `credits, ${balance_is_low ? "below" : "above"} your mark of ${formatCredits(low_balance_credits)}`}
			</Figure>
			<SpentToday apiKey={apiKey} />
			<Figure
				amount={formatCount(limits.requests_per_minute - limits.remaining_this_minute)}
				name="Requests this minute"
				share={used(limits.remaining_this_minute, limits.requests_per_minute)}
			>
				of {formatCount(limits.requests_per_minute)} allowed
			</Figure>
			<Figure
				amount={requestsToday}
				name="Requests today"
				share={used(limits.remaining_today, limits.requests_per_day)}
			>
				of {formatCount(limits.requests_per_day)} allowed until midnight UTC
			</Figure>
		</Figures>
	);
}

function SpentToday({ apiKey: { spent_today, daily_cap_credits } }: { readonly apiKey: Key }) {
	return (
		<Figure
			amount={formatCredits(spent_today)}
			name="Spent today"
			share={daily_cap_credits ? spent_today / daily_cap_credits : undefined}
		>
			{daily_cap_credits === null
				? "credits, no daily cap"
				: `of a daily cap of ${formatCredits(daily_cap_credits)}`}
		</Figure>
	);
}

function used(remaining: number, limit: number): number {
	return limit === 0 ? 1 : 1 - remaining / limit;
}
