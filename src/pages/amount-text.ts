import { formatCredits, UNITS_PER_CREDIT } from "../api/credits.ts";

/** An amount for people, as the pages show it: `1,234.5`. */
export function amountFigure(units: number): string {
	const [whole = "", decimals] = formatCredits(units).split(".");
	const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
	return decimals === undefined ? grouped : `${grouped}.${decimals}`;
}

/** The same with its unit: `1 credit`, `1,234.5 credits`. */
export function amountText(units: number): string {
	return `${amountFigure(units)} ${units === UNITS_PER_CREDIT ? "credit" : "credits"}`;
}
