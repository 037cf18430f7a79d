import { formatCredits } from "../api/credits.ts";
import type { HttpError } from "../platform/http/http-error.ts";
import { defineErrors, kind } from "../platform/http/http-error.ts";
import type { ReachedCap } from "./ledger/settlement.ts";

export const billingErrors = defineErrors({
	insufficient_credits: kind(402, "The balance is too low for this charge.", {
		when: "The balance, or what is left of a cap, is lower than the price; or the account owes for a payment that was reversed.",
		remedy: "Ask for a top-up, or raise the cap. Nothing was charged.",
	}),
	brand_locked: kind(409, "The brand is locked for this key."),
	top_up_limit_reached: kind(409, "This key has reached its limit of waiting top-ups."),
	top_up_decided: kind(409, "This top-up has already been decided."),
	second_person_needed: kind(
		409,
		"You have already approved this top-up. Another person has to approve it too.",
	),
	balance_too_large: kind(409, "The balance would exceed the most that a key can hold."),
	balance_too_small: kind(409, "The balance would fall below zero."),
	prices_fixed: kind(409, "Somebody was charged already: prices are announced at least 30 days ahead."),
	notice_too_short: kind(409, "A price has to be announced at least 30 days ahead."),
	price_not_announced: kind(409, "This price is not announced, or is already in force."),
});

/** Uses the code for an empty balance (402), so that clients need not know another one; the message names the cap. */
export function capReached(costUnits: number, { span, leftUnits }: ReachedCap): HttpError {
	const [name, end] = span === "day" ? ["daily", "midnight UTC"] : ["monthly", "the month ends in UTC"];
	return billingErrors.insufficient_credits({
		message: `This call costs ${formatCredits(costUnits)} credits; the ${name} cap of this client leaves ${formatCredits(leftUnits)} until ${end}.`,
	});
}

export function insufficientCredits(costUnits: number, balanceUnits: number): HttpError {
	const why =
		balanceUnits < 0
			? ": a payment was reversed after its credits had been spent. Pay, or ask an administrator to settle it"
			: "";
	return billingErrors.insufficient_credits({
		message: `This call costs ${formatCredits(costUnits)} credits; the balance is ${formatCredits(balanceUnits)}${why}.`,
	});
}

/** Of a balance shared by owners, others may go on spending what they paid. */
export function accountOwes(costUnits: number): HttpError {
	return billingErrors.insufficient_credits({
		message: `This call costs ${formatCredits(costUnits)} credits, and this account owes for a payment that was reversed after its credits had been spent. Pay, or ask an administrator to settle it.`,
	});
}
