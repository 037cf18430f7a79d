import { formatCount } from "../../format/credits.ts";

/** Nobody plans further ahead than this. */
const MOST_DAYS = 365;

/** How long a balance lasts at a constant daily cost: `, enough for about 16 days`; empty if that would be meaningless. */
export function lastsInWords(balance: number, perDay: number): string {
	if (balance <= 0 || perDay <= 0) return "";
	const days = Math.floor(balance / perDay);
	if (days > MOST_DAYS) return ", enough for over a year";
	if (days < 1) return ", enough for less than a day";
	return `, enough for about ${days === 1 ? "a day" : `${formatCount(days)} days`}`;
}
