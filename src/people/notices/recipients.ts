import { clientFromRow, nameForOwner } from "../../clients/policy/client.ts";
import type { MemberRole } from "../../pages/contract.ts";
import { findRow } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { type NewMail, queueMail } from "../../platform/mail/outbox.ts";
import { findAccount } from "../accounts/accounts.ts";
import { OFF_AT } from "./mail-choice.ts";
import { type NoticeContent, noticeMail } from "./notice-mail.ts";
import type { NoticeParts } from "./notice-parts.ts";

/** The members of an account with one of these roles, whoever opened it among the owners, who want mail of this kind. */
async function recipientsOf(
	tx: Tx,
	{ ofAccount, kind, roles }: Concern,
): Promise<{ readonly accountId: string; readonly email: string }[]> {
	const rows = await tx
		.selectFrom("account")
		.select(["account_id", "email"])
		.where((row) =>
			row.or([
				row("account_id", "=", ofAccount),
				row(
					"account_id",
					"in",
					tx
						.selectFrom("account_member")
						.select("person_id")
						.where("account_member.account_id", "=", ofAccount)
						.where("role", "in", roles),
				),
			]),
		)
		.where("disabled_at", "is", null)
		.where("email_verified_at", "is not", null)
		.where(OFF_AT[kind], "is", null)
		.orderBy("account_id")
		.execute();
	return rows.map(({ account_id, email }) => ({ accountId: account_id, email }));
}

/** Who can do something about a low balance, or about goods on the shelf. */
export const BUYING: readonly MemberRole[] = ["owner", "buyer"];

/** The client that a notice is about, with its account, the name under which the account knows it, and its page; `undefined` if nobody owns it. */
export async function subjectOf(tx: Tx, clientId: string) {
	const row = await findRow(tx, "client", { client_id: clientId });
	const client = row && clientFromRow(row);
	const account = client?.ownerId ? await findAccount(tx, client.ownerId) : undefined;
	if (!client || !account) return undefined;
	const path = client.isKeyless ? "/credits" : `/keys/${clientId}`;
	return { client, account, name: nameForOwner(client), path };
}

/** Whose business a notice is. */
interface Concern {
	readonly ofAccount: string;
	readonly kind: keyof typeof OFF_AT;
	readonly roles: readonly MemberRole[];
}

interface Notice extends Concern {
	readonly subject: string;
	readonly content: NoticeContent;
}

/** A notice as mail to each of its recipients. */
export async function noticeMails(
	parts: Pick<NoticeParts, "db" | "base" | "hashKeys">,
	{ subject, content, ...concern }: Notice,
): Promise<NewMail[]> {
	return (await recipientsOf(parts.db.read, concern)).map(({ accountId, email: recipient }) =>
		noticeMail(parts, { kind: concern.kind, accountId, recipient, subject, content }),
	);
}

/** Queues mails to those who are still recipients, in the transaction that claims what they are about. */
export async function queueNotices(
	tx: Tx,
	{ mails, ...concern }: Concern & { readonly mails: readonly NewMail[] },
	nowMs: number,
): Promise<boolean> {
	const recipients = new Map(
		(await recipientsOf(tx, concern)).map(({ accountId, email }) => [accountId, email]),
	);
	const queued = mails.filter(({ accountId }) => recipients.has(accountId));
	for (const mail of queued) {
		await queueMail(tx, { ...mail, recipient: recipients.get(mail.accountId) ?? mail.recipient }, nowMs);
	}
	return queued.length > 0;
}
