const plain = new Intl.NumberFormat("en-US", { maximumFractionDigits: 4 });
const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** Credits for display: `1,234.5`. The API gives up to four decimals, so nothing is lost by rounding. */
export function formatCredits(credits: number): string {
	return plain.format(credits);
}

const exact = new Intl.NumberFormat("en-US", { minimumFractionDigits: 4, maximumFractionDigits: 4 });

/** Credits with all four decimals, so that they align in columns: `1,234.5000`. */
export function formatExact(credits: number): string {
	return exact.format(credits);
}

/** A balance change with its sign and all four decimals: `+250.0000`, `−0.4000` (with a minus sign, which is as wide as a digit). */
export function formatChange(credits: number): string {
	if (credits === 0) return exact.format(0);
	return `${credits > 0 ? "+" : "−"}${exact.format(Math.abs(credits))}`;
}

export function formatCount(count: number): string {
	return whole.format(count);
}

/** `1 credit`, `2 credits`, `0.05 credits`. */
export function creditsInWords(credits: number): string {
	return `${formatCredits(credits)} ${credits === 1 ? "credit" : "credits"}`;
}

/** `1 product`, `1,200 products`: a count with its noun, for nouns with a regular plural. */
export function countInWords(count: number, noun: string): string {
	return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}
