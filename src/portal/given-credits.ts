import { parseCredits } from "../api/credits.ts";
import { badRequest } from "../platform/http/http-error.ts";

/**
 * An amount from a request body, in units. JavaScript prints a number with at most four decimals exactly as it was written, so no digit is lost.
 * @throws HttpError 400 for more than four decimals.
 */
export function givenUnits(name: string, credits: number): number {
	const units = parseCredits(String(credits));
	if (units === undefined) throw badRequest(`${name}: at most four decimals.`);
	return units;
}
