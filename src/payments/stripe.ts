import type Stripe from "stripe";
import type { SettingsOf } from "../platform/settings.ts";
import { SECOND_MS } from "../platform/time/durations.ts";
import type { paymentSettings } from "./settings.ts";

export type PaymentSettings = SettingsOf<typeof paymentSettings>;

/** Whether credits can be paid by card. */
export function paymentsOn({ stripeKey, webhookSecrets }: PaymentSettings): boolean {
	return stripeKey !== undefined && webhookSecrets !== undefined;
}

const ANSWERED_WITHIN_MS = 20 * SECOND_MS;

let opened: { readonly key: string; readonly stripe: Stripe } | undefined;

/** Stripe's library with the key of the settings; loaded when something is paid for the first time. @returns undefined while payments are off. */
export async function openStripe(settings: PaymentSettings): Promise<Stripe | undefined> {
	const { stripeKey: key } = settings;
	if (key === undefined || !paymentsOn(settings)) return undefined;
	if (opened?.key !== key) {
		const { default: Library } = await import("stripe");
		const options = { telemetry: false, maxNetworkRetries: 2, timeout: ANSWERED_WITHIN_MS };
		opened = { key, stripe: new Library(key, options) };
	}
	return opened.stripe;
}
