import { findAccount } from "../people/accounts/accounts.ts";
import { noticeMail } from "../people/notices/notice-mail.ts";
import type { NoticeParts } from "../people/notices/notice-parts.ts";
import type { AccountTable } from "../people/tables.ts";
import { command } from "../platform/db/command.ts";
import { forUpdate } from "../platform/db/rows.ts";
import { type NewMail, queueMail } from "../platform/mail/outbox.ts";
import { DAY_MS } from "../platform/time/durations.ts";
import { decisionContent, decisionSubject } from "./decision-mail.ts";
import type { ProposalTable } from "./tables.ts";

/** Decisions are gathered for this long, because a reviewer makes many in a row. */
const GATHERED_MS = 10 * 60_000;
/** Older decisions were made while no mail server was configured; by now they are stale. */
const STALE_MS = DAY_MS;
const ACCOUNTS_AT_ONCE = 50;
const DECISIONS_AT_ONCE = 200;

/** Takes decisions for one account and queues the mail about them: in one transaction, so that each is reported once, however many processes try. */
export const mailDecisions = command<
	{
		readonly accountId: string;
		readonly proposalIds: readonly string[];
		readonly mail: NewMail | undefined;
		readonly nowMs: number;
	},
	boolean
>("portal.mail_decisions", async (tx, { accountId, proposalIds, mail, nowMs }, traits) => {
	const waiting = tx
		.selectFrom("proposal")
		.select("proposal_id")
		.where("proposal_id", "in", [...proposalIds])
		.where("mail_waits", "=", 1)
		.orderBy("proposal_id");
	if ((await forUpdate(waiting, traits).execute()).length !== proposalIds.length) return false;
	await tx
		.updateTable("proposal")
		.set({ mail_waits: null })
		.where("proposal_id", "in", [...proposalIds])
		.execute();
	const account = await findAccount(tx, accountId);
	if (!mail || !account || !wantsDecisionMail(account)) return false;
	await queueMail(tx, { ...mail, recipient: account.email }, nowMs);
	return true;
});

/** Writes the mails about decisions that have not been reported. @returns whether there may be more. */
export async function mailDecided(parts: NoticeParts): Promise<boolean> {
	const { db, clock } = parts;
	const nowMs = clock.now();
	const due = await db.read
		.selectFrom("proposal")
		.select("account_id")
		.distinct()
		.where("mail_waits", "=", 1)
		.where("decided_at", "<=", nowMs - GATHERED_MS)
		.limit(ACCOUNTS_AT_ONCE)
		.execute();
	let isMore = due.length === ACCOUNTS_AT_ONCE;
	for (const { account_id: accountId } of due) {
		const decided = await decisionsFor(parts, accountId);
		if (decided.length === DECISIONS_AT_ONCE) isMore = true;
		const proposalIds = decided.map(({ proposal_id }) => proposal_id);
		const news = decided.filter(({ decided_at }) => (decided_at ?? 0) > nowMs - STALE_MS);
		const mail = await mailFor(parts, accountId, news);
		if (proposalIds.length > 0) await db.write(mailDecisions, { accountId, proposalIds, mail, nowMs });
	}
	return isMore;
}

function decisionsFor({ db }: NoticeParts, accountId: string): Promise<ProposalTable[]> {
	return db.read
		.selectFrom("proposal")
		.selectAll()
		.where("account_id", "=", accountId)
		.where("mail_waits", "=", 1)
		.orderBy("decided_at")
		.orderBy("proposal_id")
		.limit(DECISIONS_AT_ONCE)
		.execute();
}

async function mailFor(
	parts: NoticeParts,
	accountId: string,
	decided: readonly ProposalTable[],
): Promise<NewMail | undefined> {
	const account = await findAccount(parts.db.read, accountId);
	if (decided.length === 0 || !account || !wantsDecisionMail(account)) return undefined;
	return noticeMail(parts, {
		kind: "proposals",
		accountId,
		recipient: account.email,
		subject: decisionSubject(decided),
		content: decisionContent({ decided, base: parts.base }),
	});
}

function wantsDecisionMail({ disabled_at, email_verified_at, proposal_mail_off_at }: AccountTable): boolean {
	return disabled_at === null && email_verified_at !== null && proposal_mail_off_at === null;
}
