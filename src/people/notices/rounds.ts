import { sendDueMails } from "../../platform/mail/sender.ts";
import type { RegularWork } from "../../platform/retention.ts";
import { mailAlerts } from "./alert-notices.ts";
import { mailDigests } from "./digests.ts";
import type { NoticeParts } from "./notice-parts.ts";

const ALERTS_EVERY_MS = 5000;
const DIGEST_EVERY_MS = 60_000;
const SEND_EVERY_MS = 3000;

/** The periodic work of mail: writing mails about low balances and caps, and digests, into the outbox, and sending it. Every process does this. */
export function noticeWork(parts: NoticeParts): RegularWork[] {
	return [
		{ everyMs: ALERTS_EVERY_MS, step: () => mailAlerts(parts) },
		{ everyMs: DIGEST_EVERY_MS, step: () => mailDigests(parts) },
		{ everyMs: SEND_EVERY_MS, step: () => sendDueMails(parts) },
	];
}
