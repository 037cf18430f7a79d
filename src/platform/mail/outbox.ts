import type { RawBuilder } from "kysely";
import { command } from "../db/command.ts";
import { databaseTimeMs, timeExpression } from "../db/database-time.ts";
import type { EngineTraits } from "../db/engine-traits.ts";
import { findRow, insertRow } from "../db/rows.ts";
import type { Tx } from "../db/tx.ts";
import { ulid } from "../ids.ts";
import { LEASE_MS, leaseHasEnded } from "../tasks/lease.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../time/durations.ts";
import type { MailTable } from "./tables.ts";

/** How long the row of a mail is kept: longer than it is retried. */
const KEPT_MS = 7 * DAY_MS;

export interface NewMail {
	/** By which mail can be withdrawn. */
	readonly kind: string;
	readonly accountId: string;
	readonly recipient: string;
	readonly subject: string;
	readonly text: string;
	readonly html: string;
	readonly unsubscribeUrl: string;
}

/** Puts a mail into the outbox, in the transaction of the event it reports: it is sent if and only if that commits. */
export async function queueMail(tx: Tx, mail: NewMail, nowMs: number): Promise<void> {
	await insertRow(tx, "mail", {
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
	});
}

/** Whether any mail is due. Does not write. */
export async function isMailDue(tx: Tx, traits: EngineTraits): Promise<boolean> {
	const due = dueMails(tx, timeExpression(traits));
	return (await due.select("mail_id").limit(1).executeTakeFirst()) !== undefined;
}

/** Leases due mails, oldest first. On a shared database each one goes to a single node. */
export const claimMails = command<{ limit: number }, MailTable[]>(
	"mail.claim",
	async (tx, { limit }, traits) => {
		const nowMs = await databaseTimeMs(tx, traits);
		const due = dueMails(tx, nowMs).selectAll().orderBy("retry_at").limit(limit);
		const rows = await (traits.locksRows ? due.forUpdate().skipLocked() : due).execute();
		await leaseUntil(
			tx,
			rows.map(({ mail_id }) => mail_id),
			nowMs + LEASE_MS,
		);
		return rows;
	},
);

/** Extends the leases of mails that are still being sent. */
export const renewMails = command<{ mailIds: readonly string[] }, undefined>(
	"mail.renew",
	async (tx, { mailIds }, traits) => {
		await leaseUntil(tx, mailIds, (await databaseTimeMs(tx, traits)) + LEASE_MS);
		return undefined;
	},
);

async function leaseUntil(tx: Tx, mailIds: readonly string[], untilMs: number): Promise<void> {
	if (mailIds.length === 0) return;
	await tx
		.updateTable("mail")
		.set({ lease_until: untilMs })
		.where("mail_id", "in", mailIds)
		.where("retry_at", "is not", null)
		.execute();
}

function dueMails(tx: Tx, now: RawBuilder<number> | number) {
	return tx
		.selectFrom("mail")
		.where("retry_at", "is not", null)
		.where("retry_at", "<=", now)
		.where(leaseHasEnded("lease_until", now));
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
		const row = await findRow(tx, "mail", { mail_id: mailId }, ["failures", "created_at"]);
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

/** Delay before the next attempt after each failure; the last one repeats. */
const DELAYS_MS = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS];
/** After this long the news in a mail is stale. */
const GIVEN_UP_AFTER_MS = 72 * HOUR_MS;

/** When a mail is next attempted after this many failures; null when it is given up. */
function afterFailure(failures: number, createdMs: number, nowMs: number): number | null {
	const delayMs = DELAYS_MS[Math.min(failures, DELAYS_MS.length) - 1] ?? MINUTE_MS;
	const nextMs = nowMs + delayMs;
	return nextMs - createdMs > GIVEN_UP_AFTER_MS ? null : nextMs;
}
