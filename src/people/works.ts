import { type Maintenance, pausedInMaintenance } from "../platform/maintenance.ts";
import { regularWork } from "../platform/tasks/work.ts";
import type { NoticeParts } from "./notices/notice-parts.ts";
import { noticeWork } from "./notices/rounds.ts";

interface PeopleWorkParts {
	readonly maintenance: Maintenance;
	/** `undefined` while automatic mail cannot be sent. */
	readonly notices: () => NoticeParts | undefined;
}

export function peopleWorks({ maintenance, notices }: PeopleWorkParts) {
	return [regularWork("mail could not be sent", pausedInMaintenance(noticeWork(notices), maintenance))];
}
