import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type Stripe from "stripe";
import { creditsForJson, LARGEST_BALANCE_UNITS, parseCredits, UNITS_PER_CREDIT } from "../../api/credits.ts";
import { readBalance } from "../../billing/balances/balance.ts";
import { billingErrors } from "../../billing/errors.ts";
import { visibleLedger } from "../../clients/account/client-ledger.ts";
import { clientErrors } from "../../clients/errors.ts";
import { requireOwn, requireReached } from "../../clients/policy/owned.ts";
import { type Call, handlers } from "../../pages/call.ts";
import { daySpan } from "../../pages/day-span.ts";
import { pageErrors, requireDone, requireFound } from "../../pages/errors.ts";
import { givenUnits } from "../../pages/given-credits.ts";
import { claimOf } from "../../pages/once.ts";
import { paginationOf, pagingOf } from "../../pages/pagination.ts";
import { readAfterWrite } from "../../pages/read-after-write.ts";
import { findAccount } from "../../people/accounts/accounts.ts";
import { billingOf } from "../../people/accounts/billing.ts";
import type { UrlBase } from "../../pictures/delivery/url-base.ts";
import type { Database } from "../../platform/db/database.ts";
import { findRow } from "../../platform/db/rows.ts";
import { markIrrevocable } from "../../platform/http/deadline.ts";
import { badRequest, commonErrors } from "../../platform/http/http-error.ts";
import type { QueryOf } from "../../platform/http/route.ts";
import { ulid } from "../../platform/ids.ts";
import { isoTime } from "../../platform/time/clock.ts";
import { decimalsOf, decimalText, minorUnits, moneyText, parseDecimal } from "../amounts.ts";
import { type Again, changeAutomatic } from "../automatic.ts";
import { type CatchUpParts, createCatchUpNow, readUpTo } from "../catch-up.ts";
import { beginPayment, noteOpened, paidUnits, settleOwed } from "../changes.ts";
import { openCheckout, refusalOf } from "../checkout.ts";
import { customerFor } from "../customer.ts";
import { paymentErrors } from "../errors.ts";
import { costOf, readOffer } from "../offer.ts";
import { unitsOwed } from "../owed.ts";
import { openStripe } from "../stripe.ts";
import type { PaymentTable } from "../tables.ts";
import { paymentRoutes } from "./contract.ts";
import { moneyCsv, readMoney } from "./money.ts";
import { adminPaymentAnswer, automaticOf, paymentAnswer, paymentPage, paymentsOf } from "./read.ts";
import { readStatement, statementCsv } from "./statement.ts";

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
		...administrationHandlers(parts, catchUpNow),
		...automaticHandlers(parts),
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
				owed: creditsForJson(await unitsOwed(db.read, account_id)),
			};
		},
		async "GET /keys/{client_id}/payments"({ person, path }) {
			const { clientId } = await requireOwn({ db }, person, path.client_id);
			return { data: (await paymentsOf(db, clientId)).map(paymentAnswer) };
		},
		async "POST /keys/{client_id}/payments"(call) {
			await requireOwn({ db }, call.person, call.path.client_id);
			const stripe = await requireStripe(parts);
			const paymentId = await begin(parts, call);
			const payment = await readAfterWrite(async () => requireFound(await findPayment(paymentId)));
			return pageOf(parts, stripe, payment, call);
		},
		async "GET /payments/{payment_id}/receipt"({ person, path, request }) {
			const payment = await findPayment(path.payment_id);
			if (payment?.account_id !== person.shop.account_id || payment.payment_intent === null)
				throw commonErrors.not_found();
			const stripe = await requireStripe(parts);
			const url = await paperOf(stripe, payment).catch((fault) => {
				throw silent(parts, request, fault);
			});
			if (!url) throw commonErrors.not_found();
			return { url };
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

function automaticHandlers(parts: PaymentHandlerParts) {
	const { db } = parts;
	return handlers(paymentRoutes)({
		async "GET /keys/{client_id}/automatic-top-up"({ person, path, nowMs }) {
			const { clientId } = await requireOwn({ db }, person, path.client_id);
			return { automatic: await automaticOf(db, clientId, nowMs) };
		},
		async "PATCH /keys/{client_id}/automatic-top-up"({ person, path, body, actor, nowMs }) {
			const { clientId } = await requireOwn({ db }, person, path.client_id);
			const automatic = requireFound((await automaticOf(db, clientId, nowMs)) ?? undefined);
			const to = againChosen(parts, person, body, givenUnits("credits", automatic.credits));
			const change = { clientId, accountId: person.shop.account_id, to, actor };
			requireDone(paymentErrors, await db.write(changeAutomatic, change));
		},
		async "DELETE /keys/{client_id}/automatic-top-up"({ person, path, actor }) {
			const change = { clientId: path.client_id, accountId: person.shop.account_id, actor };
			requireDone(paymentErrors, await db.write(changeAutomatic, change));
		},
	});
}

function administrationHandlers(parts: PaymentHandlerParts, catchUpNow: () => Promise<void>) {
	const { db } = parts;
	return handlers(paymentRoutes)({
		...moneyHandlers(parts),
		async "POST /admin/payments/{payment_id}/refund"({ path, body, request }) {
			const { rows } = await paymentPage(db, { paymentId: path.payment_id }, { page: 1, perPage: 1 });
			const { payment_id, payment_intent, currency } = requireFound(rows[0]);
			const stripe = await requireStripe(parts);
			const given = body.amount === undefined ? undefined : parseDecimal(body.amount);
			if (payment_intent === null || (given && given.decimals > decimalsOf(currency)))
				throw badRequest(`amount: a sum in ${currency} that was paid.`);
			markIrrevocable(request.responseMeta);
			const amount = given ? { amount: minorUnits(given, currency) } : {};
			const idempotencyKey = `refund ${payment_id} ${body.idempotency_key}`;
			try {
				await stripe.refunds.create({ payment_intent, ...amount }, { idempotencyKey });
				await catchUpNow();
			} catch (fault) {
				const message = refusalOf(fault);
				throw message === undefined
					? silent(parts, request, fault)
					: paymentErrors.payment_refused({ message });
			}
			return readAfterWrite(() => described(db, payment_id));
		},
		async "GET /admin/payments"({ query }) {
			const paging = pagingOf(query);
			const { rows, total } = await paymentPage(db, {}, paging);
			return { data: rows.map(adminPaymentAnswer), pagination: paginationOf(paging, total) };
		},
		async "POST /admin/payments/{payment_id}/settle"({ path, actor }) {
			const paymentId = path.payment_id;
			requireDone(paymentErrors, await db.write(settleOwed, { paymentId, actor }));
			return described(db, paymentId);
		},
	});
}

async function described(db: Database, paymentId: string) {
	const { rows } = await paymentPage(db, { paymentId }, { page: 1, perPage: 1 });
	return adminPaymentAnswer(requireFound(rows[0]));
}

/** What came in and went, for the operator and for whoever owns a balance. */
function moneyHandlers({ db }: PaymentHandlerParts) {
	const askedBy = ({ from, to, by = "day" }: QueryOf<Routes["GET /admin/money"]>) => {
		const { startMs = 0, endMs = 0 } = daySpan({ from, to });
		return { startMs, endMs, by };
	};
	const statementOf = async (call: StatementCall) => {
		const reached = await requireReached({ db }, call);
		const { parts } = await visibleLedger(db, reached);
		const account = await findAccount(db.read, reached.client.ownerId ?? "");
		const billed_to = account ? billingOf(account) : null;
		return { ...(await readStatement(db, parts, call.query.month)), billed_to };
	};
	return handlers(paymentRoutes)({
		async "GET /keys/{client_id}/statement"(call) {
			return statementOf(call);
		},
		async "GET /keys/{client_id}/statement.csv"(call) {
			const statement = await statementOf(call);
			sendCsv(call.reply, `statement-${call.query.month}.csv`, statementCsv(statement));
		},
		async "GET /admin/money"({ query }) {
			const [data, owing, read] = [
				await readMoney(db, askedBy(query)),
				await unitsOwed(db.scan),
				await readUpTo(db),
			];
			const gap = read?.gap;
			return {
				data,
				owing: creditsForJson(owing),
				unread: gap ? { from: isoTime(gap.fromMs), to: isoTime(gap.toMs) } : null,
			};
		},
		async "GET /admin/money.csv"({ query, reply }) {
			sendCsv(reply, `money-${query.from}-${query.to}.csv`, moneyCsv(await readMoney(db, askedBy(query))));
		},
	});
}

type StatementCall =
	| Call<Routes["GET /keys/{client_id}/statement"]>
	| Call<Routes["GET /keys/{client_id}/statement.csv"]>;

function sendCsv(reply: FastifyReply, name: string, lines: Iterable<string>): void {
	reply.header("content-disposition", `attachment; filename="${name}"`);
	reply.type("text/csv; charset=utf-8");
	reply.send(Readable.from(lines));
}

async function requireStripe({ config }: PaymentHandlerParts): Promise<Stripe> {
	const stripe = await openStripe(config.payments);
	if (!stripe) throw paymentErrors.payments_off();
	return stripe;
}

const mostUnits = ({ config }: PaymentHandlerParts) => config.payments.creditsPerDay * UNITS_PER_CREDIT;

/** Stripe's invoice of what was paid on its page; its receipt of what was paid by itself, and while there is no invoice yet. */
async function paperOf(
	stripe: Stripe,
	{ session_id, payment_intent }: PaymentTable,
): Promise<string | null | undefined> {
	if (session_id !== null) {
		const { invoice } = await stripe.checkout.sessions.retrieve(session_id, { expand: ["invoice"] });
		if (typeof invoice === "object" && invoice?.hosted_invoice_url) return invoice.hosted_invoice_url;
	}
	const asked = { expand: ["latest_charge"] };
	const { latest_charge } = await stripe.paymentIntents.retrieve(payment_intent ?? "", asked);
	return typeof latest_charge === "object" ? latest_charge?.receipt_url : null;
}

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
		again: body.again && againChosen(parts, person, body.again, units),
		claim: claimOf(request, path.client_id, body.idempotency_key),
		actor,
	});
	if (outcome.kind === "begun") return outcome.paymentId;
	throw { ...commonErrors, ...pageErrors, ...clientErrors, ...paymentErrors }[outcome.kind]();
}

type GivenAgain = NonNullable<Beginning["body"]["again"]>;

/** @throws HttpError for what would not end a fall, could never be bought, or is not for this person to choose. */
function againChosen(
	{ config }: PaymentHandlerParts,
	{ role }: Beginning["person"],
	given: GivenAgain,
	units: number,
): Again {
	if (role !== "owner") throw pageErrors.member_role_missing();
	if (config.payments.tax !== "none") throw badRequest("again: Stripe reckons tax on its page alone.");
	const again = {
		belowUnits: givenUnits("below_credits", given.below_credits),
		monthlyUnits: givenUnits("monthly_credits", given.monthly_credits),
	};
	if (again.belowUnits === 0 || again.belowUnits > units)
		throw badRequest("again.below_credits: more than none, and no more than are paid for at a time.");
	if (again.monthlyUnits < units)
		throw badRequest("again.monthly_credits: no fewer than are paid for at a time.");
	return again;
}

async function pageOf(
	parts: PaymentHandlerParts,
	stripe: Stripe,
	payment: PaymentTable,
	{ person, body, request }: Beginning,
) {
	const paymentId = payment.payment_id;
	try {
		const customer = await customerFor(parts.db, stripe, payment, person);
		const { id, url } = await openCheckout(stripe, {
			payment,
			email: person.account.email,
			customer,
			returnUrl: parts.base(request) + (body.return_to ?? DEFAULT_RETURN),
			tax: parts.config.payments.tax,
		});
		await parts.db.write(noteOpened, { paymentId, sessionId: id, customer });
		return { payment_id: paymentId, url };
	} catch (fault) {
		const message = refusalOf(fault);
		if (message === undefined) throw silent(parts, request, fault);
		await parts.db.write(noteOpened, { paymentId, sessionId: null, customer: null });
		throw paymentErrors.payment_refused({ message });
	}
}

function silent({ log }: PaymentHandlerParts, request: { readonly id: string }, fault: unknown) {
	log.error({ err: fault, reqId: request.id }, "Stripe did not answer");
	return paymentErrors.payment_provider_silent({ retryAfterSeconds: 5 });
}
