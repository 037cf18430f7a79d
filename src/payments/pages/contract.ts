import Type, { type Static } from "typebox";
import {
	ClientPath,
	Credits,
	type FeatureRoutes,
	GivenCredits,
	IdempotencyKey,
	orNull,
	Page,
	Pagination,
	PerPage,
	Time,
	tagged,
} from "../../pages/contract.ts";
import { Billing } from "../../people/pages/members/contract.ts";
import { AGAIN_STOPPED, PAYMENT_STATES } from "../tables.ts";

const Money = Type.String({ pattern: "^-?[0-9]+([.][0-9]+)?$", examples: ["12.50"] });

const payment = {
	payment_id: Type.String(),
	client_id: Type.String(),
	credits: Credits,
	currency: Type.String({ description: "ISO 4217." }),
	amount: Type.String({ ...Money, description: "What was asked for, without tax that is added." }),
	paid: orNull(Money, "What was paid, with tax; null before that."),
	state: Type.Enum([...PAYMENT_STATES], {
		description: "`processing`: agreed to, but the money is not there yet, as of direct debits.",
	}),
	created_at: Time,
	paid_at: orNull(Time),
	is_automatic: Type.Boolean({ description: "Whether it was made by automatic top-up." }),
	reversed: Type.Number({ description: "Credits that refunds and disputes have taken back." }),
	owed: Type.Number({ description: "Of these, what was spent already and is still owed." }),
};
export const Payment = Type.Object(payment);
export type Payment = Static<typeof Payment>;

export const AdminPayment = Type.Object({
	...payment,
	account_id: Type.String(),
	account_email: Type.String(),
});
export type AdminPayment = Static<typeof AdminPayment>;

const PaymentPath = Type.Object({ payment_id: Type.String() });

const Month = Type.String({ pattern: "^20[0-9]{2}-(0[1-9]|1[0-2])$", examples: ["2027-05"] });

/** Only owners turn on what pays by itself. */
const Again = Type.Object(
	{
		below_credits: GivenCredits,
		monthly_credits: GivenCredits,
	},
	{
		description:
			"Pay for the same again, with the same means, whenever the balance is below so many credits, which are no more than are paid for; at most so many in a calendar month. Owners alone choose it.",
	},
);

const AutomaticTopUp = Type.Object({
	stopped: orNull(Type.Enum([...AGAIN_STOPPED]), "Why it has ended; null while it is on."),
	credits: Credits,
	currency: Type.String(),
	amount: Money,
	below_credits: Credits,
	monthly_credits: Credits,
	this_month: Type.Number({ description: "Credits paid for by itself in this calendar month, UTC." }),
});
export type AutomaticTopUp = Static<typeof AutomaticTopUp>;

export const Statement = Type.Object({
	month: Month,
	billed_to: orNull(Billing, "Of the account that has the key."),
	opening: Credits,
	lines: Type.Array(
		Type.Object({
			kind: Type.Enum(["paid", "granted", "spent", "reversed", "moved"]),
			action: orNull(Type.String(), "What was spent on."),
			credits: Credits,
		}),
		{ description: "They add up to the difference of opening and closing." },
	),
	closing: Credits,
});
export type Statement = Static<typeof Statement>;

const Day = Type.String({ format: "date", description: "UTC." });
const MoneyQuery = Type.Object({ from: Day, to: Day, by: Type.Optional(Type.Enum(["day", "month"])) });

export const MoneyRow = Type.Object({
	period: Type.String({ examples: ["2027-05-14", "2027-05"] }),
	paid: Credits,
	granted: Type.Number({ description: "Grants and approved top-ups, less what was taken back by hand." }),
	reversed: Type.Number({ description: "Negative; positive where more was given back than taken." }),
	sums: Type.Array(Type.Object({ currency: Type.String(), paid: Money }), {
		description: "Money paid, with tax.",
	}),
});
export type MoneyRow = Static<typeof MoneyRow>;

/** Credits paid by card. */
export const paymentRoutes = {
	...tagged("Payments", "buyer", {
		"GET /payments/offer": {
			summary: "What credits cost by card, and how many can be paid for today",
			access: "member",
			query: Type.Object({
				credits: Type.Optional(
					Type.String({ pattern: "^[0-9]{1,9}([.][0-9]{1,4})?$", description: "To be told what they cost." }),
				),
			}),
			answer: Type.Object({
				cost: orNull(Money, "Of the credits that were asked about; null if they are not sold."),
				currency: Type.String(),
				credit_price: orNull(Money, "Of one credit; null where only packages are sold."),
				packages: Type.Array(Type.Object({ credits: Credits, amount: Money })),
				tax: Type.Enum(["none", "inclusive", "exclusive"], {
					description: "Unless `none`, nothing is paid for by itself: Stripe reckons tax on its page alone.",
				}),
				most_credits: Type.Number({ description: "What the account may still pay for within 24 hours." }),
				owed: Type.Number({ description: "Credits that the account owes for reversed payments." }),
			}),
			errors: ["payments_off"],
		},
		"GET /keys/{client_id}/payments": {
			summary: "Payments by card",
			access: "member",
			path: ClientPath,
			answer: Type.Object({ data: Type.Array(Payment, { description: "Newest first, the last 200." }) }),
		},
		"POST /keys/{client_id}/payments": {
			summary: "Pay for credits by card, on a page of Stripe",
			status: 201,
			path: ClientPath,
			body: Type.Object({
				credits: GivenCredits,
				return_to: Type.Optional(
					Type.String({
						pattern: "^/[A-Za-z0-9/_-]{0,200}([?][A-Za-z0-9=&_-]{0,200})?$",
						description: "The page to come back to.",
					}),
				),
				again: Type.Optional(Again),
				idempotency_key: Type.Optional(IdempotencyKey),
			}),
			answer: Type.Object({ payment_id: Type.String(), url: Type.String({ description: "Stripe's page." }) }),
			errors: [
				"payments_off",
				"key_not_active",
				"payment_limit_reached",
				"payment_refused",
				"payment_provider_silent",
				"balance_too_large",
				"sent_before",
			],
		},
		"GET /keys/{client_id}/automatic-top-up": {
			summary: "What is paid for by itself when the balance is low",
			access: "member",
			path: ClientPath,
			answer: Type.Object({ automatic: orNull(AutomaticTopUp, "Null if it was never on.") }),
		},
		"PATCH /keys/{client_id}/automatic-top-up": {
			summary: "Change below which balance, and how much in a month at most, while it is on",
			access: "owner",
			path: ClientPath,
			body: Again,
		},
		"DELETE /keys/{client_id}/automatic-top-up": {
			summary: "End it",
			access: "owner",
			path: ClientPath,
		},
		"GET /payments/{payment_id}/receipt": {
			summary: "The address of Stripe's invoice, or of its receipt where there is none",
			access: "member",
			path: PaymentPath,
			answer: Type.Object({ url: Type.String() }),
			errors: ["payments_off", "payment_provider_silent"],
		},
		"POST /payments/{payment_id}/check": {
			summary: "Ask Stripe what became of a payment",
			path: PaymentPath,
			answer: Payment,
			errors: ["payment_provider_silent"],
		},
	} as const satisfies FeatureRoutes),
	...tagged("Payments", "member", {
		"GET /keys/{client_id}/statement": {
			summary: "What a balance began a month with, got, spent and ended with",
			access: { member: "member", roles: ["administrator", "accountant"] },
			path: ClientPath,
			query: Type.Object({ month: Month }),
			answer: Statement,
		},
		"GET /keys/{client_id}/statement.csv": {
			summary: "The same as a CSV table",
			access: { member: "member", roles: ["administrator", "accountant"] },
			path: ClientPath,
			query: Type.Object({ month: Month }),
			media: ["text/csv"],
			answerText: "The table.",
		},
	} as const satisfies FeatureRoutes),
	...tagged("Administration", ["administrator", "accountant"], {
		"GET /admin/money": {
			summary: "Credits paid by card, granted by hand and reversed, by day or month, and what is owed",
			query: MoneyQuery,
			answer: Type.Object({
				data: Type.Array(MoneyRow, { description: "Oldest first; periods without any are left out." }),
				owing: Type.Number({ description: "Credits that accounts owe for reversed payments, today." }),
				unread: orNull(
					Type.Object({ from: Time, to: Time }),
					"A time of which Stripe no longer listed its messages: compare its payments with those here.",
				),
			}),
		},
		"GET /admin/money.csv": {
			summary: "The same as a CSV table",
			query: MoneyQuery,
			media: ["text/csv"],
			answerText: "The table.",
		},
		"POST /admin/payments/{payment_id}/refund": {
			summary: "Have Stripe pay back all or a part of a payment; the credits follow",
			access: ["administrator"],
			path: PaymentPath,
			body: Type.Object({
				amount: Type.Optional(Type.String({ ...Money, description: "All that is left, by default." })),
				idempotency_key: IdempotencyKey,
			}),
			answer: AdminPayment,
			errors: ["payments_off", "payment_refused", "payment_provider_silent"],
		},
		"GET /admin/payments": {
			summary: "Payments of all accounts",
			query: Type.Object({ page: Page, per_page: PerPage }),
			answer: Type.Object({
				data: Type.Array(AdminPayment, { description: "Newest first." }),
				pagination: Pagination,
			}),
		},
		"POST /admin/payments/{payment_id}/settle": {
			summary: "Ask no longer for what an account owes of a reversed payment",
			access: ["administrator"],
			path: PaymentPath,
			answer: AdminPayment,
			errors: ["nothing_owed"],
		},
	} as const satisfies FeatureRoutes),
};
