import type Stripe from "stripe";
import { creditsForJson, LARGEST_BALANCE_UNITS, parseCredits, UNITS_PER_CREDIT } from "../../api/credits.ts";
import { readBalance } from "../../billing/balances/balance.ts";
import { billingErrors } from "../../billing/errors.ts";
import { clientErrors } from "../../clients/errors.ts";
import { requireOwn } from "../../clients/policy/owned.ts";
import { type Call, handlers } from "../../pages/call.ts";
import { pageErrors, requireDone, requireFound } from "../../pages/errors.ts";
import { givenUnits } from "../../pages/given-credits.ts";
import { claimOf } from "../../pages/once.ts";
import { paginationOf, pagingOf } from "../../pages/pagination.ts";
import { readAfterWrite } from "../../pages/read-after-write.ts";
import type { UrlBase } from "../../pictures/delivery/url-base.ts";
import { findRow } from "../../platform/db/rows.ts";
import { markIrrevocable } from "../../platform/http/deadline.ts";
import { badRequest, commonErrors } from "../../platform/http/http-error.ts";
import { ulid } from "../../platform/ids.ts";
import { decimalText, moneyText } from "../amounts.ts";
import { type CatchUpParts, createCatchUpNow } from "../catch-up.ts";
import { beginPayment, noteOpened, paidUnits, settleOwed } from "../changes.ts";
import { openCheckout, refusalOf } from "../checkout.ts";
import { paymentErrors } from "../errors.ts";
import { costOf, readOffer } from "../offer.ts";
import { owedBy } from "../owed.ts";
import { openStripe } from "../stripe.ts";
import type { PaymentTable } from "../tables.ts";
import { paymentRoutes } from "./contract.ts";
import { adminPaymentAnswer, paymentAnswer, paymentPage, paymentsOf } from "./read.ts";

export interface PaymentHandlerParts extends CatchUpParts {
	/** The address under which the pages are reached. */
	readonly base: UrlBase;
}

const DEFAULT_RETURN = "/credits/top-ups";

type Routes = typeof paymentRoutes;

/** Handlers for credits paid by card. */
export function paymentHandlers(parts: PaymentHandlerParts) {
	const { db, config } = parts;
	const catchUpNow = createCatchUpNow(parts);
	const findPayment = (paymentId: string): Promise<PaymentTable | undefined> =>
		findRow(db.read, "payment", { payment_id: paymentId });
	return handlers(paymentRoutes)({
		...administrationHandlers(parts),
		async "GET /payments/offer"({ person, query, nowMs }) {
			const offer = await readOffer(db, config.payments);
			if (!offer) throw paymentErrors.payments_off();
			const { currency, price, packages } = offer;
			const { account_id } = person.shop;
			const left = Math.max(0, mostUnits(parts) - (await paidUnits(db.read, account_id, nowMs)));
			const cost = query.credits === undefined ? 0 : costOf(offer, parseCredits(query.credits) ?? 0);
			return {
				cost: cost ? moneyText(cost, currency) : null,
				currency,
				credit_price: price ? decimalText(price) : null,
				packages: packages.map(({ units, amount }) => ({
					credits: creditsForJson(units),
					amount: moneyText(amount, currency),
				})),
				tax: config.payments.tax,
				most_credits: creditsForJson(left),
				owed: creditsForJson(await owedBy(db, account_id)),
			};
		},
		async "GET /keys/{client_id}/payments"({ person, path }) {
			const { clientId } = await requireOwn({ db }, person, path.client_id);
			return { data: (await paymentsOf(db, clientId)).map(paymentAnswer) };
		},
		async "POST /keys/{client_id}/payments"(call) {
			await requireOwn({ db }, call.person, call.path.client_id);
			const stripe = await openStripe(config.payments);
			if (!stripe) throw paymentErrors.payments_off();
			const paymentId = await begin(parts, call);
			const payment = await readAfterWrite(async () => requireFound(await findPayment(paymentId)));
			return pageOf(parts, stripe, payment, call);
		},
		async "POST /payments/{payment_id}/check"({ person, path, request }) {
			const before = await findPayment(path.payment_id);
			if (before?.account_id !== person.shop.account_id) throw commonErrors.not_found();
			if (before.state !== "paid")
				await catchUpNow().catch((fault) => {
					throw silent(parts, request, fault);
				});
			return readAfterWrite(async () => paymentAnswer(requireFound(await findPayment(path.payment_id))));
		},
	});
}

function administrationHandlers({ db }: PaymentHandlerParts) {
	return handlers(paymentRoutes)({
		async "GET /admin/payments"({ query }) {
			const paging = pagingOf(query);
			const { rows, total } = await paymentPage(db, {}, paging);
			return { data: rows.map(adminPaymentAnswer), pagination: paginationOf(paging, total) };
		},
		async "POST /admin/payments/{payment_id}/settle"({ path, actor }) {
			const paymentId = path.payment_id;
			requireDone(paymentErrors, await db.write(settleOwed, { paymentId, actor }));
			const { rows } = await paymentPage(db, { paymentId }, { page: 1, perPage: 1 });
			return adminPaymentAnswer(requireFound(rows[0]));
		},
	});
}

const mostUnits = ({ config }: PaymentHandlerParts) => config.payments.creditsPerDay * UNITS_PER_CREDIT;

type Beginning = Call<Routes["POST /keys/{client_id}/payments"]>;

/** Records the payment, before Stripe hears of it. @returns its id, of a repeated call that of the first one */
async function begin(parts: PaymentHandlerParts, call: Beginning): Promise<string> {
	const { person, path, body, actor, nowMs, request } = call;
	const { db, config } = parts;
	const offer = await readOffer(db, config.payments);
	if (!offer) throw paymentErrors.payments_off();
	const units = givenUnits("credits", body.credits);
	const amount = units === 0 ? undefined : costOf(offer, units);
	if (!amount) throw badRequest("credits: one of the packages, or an amount that costs something.");
	if ((await readBalance(db, path.client_id)) + units > LARGEST_BALANCE_UNITS)
		throw billingErrors.balance_too_large();
	markIrrevocable(request.responseMeta);
	const outcome = await db.write(beginPayment, {
		paymentId: `pay_${ulid(nowMs)}`,
		accountId: person.shop.account_id,
		clientId: path.client_id,
		units,
		currency: offer.currency,
		amount,
		mostUnits: mostUnits(parts),
		claim: claimOf(request, path.client_id, body.idempotency_key),
		actor,
	});
	if (outcome.kind === "begun") return outcome.paymentId;
	throw { ...commonErrors, ...pageErrors, ...clientErrors, ...paymentErrors }[outcome.kind]();
}

async function pageOf(
	parts: PaymentHandlerParts,
	stripe: Stripe,
	payment: PaymentTable,
	{ person, body, request }: Beginning,
) {
	const paymentId = payment.payment_id;
	try {
		const { id, url } = await openCheckout(stripe, {
			payment,
			email: person.account.email,
			returnUrl: parts.base(request) + (body.return_to ?? DEFAULT_RETURN),
			tax: parts.config.payments.tax,
		});
		await parts.db.write(noteOpened, { paymentId, sessionId: id });
		return { payment_id: paymentId, url };
	} catch (fault) {
		const message = refusalOf(fault);
		if (message === undefined) throw silent(parts, request, fault);
		await parts.db.write(noteOpened, { paymentId, sessionId: null });
		throw paymentErrors.payment_refused({ message });
	}
}

function silent({ log }: PaymentHandlerParts, request: { readonly id: string }, fault: unknown) {
	log.error({ err: fault, reqId: request.id }, "Stripe did not answer");
	return paymentErrors.payment_provider_silent({ retryAfterSeconds: 5 });
}
