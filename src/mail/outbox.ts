import { command } from "../platform/db/command.ts";
import type { Tx } from "../platform/db/tx.ts";
import { DAY_MS } from "../platform/http/fixed-window.ts";
import { ulid } from "../platform/ids.ts";
import { afterFailure } from "./retry-schedule.ts";
import type { MailTable } from "./tables.ts";

/** How long the row of a mail is kept: longer than it is retried. */
const KEPT_MS = 7 * DAY_MS;
/** No other process sends a mail while its lease lasts: longer than an attempt takes. */
export const LEASE_MS = 120_000;

export interface NewMail {
	readonly kind: "low_balance" | "digest" | "proposals";
	readonly accountId: string;
	readonly recipient: string;
	readonly subject: string;
	readonly text: string;
	readonly html: string;
	readonly unsubscribeUrl: string;
}

/** Puts a mail into the outbox, in the transaction of the event it reports: it is sent if and only if that commits. */
export async function queueMail(tx: Tx, mail: NewMail, nowMs: number): Promise<void> {
	await tx
		.insertInto("mail")
		.values({
			mail_id: `mail_${ulid(nowMs)}`,
			kind: mail.kind,
			account_id: mail.accountId,
			recipient: mail.recipient,
			subject: mail.subject,
			text_body: mail.text,
			html_body: mail.html,
			unsubscribe_url: mail.unsubscribeUrl,
			created_at: nowMs,
			failures: 0,
			retry_at: nowMs,
			lease_until: 0,
			expires_at: nowMs + KEPT_MS,
		})
		.execute();
}

/** Whether any mail is due. Does not write. */
export async function isMailDue(tx: Tx, nowMs: number): Promise<boolean> {
	const row = await dueMails(tx, nowMs).select("mail_id").limit(1).executeTakeFirst();
	return row !== undefined;
}

/** Leases due mails, oldest first. On a shared database each one goes to a single node. */
export const claimMails = command<{ nowMs: number; limit: number }, MailTable[]>(
	"mail.claim",
	async (tx, { nowMs, limit }, traits) => {
		const due = dueMails(tx, nowMs).selectAll().orderBy("retry_at").limit(limit);
		const rows = await (traits.locksRows ? due.forUpdate().skipLocked() : due).execute();
		if (rows.length === 0) return [];
		const ids = rows.map(({ mail_id }) => mail_id);
		await tx
			.updateTable("mail")
			.set({ lease_until: nowMs + LEASE_MS })
			.where("mail_id", "in", ids)
			.execute();
		return rows;
	},
);

function dueMails(tx: Tx, nowMs: number) {
	return tx
		.selectFrom("mail")
		.where("retry_at", "is not", null)
		.where("retry_at", "<=", nowMs)
		.where("lease_until", "<=", nowMs);
}

export interface MailAttempt {
	readonly mailId: string;
	readonly nowMs: number;
	/** Why it failed; absent when the server accepted the mail. */
	readonly failure?: { readonly reason: string; readonly isFinal: boolean };
}

/** Records how an attempt ended, and when the next one is due. */
export const recordMailAttempt = command<MailAttempt, "sent" | "retried" | "given_up">(
	"mail.record_attempt",
	async (tx, { mailId, nowMs, failure }) => {
		const row = await tx
			.selectFrom("mail")
			.select(["failures", "created_at"])
			.where("mail_id", "=", mailId)
			.executeTakeFirst();
		const failures = (row?.failures ?? 0) + (failure ? 1 : 0);
		const retryAt = failure && !failure.isFinal ? afterFailure(failures, row?.created_at ?? 0, nowMs) : null;
		await tx
			.updateTable("mail")
			.set({ failures, lease_until: 0, retry_at: retryAt, last_failure: failure?.reason ?? null })
			.set(failure ? { given_up_at: retryAt === null ? nowMs : null } : { sent_at: nowMs })
			.where("mail_id", "=", mailId)
			.execute();
		if (!failure) return "sent";
		return retryAt === null ? "given_up" : "retried";
	},
);

/** Withdraws waiting mails: those of one account and kind, or all. */
export async function withdrawMail(
	tx: Tx,
	only?: { readonly accountId: string; readonly kind: NewMail["kind"] },
): Promise<void> {
	let waiting = tx.updateTable("mail").set({ retry_at: null }).where("retry_at", "is not", null);
	if (only) waiting = waiting.where("account_id", "=", only.accountId).where("kind", "=", only.kind);
	await waiting.execute();
}
