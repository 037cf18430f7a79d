import { parseCredits } from "../api/credits.ts";
import { badRequest } from "../platform/http/http-error.ts";

/** An amount from a request body, in units: exact, since JavaScript prints up to four decimals as written. @throws HttpError 400 for more. */
export function givenUnits(name: string, credits: number): number {
	const units = parseCredits(String(credits));
	if (units === undefined) throw badRequest(`${name}: at most four decimals.`);
	return units;
}

/** The same for an amount that may be omitted, or null. */
export function givenUnitsOrNull(
	name: string,
	credits: number | null | undefined,
): number | null | undefined {
	return credits === null || credits === undefined ? credits : givenUnits(name, credits);
}
