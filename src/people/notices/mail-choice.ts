import { type Actor, recordEvent } from "../../pages/events.ts";
import { command } from "../../platform/db/command.ts";
import { updateRows } from "../../platform/db/rows.ts";
import { withdrawMail } from "../../platform/mail/outbox.ts";
import { lockedAccount } from "../accounts/accounts.ts";
import type { AccountTable } from "../tables.ts";
import { newestDueDay } from "./digest-day.ts";

/** Mail that an account may turn off or on. */
export const NOTICE_KINDS = ["low_balance", "kosher_alerts", "digest", "proposals"] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** When an account turned mail off that it gets unless it does. */
export const OFF_AT = {
	low_balance: "low_balance_mail_off_at",
	kosher_alerts: "alert_mail_off_at",
	proposals: "proposal_mail_off_at",
} as const;

export interface MailChoice {
	readonly accountId: string;
	/** Omitted kinds are unchanged. */
	readonly chosen: { readonly [Kind in NoticeKind]?: boolean | undefined };
	readonly digestHour: number;
	/** The event to record in the log. */
	readonly event: "mail.changed" | "mail.unsubscribed";
	readonly actor: Actor;
}

/** Turns mail on or off. Waiting mail of a kind turned off is withdrawn; digests start with the next one due. Does nothing if the account is gone. */
export const chooseMail = command<MailChoice, undefined>("portal.choose_mail", async (tx, input, traits) => {
	const { accountId, chosen, digestHour, event, actor } = input;
	const account = await lockedAccount(tx, accountId, traits);
	if (!account) return;
	const before = mailChoiceOf(account);
	for (const kind of NOTICE_KINDS) {
		const isOn = chosen[kind];
		if (isOn === undefined || isOn === before[kind]) continue;
		await updateRows(
			tx,
			"account",
			{ account_id: accountId },
			columnsFor(kind, isOn, actor.atMs, digestHour),
		);
		if (!isOn) await withdrawMail(tx, { accountId, kind });
		await recordEvent(tx, actor, event, accountId, `${kind} ${isOn ? "on" : "off"}`);
	}
});

/** Which mail an account gets. */
export function mailChoiceOf(account: AccountTable): Readonly<Record<NoticeKind, boolean>> {
	return {
		low_balance: account[OFF_AT.low_balance] === null,
		kosher_alerts: account[OFF_AT.kosher_alerts] === null,
		digest: account.digest_on_at !== null,
		proposals: account[OFF_AT.proposals] === null,
	};
}

function columnsFor(
	kind: NoticeKind,
	isOn: boolean,
	nowMs: number,
	digestHour: number,
): Partial<AccountTable> {
	if (kind !== "digest") return { [OFF_AT[kind]]: isOn ? null : nowMs };
	return isOn ? { digest_on_at: nowMs, digest_day: newestDueDay(nowMs, digestHour) } : { digest_on_at: null };
}
