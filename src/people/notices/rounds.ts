import { sendDueMails } from "../../platform/mail/sender.ts";
import type { RegularWork } from "../../platform/retention.ts";
import { mailAlerts } from "./alert-notices.ts";
import { mailDigests } from "./digests.ts";
import type { NoticeParts } from "./notice-parts.ts";

const ALERTS_EVERY_MS = 5000;
const DIGEST_EVERY_MS = 60_000;
const SEND_EVERY_MS = 3000;

/** The periodic work of mail: writing mails about low balances and caps, and digests, into the outbox, and sending it. Every process does this. */
export function noticeWork(partsNow: () => NoticeParts | undefined): RegularWork[] {
	return [
		{ everyMs: ALERTS_EVERY_MS, step: whileMailed(partsNow, mailAlerts) },
		{ everyMs: DIGEST_EVERY_MS, step: whileMailed(partsNow, mailDigests) },
		{ everyMs: SEND_EVERY_MS, step: whileMailed(partsNow, sendDueMails) },
	];
}

/** A step that does nothing while mail cannot be sent. */
export function whileMailed(
	partsNow: () => NoticeParts | undefined,
	step: (parts: NoticeParts) => Promise<boolean>,
): () => Promise<boolean> {
	return async () => {
		const parts = partsNow();
		return parts ? step(parts) : false;
	};
}
