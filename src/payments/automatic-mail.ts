import { amountText } from "../pages/amount-text.ts";
import type { NoticeParts } from "../people/notices/notice-parts.ts";
import { BUYING, noticeMails, queueNotices, subjectOf } from "../people/notices/recipients.ts";
import type { AccountTable } from "../people/tables.ts";
import { command } from "../platform/db/command.ts";
import { findRow, updateRows } from "../platform/db/rows.ts";
import type { NewMail } from "../platform/mail/outbox.ts";
import { isolatedText } from "../platform/plain-text.ts";
import { SECOND_MS } from "../platform/time/durations.ts";
import { moneyText } from "./amounts.ts";
import type { AgainStopped, PaymentTable } from "./tables.ts";

export const MAILS_EVERY_MS = 5 * SECOND_MS;
const AT_ONCE = 50;

const concernOf = ({ account }: { readonly account: AccountTable }) =>
	({ ofAccount: account.account_id, kind: "low_balance", roles: BUYING }) as const;

/** Whoever takes it writes the mail, in the same transaction: one, however many servers try. */
export const takeMailed = command<
	{
		readonly paymentId: string;
		readonly clientId: string;
		readonly mails: readonly NewMail[];
		readonly nowMs: number;
	},
	boolean
>("payments.take_mailed", async (tx, { paymentId, clientId, mails, nowMs }) => {
	const waiting = { payment_id: paymentId, mail_waits: 1 };
	const isTaken = (await updateRows(tx, "payment", waiting, { mail_waits: null })) === 1;
	const subject = await subjectOf(tx, clientId);
	if (!isTaken || !subject) return false;
	return queueNotices(tx, { ...concernOf(subject), mails }, nowMs);
});

/** Writes the mails about what was paid by itself, or no longer is. @returns whether there may be more. */
export async function mailAutomatic(
	parts: Pick<NoticeParts, "db" | "clock" | "base" | "hashKeys">,
): Promise<boolean> {
	const { db, clock } = parts;
	const waiting = db.read
		.selectFrom("payment")
		.selectAll()
		.where((row) => row("mail_waits", "=", row.lit(1)));
	const payments = await waiting.orderBy("payment_id").limit(AT_ONCE).execute();
	for (const payment of payments) {
		const { payment_id: paymentId, client_id: clientId } = payment;
		const mails = await mailsAbout(parts, payment);
		await db.write(takeMailed, { paymentId, clientId, mails, nowMs: clock.now() });
	}
	return payments.length === AT_ONCE;
}

async function mailsAbout(
	parts: Pick<NoticeParts, "db" | "base" | "hashKeys">,
	payment: PaymentTable,
): Promise<NewMail[]> {
	const { client_id: clientId, units, currency, amount, paid_amount, again_of } = payment;
	const subject = await subjectOf(parts.db.read, clientId);
	if (!subject) return [];
	const isPaid = payment.state === "paid" && again_of !== null;
	const first =
		again_of === null ? payment : await findRow(parts.db.read, "payment", { payment_id: again_of });
	const name = isolatedText(subject.name);
	const heading = isPaid
		? `${amountText(units)} bought for "${name}"`
		: `Automatic top-up of "${name}" is off`;
	const { name: accountName } = subject.account;
	const content = {
		heading,
		paragraphs: isPaid
			? [
					`The balance was below ${amountText(first?.again_below ?? 0)}, so they were paid for by automatic top-up.`,
				]
			: [
					STOPPED[first?.again_stopped ?? "failed"],
					"Nothing more is paid for by itself until you turn it on again.",
				],
		facts: [
			...(accountName === null ? [] : [["Account", isolatedText(accountName)] as const]),
			["Name", name] as const,
			...(isPaid ? [["Paid", `${currency} ${moneyText(paid_amount ?? amount, currency)}`] as const] : []),
			["At most in a month", amountText(first?.again_monthly ?? 0)] as const,
		],
		link: {
			label: isPaid ? "See it, or turn it off" : "Open Credits",
			url: `${parts.base}${subject.path}/top-ups`,
		},
		footer: "You get this mail each time automatic top-up pays for credits or ends.",
	};
	return noticeMails(parts, { ...concernOf(subject), subject: heading, content });
}

const STOPPED: Readonly<Record<AgainStopped, string>> = {
	owner: "An owner turned it off.",
	replaced: "It was replaced by another one.",
	failed: "The payment was declined.",
	authentication:
		"The bank asked for you to confirm the payment, which cannot be done while you are not there.",
	silent: "Stripe did not say within a day whether the payment was made.",
	reversed: "A payment of the account was refunded or disputed.",
	price: "The price has risen since you turned it on.",
	left: "Whoever turned it on with their card does not belong to the account any more.",
	restored: "The service was restored from a backup, which may not know what you changed since.",
};
