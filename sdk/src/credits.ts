/** An amount of credits: exactly as written by the service, and as a number to compute with. */
export interface Credits {
	/** Plain decimal without trailing zeros, such as `0.35`. */
	readonly exact: string;
	readonly number: number;
}

export function credits(exact: string): Credits {
	return { exact, number: Number(exact) };
}

/** Adds decimals without rounding. */
export function sumOfCredits(amounts: readonly Pick<Credits, "exact">[]): Credits {
	const places = Math.max(0, ...amounts.map(({ exact }) => fractionOf(exact).length));
	const total = amounts.reduce((sum, { exact }) => sum + scaled(exact, places), 0n);
	const digits = String(total < 0n ? -total : total).padStart(places + 1, "0");
	const whole = digits.slice(0, digits.length - places);
	const fraction = digits.slice(digits.length - places).replace(/0+$/, "");
	return credits(`${total < 0n ? "-" : ""}${whole}${fraction && `.${fraction}`}`);
}

function fractionOf(exact: string): string {
	return exact.split(".")[1] ?? "";
}

function scaled(exact: string, places: number): bigint {
	const [whole] = exact.split(".");
	return BigInt(whole + fractionOf(exact).padEnd(places, "0"));
}
