import type { ExpressionBuilder } from "kysely";
import { readBalance } from "../../billing/balances/balance.ts";
import { readRefusals } from "../../billing/usage/calls.ts";
import { readDailyUsage } from "../../billing/usage/usage.ts";
import { type Client, nameForOwner } from "../../clients/policy/client.ts";
import { ownedClients } from "../../clients/policy/owned.ts";
import { amountFigure, amountText } from "../../pages/amount-text.ts";
import { command } from "../../platform/db/command.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Tables } from "../../platform/db/tables.ts";
import type { Tx } from "../../platform/db/tx.ts";
import type { ErrorCatalogue } from "../../platform/http/http-error.ts";
import { type NewMail, queueMail } from "../../platform/mail/outbox.ts";
import { isolatedText } from "../../platform/plain-text.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import type { AccountTable } from "../tables.ts";
import { newestDueDay } from "./digest-day.ts";
import { dayInMail } from "./mail-dates.ts";
import { type NoticeContent, noticeMail } from "./notice-mail.ts";
import type { NoticeParts } from "./notice-parts.ts";

const AT_ONCE = 50;

/** Marks a day as reported and queues its digest, if it has anything to say, in one transaction: once, however many processes try. */
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
	parts: NoticeParts,
	account: AccountTable,
	dayMs: number,
): Promise<NewMail | undefined> {
	const { db, base, digestHour, errors } = parts;
	const { account_id: accountId, name: accountName, email: recipient } = account;
	const clients = await ownedClients(db.read, accountId);
	const keys = await Promise.all(clients.map((client) => keyDay(db, client, dayMs)));
	if (!saysSomething(keys)) return undefined;
	const shown = keys.filter((key) => key.canSpend || saysSomething([key]));
	return noticeMail(parts, {
		kind: "digest",
		accountId,
		recipient,
		subject: digestSubject({ dayMs, keys: shown }),
		content: digestContent({ accountName, dayMs, digestHour, keys: shown, base, errors }),
	});
}

async function keyDay(db: Database, client: Client, dayMs: number): Promise<KeyDay> {
	const { clientId, lowBalanceUnits } = client;
	const isRevoked = client.revokedAtMs !== null;
	const [used, refusals, balanceUnits] = await Promise.all([
		readDailyUsage(db, [clientId], dayMs, dayMs + DAY_MS),
		readRefusals(db, [clientId], dayMs, dayMs + DAY_MS),
		readBalance(db, clientId),
	]);
	const totals = used.filter(({ action }) => action === "");
	return {
		keyName: nameForOwner(client),
		units: totals.reduce((sum, { units }) => sum + units, 0),
		requests: totals.reduce((sum, { requests }) => sum + requests, 0),
		refusals,
		balanceUnits,
		// The credits of programs are on keys: an account that has none is not worth a line.
		canSpend: !isRevoked && (!client.isKeyless || balanceUnits > 0),
		isLow: !isRevoked && lowBalanceUnits !== null && balanceUnits < lowBalanceUnits,
	};
}

interface KeyDay {
	readonly keyName: string;
	readonly units: number;
	readonly requests: number;
	readonly refusals: readonly { readonly error: string; readonly requests: number }[];
	readonly balanceUnits: number;
	readonly canSpend: boolean;
	readonly isLow: boolean;
}

interface DigestFacts {
	/** What the account is called; null if it has no name. */
	readonly accountName: string | null;
	readonly dayMs: number;
	readonly digestHour: number;
	readonly keys: readonly KeyDay[];
	readonly base: string;
	readonly errors: ErrorCatalogue;
}

/** Whether a day is worth a mail: something was called, or refused. */
function saysSomething(keys: readonly KeyDay[]): boolean {
	return keys.some(({ requests, units, refusals }) => requests > 0 || units > 0 || refusals.length > 0);
}

function digestSubject({ dayMs, keys }: Pick<DigestFacts, "dayMs" | "keys">): string {
	return `${dayInMail(dayMs)}: ${amountText(sum(keys, ({ units }) => units))} spent`;
}

function digestContent(facts: DigestFacts): NoticeContent {
	const { accountName, dayMs, digestHour, keys, base, errors } = facts;
	const units = sum(keys, (key) => key.units);
	const requests = sum(keys, (key) => key.requests);
	const low = keys.filter(({ isLow }) => isLow).map(({ keyName }) => isolatedText(keyName));
	return {
		heading: `${isolatedText(accountName ?? "Your day")}: ${dayInMail(dayMs)}`,
		paragraphs: [
			`${callsText(requests)} spent ${amountText(units)}, from midnight to midnight UTC.`,
			...(low.length > 0 ? [`Below your low-balance mark: ${low.join(", ")}.`] : []),
		],
		facts: [...keys.map(keyLine), ...refusalLines(keys, errors)],
		link: { label: "Open your account", url: base },
		footer: `We send this digest every day after ${String(digestHour).padStart(2, "0")}:00 UTC if there were calls the day before. You turned it on in your account settings.`,
	};
}

function keyLine(key: KeyDay): readonly [string, string] {
	const spent = `${amountText(key.units)} in ${callsText(key.requests)}`;
	return [isolatedText(key.keyName), `${spent}; balance ${amountFigure(key.balanceUnits)}`];
}

/** Refusals of all keys by cause, most frequent first. */
function refusalLines(keys: readonly KeyDay[], errors: ErrorCatalogue): (readonly [string, string])[] {
	const sums = new Map<string, number>();
	for (const { error, requests } of keys.flatMap(({ refusals }) => refusals)) {
		sums.set(error, (sums.get(error) ?? 0) + requests);
	}
	return [...sums]
		.sort(([one, less], [other, more]) => more - less || one.localeCompare(other))
		.map(([error, requests]) => [`Refused: ${causeWords(error, errors)}`, callsText(requests)]);
}

function causeWords(error: string, errors: ErrorCatalogue): string {
	const known = (Object.hasOwn(errors, error) && errors[error]?.message) || error;
	return known.replace(/\.$/, "");
}

function callsText(count: number): string {
	return `${count.toLocaleString("en")} ${count === 1 ? "call" : "calls"}`;
}

function sum(keys: readonly KeyDay[], amount: (key: KeyDay) => number): number {
	return keys.reduce((total, key) => total + amount(key), 0);
}
