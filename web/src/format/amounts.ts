import { formatCount } from "./credits.ts";

const LARGEST = 1_000_000_000;
/** Digits, with commas between groups of three if anywhere, and at most four decimals. */
const AMOUNT = /^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d{1,4})?$/;

/** Parses the amount in a field: digits, commas between thousands, at most four decimals; undefined for anything else. */
export function parseAmount(text: string): number | undefined {
	const trimmed = text.trim();
	if (!AMOUNT.test(trimmed)) return undefined;
	const amount = Number(trimmed.replaceAll(",", ""));
	return amount <= LARGEST ? amount : undefined;
}

/** What is wrong with an amount of at least `least`; null if nothing is. */
export function amountProblem(text: string, least: number): string | null {
	const amount = parseAmount(text);
	if (amount !== undefined && amount >= least) return null;
	return `Enter ${least} to 1,000,000,000 credits, with at most four decimals.`;
}

/** Parses an amount that may be negative; undefined for anything else, and for an empty field. */
export function parseSignedAmount(text: string): number | undefined {
	const [, sign = "", digits = ""] = /^\s*([-−]?)(.*)$/.exec(text) ?? [];
	const amount = parseAmount(digits);
	if (amount === undefined || amount === 0) return undefined;
	return sign === "" ? amount : -amount;
}

/** What is wrong with an amount that may be negative; null if nothing is. */
export function signedAmountProblem(text: string): string | null {
	if (parseSignedAmount(text) !== undefined) return null;
	return "Enter 0.0001 to 1,000,000,000 credits, with at most four decimals; add a minus to take credits back.";
}

/** Parses a whole number; undefined for anything else. */
export function parseCount(text: string): number | undefined {
	return /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;
}

/** What is wrong with a whole number from `least` to `most`; null if nothing is. */
export function countProblem(text: string, most: number, least = 0): string | null {
	const count = parseCount(text);
	if (count !== undefined && count >= least && count <= most) return null;
	return `Enter a whole number from ${least} to ${formatCount(most)}.`;
}
