import { readBalance } from "../../billing/balances/balance.ts";
import { claimFall, fallsTogether, waitingFalls } from "../../billing/balances/low-balance.ts";
import type { LowBalanceFallTable } from "../../billing/tables.ts";
import { usageSince } from "../../billing/usage/usage.ts";
import type { Client } from "../../clients/policy/client.ts";
import type { MemberRole } from "../../pages/contract.ts";
import { command } from "../../platform/db/command.ts";
import type { Database } from "../../platform/db/database.ts";
import type { NewMail } from "../../platform/mail/outbox.ts";
import { DAY_MS, HOUR_MS } from "../../platform/time/durations.ts";
import { lowBalanceContent, lowBalanceSubject } from "./low-balance-mail.ts";
import type { WritingParts } from "./notice-parts.ts";
import { noticeMails, queueNotices, subjectOf } from "./recipients.ts";

const AT_ONCE = 50;
/** Older falls were not mailed because no mail server was configured; by now they are stale. */
const STALE_MS = DAY_MS;

/** Who can do something about a low balance. */
const ROLES: readonly MemberRole[] = ["owner", "buyer"];

/**
 * Takes a fall, and others of the same balance, and queues the mails about them to the members concerned: in one transaction, so that everybody gets
 * one mail, however many processes try and however many keys draw on the balance.
 */
export const mailLowBalance = command<
	{ readonly fall: LowBalanceFallTable; readonly mails: readonly NewMail[]; readonly nowMs: number },
	boolean
>("portal.mail_low_balance", async (tx, { fall, mails, nowMs }) => {
	const { crossing_id, client_id } = fall;
	const together = mails.length > 0 ? await fallsTogether(tx, "mail_waits", client_id) : [crossing_id];
	let isClaimed = false;
	// In order, which those who claim the same ones share.
	for (const fallId of together) isClaimed = Boolean(await claimFall(tx, "mail_waits", fallId)) || isClaimed;
	return isClaimed && queueNotices(tx, { clientId: client_id, roles: ROLES, mails }, nowMs);
});

/** Writes the mails for falls that have not been reported. @returns whether there may be more. */
export async function mailFalls(parts: WritingParts): Promise<boolean> {
	const { db, clock } = parts;
	const falls = await waitingFalls(db.read, "mail_waits", AT_ONCE);
	for (const fall of falls) {
		const nowMs = clock.now();
		const mails = nowMs - fall.at > STALE_MS ? [] : await mailsFor(parts, fall, nowMs);
		await db.write(mailLowBalance, { fall, mails, nowMs });
	}
	return falls.length === AT_ONCE;
}

async function mailsFor(parts: WritingParts, fall: LowBalanceFallTable, nowMs: number): Promise<NewMail[]> {
	const { db, base } = parts;
	const subject = await subjectOf(db.read, fall.client_id);
	if (!subject) return [];
	const { client, account, name, path } = subject;
	const facts = {
		...{ fall, base, keyName: name, accountName: account.name, path },
		balanceUnits: await readBalance(db, client.clientId),
		...(await spendingPace(db, client, nowMs)),
	};
	return noticeMails(parts, {
		...{ clientId: client.clientId, roles: ROLES, subject: lowBalanceSubject(facts.keyName) },
		content: lowBalanceContent(facts),
	});
}

const DAYS = 30;

/** A key's spending per day, over the last 30 days or since it was created. */
async function spendingPace(
	db: Database,
	{ clientId, createdAtMs }: Pick<Client, "clientId" | "createdAtMs">,
	nowMs: number,
): Promise<{ unitsPerDay: number; paceDays: number }> {
	const ageDays = Math.ceil((nowMs - createdAtMs) / DAY_MS);
	const paceDays = Math.min(DAYS, Math.max(1, ageDays));
	const sinceMs = nowMs - paceDays * DAY_MS;
	const [{ units }] = await usageSince(db, clientId, sinceMs - (sinceMs % HOUR_MS));
	return { unitsPerDay: units / paceDays, paceDays };
}
