import type Stripe from "stripe";
import { amountText } from "../pages/amount-text.ts";
import { SECOND_MS } from "../platform/time/durations.ts";
import { SESSION_MS } from "./changes.ts";
import { noteBegun } from "./facts.ts";
import type { PaymentSettings } from "./stripe.ts";
import type { PaymentTable } from "./tables.ts";

export interface Checkout {
	readonly payment: PaymentTable;
	readonly email: string;
	/** Stripe's id; null if it need not know who pays. */
	readonly customer: string | null;
	/** Of the page to come back to; how the payment went is asked there. */
	readonly returnUrl: string;
	readonly tax: PaymentSettings["tax"];
}

/** Opens Stripe's page for a payment. Asking again opens no second one: Stripe knows the payment's id as an idempotency key. */
export async function openCheckout(stripe: Stripe, checkout: Checkout): Promise<{ id: string; url: string }> {
	const { payment, email, customer, returnUrl, tax } = checkout;
	const { payment_id, units, currency, amount, created_at } = payment;
	// What is made again by itself needs a means of payment that Stripe keeps.
	const isAgain = payment.again_below !== null;
	const taxed = tax === "none" ? {} : { tax_behavior: tax };
	const returning = new URL(returnUrl);
	returning.searchParams.set("payment", payment_id);
	const session = await stripe.checkout.sessions.create(
		{
			mode: "payment",
			client_reference_id: payment_id,
			metadata: noteBegun(payment),
			...(customer === null ? { customer_email: email } : { customer }),
			...(customer !== null && tax !== "none" ? { customer_update: { address: "auto" } } : {}),
			line_items: [
				{
					quantity: 1,
					price_data: {
						currency: currency.toLowerCase(),
						unit_amount: amount,
						product_data: { name: amountText(units) },
						...taxed,
					},
				},
			],
			automatic_tax: { enabled: tax !== "none" },
			// The sum is checked in the currency that was asked for.
			adaptive_pricing: { enabled: false },
			invoice_creation: { enabled: true },
			payment_intent_data: {
				metadata: { payment: payment_id },
				...(isAgain ? { setup_future_usage: "off_session" } : {}),
			},
			expires_at: Math.ceil((created_at + SESSION_MS) / SECOND_MS),
			success_url: returning.href,
			cancel_url: returnUrl,
		},
		{ idempotencyKey: payment_id },
	);
	if (session.url === null) throw new Error(`${session.id} has no page`);
	return { id: session.id, url: session.url };
}

/** Stripe's words if it refuses a payment, and asking again would not help. */
export function refusalOf(fault: unknown): string | undefined {
	const { type, message } = fault as { type?: string; message?: string };
	return type === "StripeInvalidRequestError" || type === "StripeCardError" ? message : undefined;
}
