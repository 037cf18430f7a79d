import { parseCredits } from "../platform/money.ts";
import { badInput } from "./errors.ts";

/**
 * An amount of a request's body in units. JavaScript prints a number of at most four decimals as it was written, so no digit is lost.
 * @throws ApiError 400 for more than four decimals.
 */
export function givenUnits(name: string, credits: number): number {
	const units = parseCredits(String(credits));
	if (units === undefined) throw badInput(`${name}: at most four decimals.`);
	return units;
}
