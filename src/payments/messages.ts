import type { FastifyInstance } from "fastify";
import type { AddressLimit } from "../platform/http/address-limit.ts";
import { badRequest, commonErrors } from "../platform/http/http-error.ts";
import { openStripe, type PaymentSettings } from "./stripe.ts";
import { type MessageParts, readMessage, takeMessage } from "./take-message.ts";

export const MESSAGES_PATH = "/payments/stripe";
const MOST_BYTES = 1024 * 1024;
/** A message that was signed longer ago may have been recorded and sent again. */
const TOLERANCE_SECONDS = 300;

interface MessagesParts extends MessageParts {
	readonly config: { readonly payments: PaymentSettings };
}

/**
 * `POST /payments/stripe`: what Stripe tells of payments, signed by it. No cookie, no page and no key of ours takes part, so the checks of the pages'
 * calls are not for it. A message that could not be carried out is answered with an error, and Stripe sends it again.
 */
export function paymentMessages(
	parts: MessagesParts,
	addressLimit: AddressLimit,
): (app: FastifyInstance) => Promise<void> {
	return async (app) => {
		app.addHook("onRequest", async (request) => addressLimit.count(request));
		const config = { skipCommonHeaders: true } as const;
		app.post(MESSAGES_PATH, { config, bodyLimit: MOST_BYTES }, async ({ headers, rawBody }, reply) => {
			const { payments } = parts.config;
			const stripe = await openStripe(payments);
			if (!stripe) throw commonErrors.not_found();
			const signature = String(headers["stripe-signature"] ?? "");
			const event = (payments.webhookSecrets ?? "").split(",").flatMap((secret) => {
				try {
					const given = [rawBody ?? "", signature, secret.trim(), TOLERANCE_SECONDS] as const;
					return [stripe.webhooks.constructEvent(...given, undefined, parts.clock.now())];
				} catch {
					return [];
				}
			})[0];
			if (!event) throw badRequest("This message is not signed with the secret of the settings, or too old.");
			const message = readMessage(event);
			if (message) await takeMessage(parts, stripe, message);
			return reply.code(204).send();
		});
	};
}
