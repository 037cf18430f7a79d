import { lookForWork } from "../platform/tasks/look-for-work.ts";
import type { Work } from "../platform/tasks/work.ts";
import { type PerformParts, performNextAct } from "./perform.ts";

export function alertWorks({ db, clock }: PerformParts): Work[] {
	const parts = { db, clock };
	return [
		{
			failed: "a kosher alert could not be carried out; it is tried again",
			begin: (onFault) => lookForWork(parts, (signal) => performNextAct(parts, signal), onFault),
		},
	];
}
