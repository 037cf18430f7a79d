import { claimCapAlert, waitingCapAlerts } from "../../billing/balances/cap-alerts.ts";
import type { CapAlertTable } from "../../billing/tables.ts";
import { amountFigure, amountText } from "../../pages/amount-text.ts";
import type { MemberRole } from "../../pages/contract.ts";
import { command } from "../../platform/db/command.ts";
import type { NewMail } from "../../platform/mail/outbox.ts";
import { isolatedText } from "../../platform/plain-text.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { minuteInMail } from "./mail-dates.ts";
import type { NoticeContent } from "./notice-mail.ts";
import type { WritingParts } from "./notice-parts.ts";
import { noticeMails, queueNotices, subjectOf } from "./recipients.ts";

/** Who sets caps, or whose programs are stopped by them. */
const ROLES: readonly MemberRole[] = ["owner", "developer"];
const AT_ONCE = 50;
/** Older alerts were not mailed because no mail server was configured; by now they are stale. */
const STALE_MS = DAY_MS;

/** Takes an alert and queues the mails about it, in one transaction: once, however many processes try. */
export const mailCapAlert = command<
	{ readonly alert: CapAlertTable; readonly mails: readonly NewMail[]; readonly nowMs: number },
	boolean
>("portal.mail_cap_alert", async (tx, { alert, mails, nowMs }) => {
	if (!(await claimCapAlert(tx, alert))) return false;
	return queueNotices(tx, { clientId: alert.client_id, roles: ROLES, mails }, nowMs);
});

/** Writes the mails for shares of caps that were reached. @returns whether there may be more. */
export async function mailCapAlerts(parts: WritingParts): Promise<boolean> {
	const { db, clock } = parts;
	const alerts = await waitingCapAlerts(db.read, AT_ONCE);
	for (const alert of alerts) {
		const nowMs = clock.now();
		const mails = nowMs - alert.at > STALE_MS ? [] : await mailsFor(parts, alert);
		await db.write(mailCapAlert, { alert, mails, nowMs });
	}
	return alerts.length === AT_ONCE;
}

async function mailsFor(parts: WritingParts, alert: CapAlertTable): Promise<NewMail[]> {
	const subject = await subjectOf(parts.db.read, alert.client_id);
	if (!subject) return [];
	const { account, path } = subject;
	const name = isolatedText(subject.name);
	const cap = `${alert.span === "day" ? "daily" : "monthly"} cap`;
	const content: NoticeContent = {
		heading: `"${name}" has spent ${alert.percent} % of its ${cap}`,
		paragraphs: [
			`It had spent ${amountFigure(alert.spent_units)} of ${amountText(alert.cap_units)} on ${minuteInMail(alert.at)}. What would go over the cap is refused until the ${alert.span} ends, at midnight UTC.`,
		],
		facts: [
			...(account.name === null ? [] : [["Account", isolatedText(account.name)] as const]),
			["Name", name],
			[cap.charAt(0).toUpperCase() + cap.slice(1), amountText(alert.cap_units)],
			["Spent", amountText(alert.spent_units)],
		],
		link: { label: "See or change the cap", url: `${parts.base}${path}` },
		footer: "You get this mail when 50, 80 and 100 % of a cap are spent.",
	};
	return noticeMails(parts, {
		...{ clientId: alert.client_id, roles: ROLES, subject: `${alert.percent} % of the ${cap}: ${name}` },
		content,
	});
}
