/** Credits have four decimals at most. */
const PER_CREDIT = 10_000;

/** Adds amounts as they appear in responses, without floating-point rounding. */
export function sumOf(amounts: readonly number[]): number {
	return amounts.reduce((sum, amount) => sum + Math.round(amount * PER_CREDIT), 0) / PER_CREDIT;
}

/** `1 credit`, `1,250.5 credits` */
export function inCredits(amount: number): string {
	return `${amount.toLocaleString("en", { maximumFractionDigits: 4 })} ${amount === 1 ? "credit" : "credits"}`;
}

/** `1 product`, `1,240 products` */
export function counted(count: number, what: string): string {
	return `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
}
