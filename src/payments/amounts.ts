import { parseCredits, UNITS_PER_CREDIT } from "../api/credits.ts";
import { SettingError } from "../platform/settings.ts";

/** Money is counted in the smallest unit that Stripe has of a currency, exactly: as integers, and through `bigint` where they are multiplied. */

const WITHOUT_DECIMALS = new Set("BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split(" "));
const THREE_DECIMALS = new Set("BHD JOD KWD OMR TND".split(" "));
/** Counted with two decimals that have to be zero. */
const ZEROED_DECIMALS = new Set(["ISK", "UGX"]);

export function decimalsOf(currency: string): number {
	if (WITHOUT_DECIMALS.has(currency)) return 0;
	return THREE_DECIMALS.has(currency) ? 3 : 2;
}

/** What amounts are multiples of: Stripe takes no other third decimal than 0. */
function stepOf(currency: string): bigint {
	if (ZEROED_DECIMALS.has(currency)) return 100n;
	return THREE_DECIMALS.has(currency) ? 10n : 1n;
}

/** A decimal number as written, without floating point. */
export interface Decimal {
	readonly digits: bigint;
	readonly decimals: number;
}

const DECIMAL = /^(\d{1,12})(?:\.(\d{1,10}))?$/;

export function parseDecimal(text: string): Decimal | undefined {
	const [, whole, fraction = ""] = DECIMAL.exec(text.trim()) ?? [];
	return whole === undefined ? undefined : { digits: BigInt(whole + fraction), decimals: fraction.length };
}

/** A sum in the smallest units, rounded up to what can be charged. */
export function minorUnits({ digits, decimals }: Decimal, currency: string): number {
	const step = stepOf(currency);
	const scaled = digits * 10n ** BigInt(decimalsOf(currency));
	return Number(upTo(scaled, step * 10n ** BigInt(decimals)) * step);
}

/** What so many units of credits cost at the price of a credit. */
export function priceOf(units: number, price: Decimal, currency: string): number {
	const digits = BigInt(units) * price.digits;
	return minorUnits({ digits, decimals: price.decimals + CREDIT_DECIMALS }, currency);
}
const CREDIT_DECIMALS = String(UNITS_PER_CREDIT).length - 1;

const upTo = (sum: bigint, by: bigint) => (sum + by - 1n) / by;

/** A sum as text: `12.50`. */
export function moneyText(minor: number, currency: string): string {
	const decimals = decimalsOf(currency);
	const text = String(Math.abs(minor)).padStart(decimals + 1, "0");
	const sign = minor < 0 ? "-" : "";
	if (decimals === 0) return sign + text;
	return `${sign}${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
}

/** The share of `units` that `part` is of `whole`, rounded down; all of them if it is no less. */
export function shareOf(units: number, part: number, whole: number): number {
	if (part >= whole) return units;
	return Number((BigInt(units) * BigInt(part)) / BigInt(whole));
}

/** Credits that are sold at a price of their own. */
export interface CreditPackage {
	readonly units: number;
	readonly price: Decimal;
}

export function readPackages(text: string | undefined): readonly CreditPackage[] {
	if (!text?.trim()) return [];
	return text.split(",").map((each) => {
		const [credits = "", amount = ""] = each.split("=");
		const [units, price] = [parseCredits(credits), parseDecimal(amount)];
		if (units !== undefined && units > 0 && price && price.digits > 0n && each.split("=").length === 2)
			return { units, price };
		throw new SettingError(
			`PACKSHOT_CREDIT_PACKAGES must look like 100=9.50, 500=40: credits and what they cost together, not "${each.trim()}"`,
		);
	});
}

export function decimalText({ digits, decimals }: Decimal): string {
	const text = String(digits).padStart(decimals + 1, "0");
	return decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
}
