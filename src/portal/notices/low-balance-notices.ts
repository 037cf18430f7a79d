import { readBalance } from "../../billing/balances/balance.ts";
import { claimFall, waitingFalls } from "../../billing/balances/low-balance.ts";
import type { LowBalanceFallTable } from "../../billing/tables.ts";
import { type Client, clientFromRow } from "../../clients/policy/client.ts";
import { command } from "../../platform/db/command.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { mailHtml, mailText } from "../../platform/mail/html.ts";
import { type NewMail, queueMail } from "../../platform/mail/outbox.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { findAccount } from "../accounts/accounts.ts";
import type { AccountTable } from "../tables.ts";
import { lowBalanceContent, lowBalanceSubject } from "./low-balance-mail.ts";
import type { NoticeParts } from "./notice-parts.ts";
import { spendingPace } from "./pace.ts";
import { unsubscribeUrl } from "./unsubscribe-link.ts";

const AT_ONCE = 50;
/** Older falls were not mailed because no mail server was configured; by now they are stale. */
const STALE_MS = DAY_MS;

/** Takes a fall and queues the mail about it to its owner: in one transaction, so that there is one mail, however many processes try. */
export const mailLowBalance = command<
	{ readonly fallId: string; readonly mail: NewMail | undefined; readonly nowMs: number },
	boolean
>("portal.mail_low_balance", async (tx, { fallId, mail, nowMs }) => {
	const fall = await claimFall(tx, "mail_waits", fallId);
	if (!fall || !mail) return false;
	const account = await findAccount(tx, mail.accountId);
	const owner = await ownerOf(tx, fall.client_id);
	if (owner !== mail.accountId || !account || !wantsLowBalanceMail(account)) return false;
	await queueMail(tx, { ...mail, recipient: account.email }, nowMs);
	return true;
});

/** Writes the mails for falls that have not been reported. @returns whether there may be more. */
export async function mailFalls(parts: NoticeParts): Promise<boolean> {
	const { db, clock } = parts;
	const falls = await waitingFalls(db.read, "mail_waits", AT_ONCE);
	for (const fall of falls) {
		const nowMs = clock.now();
		const mail = nowMs - fall.at > STALE_MS ? undefined : await mailFor(parts, fall, nowMs);
		await db.write(mailLowBalance, { fallId: fall.crossing_id, mail, nowMs });
	}
	return falls.length === AT_ONCE;
}

async function mailFor(
	{ db, base, hashKeys }: NoticeParts,
	fall: LowBalanceFallTable,
	nowMs: number,
): Promise<NewMail | undefined> {
	const client = await findClient(db.read, fall.client_id);
	const account = client?.ownerId ? await findAccount(db.read, client.ownerId) : undefined;
	if (!client || !account || !wantsLowBalanceMail(account)) return undefined;
	const accountId = account.account_id;
	const url = unsubscribeUrl(base, { accountId, kind: "low_balance" }, hashKeys);
	const content = lowBalanceContent({
		fall,
		keyName: client.name,
		balanceUnits: await readBalance(db, client.clientId),
		...(await spendingPace(db, client, nowMs)),
		base,
		unsubscribeUrl: url,
	});
	return {
		kind: "low_balance",
		accountId,
		recipient: account.email,
		subject: lowBalanceSubject(client.name),
		text: mailText(content),
		html: mailHtml(content),
		unsubscribeUrl: url,
	};
}

function wantsLowBalanceMail(account: AccountTable): boolean {
	const { disabled_at, email_verified_at, low_balance_mail_off_at } = account;
	return disabled_at === null && email_verified_at !== null && low_balance_mail_off_at === null;
}

async function findClient(tx: Tx, clientId: string): Promise<Client | undefined> {
	const row = await tx.selectFrom("client").selectAll().where("client_id", "=", clientId).executeTakeFirst();
	return row && clientFromRow(row);
}

async function ownerOf(tx: Tx, clientId: string): Promise<string | null | undefined> {
	return (await findClient(tx, clientId))?.ownerId;
}
