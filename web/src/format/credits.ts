const plain = new Intl.NumberFormat("en-US", { maximumFractionDigits: 4 });
const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat("en-US", { maximumFractionDigits: 1 });

/** Credits as all pages show them: `1,234.5`. The API gives up to four decimals, so only the dust of sums is lost by rounding. */
export function formatCredits(credits: number): string {
	return withMinus(plain.format(credits));
}

/** How amounts that stand below each other are shown: all with as many decimals as the longest of them, at which they align. */
export function alignedCredits(amounts: readonly number[]): (credits: number) => string {
	const decimals = amounts.map((credits) => plain.format(credits).split(".")[1]?.length ?? 0);
	const format = new Intl.NumberFormat("en-US", {
		minimumFractionDigits: Math.max(0, ...decimals),
		maximumFractionDigits: 4,
	});
	return (credits) => withMinus(format.format(credits));
}

/** With a minus sign, which is as wide as a digit. */
function withMinus(amount: string): string {
	return amount.replace("-", "−");
}

/** A balance change with its sign: `+250`, `−0.4`. */
export function formatChange(credits: number): string {
	return `${signOf(credits)}${formatCredits(Math.abs(credits))}`;
}

/** `+`, `−` or nothing. */
export function signOf(credits: number): string {
	if (credits === 0) return "";
	return credits > 0 ? "+" : "−";
}

/** Added up in ten-thousandths: amounts have four decimals, and binary rounding errors would add up too. */
export function sumOfCredits(amounts: readonly number[]): number {
	return amounts.reduce((units, amount) => units + Math.round(amount * 10_000), 0) / 10_000;
}

/** A share of one: `3.2 %`. */
export function formatPercent(share: number): string {
	return `${tenths.format(100 * share)} %`;
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
