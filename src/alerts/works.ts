import type { NoticeParts } from "../people/notices/notice-parts.ts";
import { whileMailed } from "../people/notices/rounds.ts";
import { type Maintenance, pausedInMaintenance } from "../platform/maintenance.ts";
import { lookForWork } from "../platform/tasks/look-for-work.ts";
import { regularWork, type Work } from "../platform/tasks/work.ts";
import { mailHolders } from "./mail.ts";
import { type PerformParts, performNextAct } from "./perform.ts";

interface AlertWorkParts extends PerformParts {
	readonly maintenance: Maintenance;
	/** `undefined` while automatic mail cannot be sent. */
	readonly notices: () => NoticeParts | undefined;
}

export function alertWorks({ db, clock, maintenance, notices }: AlertWorkParts): Work[] {
	const parts = { db, clock };
	const mail = [{ everyMs: 10_000, step: whileMailed(notices, mailHolders) }];
	return [
		{
			failed: "a kosher alert could not be carried out; it is tried again",
			begin: (onFault) => lookForWork(parts, (signal) => performNextAct(parts, signal), onFault),
		},
		regularWork("mail about kosher alerts could not be written", pausedInMaintenance(mail, maintenance)),
	];
}
