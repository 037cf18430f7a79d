import type { Database } from "../db/database.ts";
import { keepRenewing } from "../tasks/keep-renewing.ts";
import type { Clock } from "../time/clock.ts";
import { mailCounters } from "./metrics.ts";
import { claimMails, isMailDue, type MailAttempt, recordMailAttempt, renewMails } from "./outbox.ts";
import type { MailTable } from "./tables.ts";
import { mailFailure, type Transport } from "./transport.ts";

/** Mails that one process sends concurrently. */
const AT_ONCE = 8;
/** How often the leases of mails are renewed that a slow mail server has yet to accept. */
const RENEW_EVERY_MS = 5000;

export interface MailSenderParts {
	readonly db: Database;
	readonly clock: Clock;
	readonly transport: Transport;
	readonly log: MailLog;
}

export interface MailLog {
	/** An attempt failed. The recipient's address is not passed. */
	failed(mail: {
		readonly mailId: string;
		readonly kind: string;
		readonly reason: string;
		readonly isGivenUp: boolean;
	}): void;
}

/** Sends due mails: each one once, unless a process dies between the server's answer and recording it. @returns whether there may be more. */
export async function sendDueMails(parts: MailSenderParts): Promise<boolean> {
	const { db } = parts;
	if (!(await isMailDue(db.read, db.traits))) return false;
	const rows = await db.write(claimMails, { limit: AT_ONCE });
	const unsent = new Set(rows.map(({ mail_id }) => mail_id));
	const renew = () => db.write(renewMails, { mailIds: [...unsent] });
	const stopRenewing = keepRenewing(renew, RENEW_EVERY_MS);
	const sendOne = (row: MailTable) => send(parts, row).finally(() => unsent.delete(row.mail_id));
	const results = await Promise.allSettled(rows.map(sendOne));
	await stopRenewing();
	for (const result of results) if (result.status === "rejected") throw result.reason;
	return rows.length === AT_ONCE;
}

async function send({ db, clock, transport, log }: MailSenderParts, row: MailTable): Promise<void> {
	const attempt = await attemptOf(transport, row);
	const { mail_id: mailId, kind } = row;
	const outcome = await db.write(recordMailAttempt, { mailId, nowMs: clock.now(), ...attempt });
	mailCounters[outcome]++;
	if (attempt.failure) {
		log.failed({ mailId, kind, reason: attempt.failure.reason, isGivenUp: outcome === "given_up" });
	}
}

async function attemptOf(transport: Transport, row: MailTable): Promise<Pick<MailAttempt, "failure">> {
	try {
		await transport({
			to: row.recipient,
			subject: row.subject,
			text: row.text_body,
			html: row.html_body,
			// The same for every attempt, so that a recipient's mail program can recognise duplicates.
			messageId: `<${row.mail_id}@${new URL(row.unsubscribe_url).hostname}>`,
			headers: {
				"List-Unsubscribe": `<${row.unsubscribe_url}>`,
				"List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
				"Auto-Submitted": "auto-generated",
			},
		});
		return {};
	} catch (fault) {
		return { failure: mailFailure(fault) };
	}
}
