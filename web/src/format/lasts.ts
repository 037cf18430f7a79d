/** Nobody plans further ahead than this. */
const MOST_DAYS = 365;

/** How long a balance lasts at a daily cost: `about 16 days`; empty if nothing is left, or the pace is not known. Pages and mails say it alike. */
export function lastsInWords(balance: number, perDay: number | null): string {
	if (balance <= 0 || perDay === null || perDay <= 0) return "";
	const days = Math.floor(balance / perDay);
	if (days > MOST_DAYS) return "over a year";
	if (days < 1) return "less than a day";
	return `about ${days === 1 ? "a day" : `${days} days`}`;
}

/** Of several balances the one that runs out first; undefined if none does, as far as is known. */
export function firstToRunOut<
	B extends { readonly credit_balance: number; readonly credits_per_day: number | null },
>(balances: readonly B[]): B | undefined {
	const daysOf = ({ credit_balance, credits_per_day }: B) => credit_balance / (credits_per_day ?? 0);
	return balances
		.filter(({ credit_balance, credits_per_day }) => lastsInWords(credit_balance, credits_per_day) !== "")
		.toSorted((one, other) => daysOf(one) - daysOf(other))[0];
}
