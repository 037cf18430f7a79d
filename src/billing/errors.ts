import { apiError } from "../api/api-error.ts";
import { formatCredits } from "../api/credits.ts";
import type { HttpError } from "../platform/http/http-error.ts";
import type { ReachedCap } from "./ledger/settlement.ts";

/** Uses the code for an empty balance (402), so that clients need not know another one; the message names the cap. */
export function capReached(costUnits: number, { span, leftUnits }: ReachedCap): HttpError {
	const [name, end] = span === "day" ? ["daily", "midnight UTC"] : ["monthly", "the month ends in UTC"];
	return apiError("insufficient_credits", {
		message: `This call costs ${formatCredits(costUnits)} credits; the ${name} cap of this client leaves ${formatCredits(leftUnits)} until ${end}.`,
	});
}

export function insufficientCredits(costUnits: number, balanceUnits: number): HttpError {
	return apiError("insufficient_credits", {
		message: `This call costs ${formatCredits(costUnits)} credits; the balance is ${formatCredits(balanceUnits)}.`,
	});
}
