import { command } from "../../platform/db/command.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { withdrawMail } from "../../platform/mail/outbox.ts";
import { lockedAccount } from "../accounts/accounts.ts";
import { type Actor, recordEvent } from "../events.ts";
import { newestDueDay } from "./digest-day.ts";

/** Mail that an account may turn off or on. */
export type NoticeKind = "low_balance" | "digest" | "proposals";

export interface MailChoice {
	readonly accountId: string;
	/** Omitted kinds are unchanged. */
	readonly lowBalance?: boolean | undefined;
	readonly digest?: boolean | undefined;
	readonly proposals?: boolean | undefined;
	readonly digestHour: number;
	/** The event to record in the log. */
	readonly event: "mail.changed" | "mail.unsubscribed";
	readonly actor: Actor;
}

/** Turns mail on or off. Waiting mail of a kind turned off is withdrawn; digests start with the next one due. @returns false if the account is gone. */
export const chooseMail = command<MailChoice, boolean>("portal.choose_mail", async (tx, input, traits) => {
	const { accountId, lowBalance, digest, proposals, actor } = input;
	const account = await lockedAccount(tx, accountId, traits);
	if (!account) return false;
	const wasOn = {
		lowBalance: account.low_balance_mail_off_at === null,
		digest: account.digest_on_at !== null,
		proposals: account.proposal_mail_off_at === null,
	};
	if (lowBalance !== undefined && lowBalance !== wasOn.lowBalance) {
		await setAccount(tx, accountId, { low_balance_mail_off_at: lowBalance ? null : actor.atMs });
		if (!lowBalance) await withdrawMail(tx, { accountId, kind: "low_balance" });
		await recordEvent(tx, actor, input.event, accountId, `low_balance ${lowBalance ? "on" : "off"}`);
	}
	if (digest !== undefined && digest !== wasOn.digest) {
		const on = { digest_on_at: actor.atMs, digest_day: newestDueDay(actor.atMs, input.digestHour) };
		await setAccount(tx, accountId, digest ? on : { digest_on_at: null });
		if (!digest) await withdrawMail(tx, { accountId, kind: "digest" });
		await recordEvent(tx, actor, input.event, accountId, `digest ${digest ? "on" : "off"}`);
	}
	if (proposals !== undefined && proposals !== wasOn.proposals) {
		await setAccount(tx, accountId, { proposal_mail_off_at: proposals ? null : actor.atMs });
		if (!proposals) await withdrawMail(tx, { accountId, kind: "proposals" });
		await recordEvent(tx, actor, input.event, accountId, `proposals ${proposals ? "on" : "off"}`);
	}
	return true;
});

interface MailColumns {
	readonly low_balance_mail_off_at?: number | null;
	readonly digest_on_at?: number | null;
	readonly digest_day?: number;
	readonly proposal_mail_off_at?: number | null;
}

async function setAccount(tx: Tx, accountId: string, columns: MailColumns): Promise<void> {
	await tx.updateTable("account").set(columns).where("account_id", "=", accountId).execute();
}
