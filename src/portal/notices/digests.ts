import type { ExpressionBuilder } from "kysely";
import { readBalance } from "../../billing/balances/balance.ts";
import { readRefusals } from "../../billing/usage/calls.ts";
import { readDailyUsage } from "../../billing/usage/usage.ts";
import type { Client } from "../../clients/policy/client.ts";
import { ownedClients } from "../../clients/policy/owned.ts";
import { command } from "../../platform/db/command.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Tables } from "../../platform/db/tables.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { mailHtml, mailText } from "../../platform/mail/html.ts";
import { type NewMail, queueMail } from "../../platform/mail/outbox.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import type { AccountTable } from "../tables.ts";
import { newestDueDay } from "./digest-day.ts";
import { digestContent, digestSubject, type KeyDay, saysSomething } from "./digest-mail.ts";
import type { NoticeParts } from "./notice-parts.ts";
import { unsubscribeUrl } from "./unsubscribe-link.ts";

const AT_ONCE = 50;

/**
 * Marks a day as reported and queues its digest, if there is anything to report: in one transaction, so that each day is reported once, however many
 * processes try.
 */
export const mailDigest = command<
	{
		readonly accountId: string;
		readonly dayMs: number;
		readonly mail: NewMail | undefined;
		readonly nowMs: number;
	},
	boolean
>("portal.mail_digest", async (tx, { accountId, dayMs, mail, nowMs }) => {
	const account = await tx
		.updateTable("account")
		.set({ digest_day: dayMs })
		.where("account_id", "=", accountId)
		.where("digest_on_at", "is not", null)
		.where((row) => isUnreported(row, dayMs))
		.returning(["email", "email_verified_at"])
		.executeTakeFirst();
	if (!account || account.email_verified_at === null || !mail) return false;
	await queueMail(tx, { ...mail, recipient: account.email }, nowMs);
	return true;
});

/** Writes the digests that are due: only yesterday's, even if earlier days were missed. @returns whether there may be more. */
export async function mailDigests(parts: NoticeParts): Promise<boolean> {
	const { db, clock, digestHour } = parts;
	const nowMs = clock.now();
	const dayMs = newestDueDay(nowMs, digestHour);
	// Before the digest hour yesterday is not due yet, and the day before was due yesterday.
	if (dayMs < nowMs - (nowMs % DAY_MS) - DAY_MS) return false;
	const accounts = await accountsToTell(db.scan, dayMs);
	for (const account of accounts) {
		const mail = await digestFor(parts, account, dayMs);
		await db.write(mailDigest, { accountId: account.account_id, dayMs, mail, nowMs });
	}
	return accounts.length === AT_ONCE;
}

function accountsToTell(tx: Tx, dayMs: number): Promise<AccountTable[]> {
	return tx
		.selectFrom("account")
		.selectAll()
		.where("digest_on_at", "is not", null)
		.where("disabled_at", "is", null)
		.where("email_verified_at", "is not", null)
		.where((row) => isUnreported(row, dayMs))
		.orderBy("account_id")
		.limit(AT_ONCE)
		.execute();
}

/** Whether an account has yet to be notified of a day. What was reported of days to come, by a clock that was ahead, does not count. */
function isUnreported(row: ExpressionBuilder<Tables, "account">, dayMs: number) {
	return row.or([
		row("digest_day", "is", null),
		row("digest_day", "<", dayMs),
		row("digest_day", ">", dayMs + DAY_MS),
	]);
}

async function digestFor(
	{ db, base, hashKeys, digestHour }: NoticeParts,
	account: AccountTable,
	dayMs: number,
): Promise<NewMail | undefined> {
	const accountId = account.account_id;
	const clients = await ownedClients(db.read, accountId);
	const keys = await Promise.all(clients.map((client) => keyDay(db, client, dayMs)));
	if (!saysSomething(keys)) return undefined;
	const shown = keys.filter((key) => !key.isRevoked || saysSomething([key]));
	const url = unsubscribeUrl(base, { accountId, kind: "digest" }, hashKeys);
	const content = digestContent({ dayMs, digestHour, keys: shown, base, unsubscribeUrl: url });
	return {
		kind: "digest",
		accountId,
		recipient: account.email,
		subject: digestSubject({ dayMs, keys: shown }),
		text: mailText(content),
		html: mailHtml(content),
		unsubscribeUrl: url,
	};
}

async function keyDay(db: Database, client: Client, dayMs: number): Promise<KeyDay> {
	const { clientId, name, lowBalanceUnits } = client;
	const isRevoked = client.revokedAtMs !== null;
	const [used, refusals, balanceUnits] = await Promise.all([
		readDailyUsage(db, clientId, dayMs, dayMs + DAY_MS),
		readRefusals(db, [clientId], dayMs, dayMs + DAY_MS),
		readBalance(db, clientId),
	]);
	const totals = used.filter(({ action }) => action === "");
	return {
		keyName: name,
		units: totals.reduce((sum, { units }) => sum + units, 0),
		requests: totals.reduce((sum, { requests }) => sum + requests, 0),
		refusals,
		balanceUnits,
		isRevoked,
		isLow: !isRevoked && lowBalanceUnits !== null && balanceUnits < lowBalanceUnits,
	};
}
