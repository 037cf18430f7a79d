import type { NoticeParts } from "../people/notices/notice-parts.ts";
import { whileMailed } from "../people/notices/rounds.ts";
import { type Maintenance, pausedInMaintenance } from "../platform/maintenance.ts";
import { regularWork, type Work } from "../platform/tasks/work.ts";
import { MAILS_EVERY_MS, mailAutomatic } from "./automatic-mail.ts";
import { automaticWork } from "./automatic-work.ts";
import { type CatchUpParts, catchUpWork } from "./catch-up.ts";

interface PaymentWorkParts extends CatchUpParts {
	readonly maintenance: Maintenance;
	/** `undefined` while automatic mail cannot be sent. */
	readonly notices: () => NoticeParts | undefined;
}

export function paymentWorks(parts: PaymentWorkParts): Work[] {
	const { maintenance, notices } = parts;
	const mails = { everyMs: MAILS_EVERY_MS, step: whileMailed(notices, mailAutomatic) };
	return [
		regularWork(
			"Stripe's list of messages could not be read",
			pausedInMaintenance([catchUpWork(parts)], maintenance),
		),
		regularWork("automatic top-up failed", pausedInMaintenance([automaticWork(parts)], maintenance)),
		regularWork("mail about payments could not be written", pausedInMaintenance([mails], maintenance)),
	];
}
