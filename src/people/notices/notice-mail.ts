import { type MailContent, mailHtml, mailText } from "../../platform/mail/html.ts";
import type { NewMail } from "../../platform/mail/outbox.ts";
import type { NoticeKind } from "./mail-choice.ts";
import type { NoticeParts } from "./notice-parts.ts";
import { unsubscribeUrl } from "./unsubscribe-link.ts";

/** What a notice says to all of its recipients: they differ in the link that stops it. */
export type NoticeContent = Omit<MailContent, "unsubscribeUrl">;

interface Notice {
	readonly kind: NoticeKind;
	readonly accountId: string;
	readonly recipient: string;
	readonly subject: string;
	readonly content: NoticeContent;
}

/** A notice as a mail to one recipient. */
export function noticeMail(
	{ base, hashKeys }: Pick<NoticeParts, "base" | "hashKeys">,
	{ content, ...to }: Notice,
): NewMail {
	const whole = { ...content, unsubscribeUrl: unsubscribeUrl(base, to, hashKeys) };
	return { ...to, text: mailText(whole), html: mailHtml(whole), unsubscribeUrl: whole.unsubscribeUrl };
}
