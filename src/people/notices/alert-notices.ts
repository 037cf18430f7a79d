import { claimAlert, fallsTogether, waitingAlerts } from "../../billing/balances/alerts.ts";
import { balancePaces } from "../../billing/balances/pace.ts";
import type { SpendingAlertTable } from "../../billing/tables.ts";
import type { MemberRole } from "../../pages/contract.ts";
import { command } from "../../platform/db/command.ts";
import type { NewMail } from "../../platform/mail/outbox.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import type { AccountTable } from "../tables.ts";
import { capContent, capSubject } from "./cap-mail.ts";
import { lowBalanceContent, lowBalanceSubject } from "./low-balance-mail.ts";
import type { WritingParts } from "./notice-parts.ts";
import { BUYING, noticeMails, queueNotices, subjectOf } from "./recipients.ts";

const AT_ONCE = 50;
/** Older alerts were not mailed because no mail server was configured; by now they are stale. */
const STALE_MS = DAY_MS;

/** Who sets caps, or whose programs are stopped by them. */
const PROGRAMMING: readonly MemberRole[] = ["owner", "developer"];

const concernOf = ({ kind }: SpendingAlertTable, { account }: { readonly account: AccountTable }) => ({
	ofAccount: account.account_id,
	kind: "low_balance" as const,
	roles: kind === "low_balance" ? BUYING : PROGRAMMING,
});

/**
 * Takes an alert, and other falls of the same balance, and queues the mails about them to the members concerned: in one transaction, so that everybody
 * gets one mail, however many processes try and however many keys draw on the balance.
 */
export const mailAlert = command<
	{ readonly alert: SpendingAlertTable; readonly mails: readonly NewMail[]; readonly nowMs: number },
	boolean
>("portal.mail_alert", async (tx, { alert, mails, nowMs }) => {
	const { alert_id, client_id, kind } = alert;
	const subject = await subjectOf(tx, client_id);
	const isShared = kind === "low_balance" && mails.length > 0;
	const together = isShared ? await fallsTogether(tx, "mail_waits", client_id) : [alert_id];
	let isClaimed = false;
	// In order, which those who claim the same ones share.
	for (const id of together) isClaimed = Boolean(await claimAlert(tx, "mail_waits", id)) || isClaimed;
	return (
		isClaimed && subject !== undefined && queueNotices(tx, { ...concernOf(alert, subject), mails }, nowMs)
	);
});

/** Writes the mails for alerts that have not been reported. @returns whether there may be more. */
export async function mailAlerts(parts: WritingParts): Promise<boolean> {
	const { db, clock } = parts;
	const alerts = await waitingAlerts(db.read, "mail_waits", AT_ONCE);
	for (const alert of alerts) {
		const nowMs = clock.now();
		const mails = nowMs - alert.at > STALE_MS ? [] : await mailsFor(parts, alert, nowMs);
		await db.write(mailAlert, { alert, mails, nowMs });
	}
	return alerts.length === AT_ONCE;
}

async function mailsFor(parts: WritingParts, alert: SpendingAlertTable, nowMs: number): Promise<NewMail[]> {
	const { db, base } = parts;
	const subject = await subjectOf(db.read, alert.client_id);
	if (!subject) return [];
	const { client, account, name: keyName, path } = subject;
	const concern = concernOf(alert, subject);
	const accountName = account.name;
	if (alert.kind !== "low_balance") {
		const content = capContent(alert, { keyName, accountName, url: `${base}${path}` });
		return noticeMails(parts, { ...concern, subject: capSubject(alert, keyName), content });
	}
	const [balance] = await balancePaces(db, [client.clientId], nowMs);
	const content = lowBalanceContent({
		fall: alert,
		base,
		keyName,
		accountName,
		path,
		balanceUnits: balance?.units ?? 0,
		unitsPerDay: balance?.unitsPerDay ?? null,
	});
	return noticeMails(parts, { ...concern, subject: lowBalanceSubject(keyName), content });
}
