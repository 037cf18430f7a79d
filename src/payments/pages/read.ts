import { creditsForJson } from "../../api/credits.ts";
import type { Paging } from "../../pages/pagination.ts";
import type { Database } from "../../platform/db/database.ts";
import { countRows } from "../../platform/db/rows.ts";
import { isoTime, isoTimeOrNull } from "../../platform/time/clock.ts";
import { moneyText } from "../amounts.ts";
import { madeThisMonth } from "../automatic.ts";
import type { PaymentTable } from "../tables.ts";
import type { AdminPayment, AutomaticTopUp, Payment } from "./contract.ts";

const SHOWN = 200;

export function paymentsOf(db: Database, clientId: string): Promise<PaymentTable[]> {
	return db.read
		.selectFrom("payment")
		.selectAll()
		.where("client_id", "=", clientId)
		.orderBy("created_at", "desc")
		.orderBy("payment_id", "desc")
		.limit(SHOWN)
		.execute();
}

/** What a client pays for by itself, or did last. */
export async function automaticOf(
	{ read }: Database,
	clientId: string,
	nowMs: number,
): Promise<AutomaticTopUp | null> {
	const ofClient = read.selectFrom("payment").selectAll().where("client_id", "=", clientId);
	const first = await ofClient
		.where("again_below", "is not", null)
		.where("state", "=", "paid")
		.orderBy("paid_at", "desc")
		.orderBy("payment_id", "desc")
		.executeTakeFirst();
	if (!first) return null;
	const made = await madeThisMonth(read, clientId, nowMs);
	return {
		stopped: first.again_stopped,
		credits: creditsForJson(first.units),
		currency: first.currency,
		amount: moneyText(first.amount, first.currency),
		below_credits: creditsForJson(first.again_below ?? 0),
		monthly_credits: creditsForJson(first.again_monthly ?? 0),
		this_month: creditsForJson(made.reduce((sum, { units }) => sum + units, 0)),
	};
}

type DescribedPayment = PaymentTable & { readonly email: string | null };

/** Payments of all accounts, newest first, or one of them. */
export async function paymentPage(
	db: Database,
	{ paymentId }: { readonly paymentId?: string },
	{ page, perPage }: Paging,
): Promise<{ rows: DescribedPayment[]; total: number }> {
	let chosen = db.scan.selectFrom("payment");
	if (paymentId !== undefined) chosen = chosen.where("payment_id", "=", paymentId);
	const rows = await chosen
		.leftJoin("account", "account.account_id", "payment.account_id")
		.selectAll("payment")
		.select("email")
		.orderBy("payment.created_at", "desc")
		.orderBy("payment_id", "desc")
		.limit(perPage)
		.offset((page - 1) * perPage)
		.execute();
	return { rows, total: await countRows(chosen) };
}

export function paymentAnswer(payment: PaymentTable): Payment {
	const { payment_id, client_id, units, currency, amount, paid_amount, state } = payment;
	return {
		payment_id,
		client_id,
		credits: creditsForJson(units),
		currency,
		amount: moneyText(amount, currency),
		paid: paid_amount === null ? null : moneyText(paid_amount, currency),
		state,
		created_at: isoTime(payment.created_at),
		paid_at: isoTimeOrNull(payment.paid_at),
		is_automatic: payment.again_of !== null,
		reversed: creditsForJson(payment.reversed_units),
		owed: creditsForJson(payment.owed_units),
	};
}

export function adminPaymentAnswer(payment: DescribedPayment): AdminPayment {
	const { account_id, email } = payment;
	return { ...paymentAnswer(payment), account_id, account_email: email ?? account_id };
}
