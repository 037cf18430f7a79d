/** Amounts are counted in integer units: one credit is 10,000 units. Amounts are never held in floats. */
export const UNITS_PER_CREDIT = 10_000;

/** Amounts below this are printed exactly: a hundred billion credits, fifteen digits. */
const LARGEST_UNITS = 10 ** 15;

/** No balance exceeds this, so that every amount in an answer can be printed exactly. */
export const LARGEST_BALANCE_UNITS = LARGEST_UNITS / 10;

/** Formats units as an exact decimal without trailing zeros: 500 → "0.05". */
export function formatCredits(units: number): string {
	requireUnits(units);
	const sign = units < 0 ? "-" : "";
	const size = Math.abs(units);
	const whole = Math.floor(size / UNITS_PER_CREDIT);
	const rest = size % UNITS_PER_CREDIT;
	if (rest === 0) return sign + whole;
	fractions[rest] ??= `.${String(rest).padStart(4, "0").replace(/0+$/, "")}`;
	return sign + whole + fractions[rest];
}

/** Cached decimal parts by remainder, since every answer prints several amounts. */
const fractions: string[] = new Array(UNITS_PER_CREDIT);

/** Units as a number for a JSON body, printed like `formatCredits`. For output only. */
export function creditsForJson(units: number): number {
	return Number(formatCredits(units));
}

/** Parses an amount typed by a person: digits, with at most four decimals. @returns units; `undefined` for any other text. */
export function parseCredits(text: string): number | undefined {
	const match = /^(-?)(\d{1,11})(?:\.(\d{1,4}))?$/.exec(text.trim());
	if (!match) return undefined;
	const [, sign, whole, fraction = ""] = match;
	const size = Number(whole) * UNITS_PER_CREDIT + Number(fraction.padEnd(4, "0"));
	return sign && size > 0 ? -size : size;
}

/** Units of an amount given as a number, rounded down. The decimal text is what counts: 0.57 is 5,700 units, though 0.57 × 10,000 in floats is less. */
export function unitsRoundedDown(credits: number): number {
	const [digits = "", exponent = "0"] = String(credits).split("e");
	return Math.floor(Number(`${digits}e${Number(exponent) + 4}`));
}

function requireUnits(units: number): void {
	if (!Number.isInteger(units) || Math.abs(units) >= LARGEST_UNITS) {
		throw new RangeError(`not an amount in units: ${units}`);
	}
}

export function creditsOrNull(units: number | null): number | null {
	return units === null ? null : creditsForJson(units);
}
