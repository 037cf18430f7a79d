import {
	choiceSetting,
	integerSetting,
	type Setting,
	SettingError,
	storable,
	textSetting,
} from "../platform/settings.ts";
import { readPackages } from "./amounts.ts";

const KEY = "PACKSHOT_STRIPE_KEY";
const SECRETS = "PACKSHOT_STRIPE_WEBHOOK_SECRET";

/** A setting whose text has to match. */
function matching(
	setting: Setting<string | undefined>,
	pattern: RegExp,
	valid: string,
): Setting<string | undefined> {
	return {
		...setting,
		parse(text) {
			if (!text || pattern.test(text)) return text || undefined;
			throw new SettingError(`${setting.name} must be ${valid}`);
		},
	};
}

const beginning = (text: string) => `${text.slice(0, 8)}…`;

export const paymentSettings = {
	stripeKey: storable(
		matching(
			textSetting(
				KEY,
				undefined,
				"Secret or restricted key of a Stripe account: with it, PACKSHOT_STRIPE_WEBHOOK_SECRET and a price of a credit in *Settings*, credits are paid by card",
			),
			/^(sk|rk)_(test|live)_\w+$/,
			"a secret or restricted key of Stripe, such as sk_live_…",
		),
		{
			label: "Key of Stripe",
			hint: "A secret or restricted key. Without one, credits are asked for and approved by hand alone.",
			conceal: beginning,
		},
	),
	webhookSecrets: storable(
		matching(
			textSetting(
				SECRETS,
				undefined,
				"Signing secret of Stripe's messages to `/payments/stripe`; two, separated by a comma, while one replaces the other",
			),
			/^whsec_\w+( *, *whsec_\w+)?$/,
			"one signing secret of a webhook endpoint, such as whsec_…, or two separated by a comma",
		),
		{
			label: "Signing secret of Stripe's messages",
			hint: "Of the endpoint /payments/stripe. Two, separated by a comma, while one replaces the other.",
			conceal: beginning,
		},
	),
	packages: storable(
		{
			...textSetting(
				"PACKSHOT_CREDIT_PACKAGES",
				"",
				"Numbers of credits that are sold at a price of their own, as `100=9.50, 500=40`, in the currency of the price of a credit",
			),
			parse: readPackages,
			defaultText: "none",
		},
		{
			label: "Packages",
			hint: "Credits and what they cost together, such as: 100=9.50, 500=40. Any other amount costs the price of a credit.",
		},
	),
	tax: storable(
		choiceSetting(
			"PACKSHOT_CREDIT_TAX",
			["none", "inclusive", "exclusive"] as const,
			"none",
			"Whether Stripe Tax computes tax on credits: it is included in the price, or added to it",
		),
		{
			label: "Tax",
			hint: "Computed by Stripe Tax, which has to be set up there: included in prices, or added.",
		},
	),
	creditsPerDay: storable(
		integerSetting(
			"PACKSHOT_PAID_CREDITS_PER_DAY",
			1000,
			{ min: 1, max: 100_000_000 },
			"Most credits that an account can pay for in 24 hours: whoever pays with a stolen card has the pictures at once",
		),
		{
			label: "Paid credits per account and day",
			hint: "The most within 24 hours. Whoever pays with a stolen card has the pictures at once.",
		},
	),
};
