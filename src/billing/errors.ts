import { ApiError } from "../platform/http/api-error.ts";
import { formatCredits } from "../platform/money.ts";

export function insufficientCredits(costUnits: number, balanceUnits: number): ApiError {
	return new ApiError("insufficient_credits", {
		message: `This call costs ${formatCredits(costUnits)} credits; the balance is ${formatCredits(balanceUnits)}.`,
	});
}
