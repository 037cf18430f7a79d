import { apiError } from "../api/api-error.ts";
import { formatCredits } from "../api/credits.ts";
import type { HttpError } from "../platform/http/http-error.ts";

/** Uses the code for an empty balance (402), so that clients need not know another one; the message tells which it was. */
export function dailyCapReached(costUnits: number, leftUnits: number): HttpError {
	return apiError("insufficient_credits", {
		message: `This call costs ${formatCredits(costUnits)} credits; the daily cap of this client leaves ${formatCredits(leftUnits)} until midnight UTC.`,
	});
}

export function insufficientCredits(costUnits: number, balanceUnits: number): HttpError {
	return apiError("insufficient_credits", {
		message: `This call costs ${formatCredits(costUnits)} credits; the balance is ${formatCredits(balanceUnits)}.`,
	});
}
