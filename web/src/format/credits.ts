const plain = new Intl.NumberFormat("en-US", { maximumFractionDigits: 4 });
const whole = new Intl.NumberFormat("en-US", { maximumFractionDigits: 0 });

/** Credits as a person reads them: `1,234.5`. The API prints up to four decimals, so nothing is rounded away. */
export function formatCredits(credits: number): string {
	return plain.format(credits);
}

/** A change of a balance with its sign: `+250`, `−0.4` (with a minus, which is as wide as a digit), `0`. */
export function formatChange(credits: number): string {
	if (credits === 0) return "0";
	return `${credits > 0 ? "+" : "−"}${plain.format(Math.abs(credits))}`;
}

export function formatCount(count: number): string {
	return whole.format(count);
}

/** `1 credit`, `2 credits`, `0.05 credits`. */
export function creditsInWords(credits: number): string {
	return `${formatCredits(credits)} ${credits === 1 ? "credit" : "credits"}`;
}
