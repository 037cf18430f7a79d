import { defineErrors, kind } from "../platform/http/http-error.ts";

export const paymentErrors = defineErrors({
	payments_off: kind(409, "Credits cannot be paid by card here: ask for them instead."),
	payment_limit_reached: kind(
		409,
		"The account has reached the most credits that can be paid for by card within 24 hours.",
	),
	payment_refused: kind(409, "The payment was refused."),
	payment_provider_silent: kind(503, "Stripe does not answer. Nothing was paid; try again in a moment.", {
		retry: true,
	}),
	nothing_owed: kind(409, "Nothing is owed of this payment."),
});
