import { type Maintenance, pausedInMaintenance } from "../platform/maintenance.ts";
import { regularWork, type Work } from "../platform/tasks/work.ts";
import { type CatchUpParts, catchUpWork } from "./catch-up.ts";

export function paymentWorks(parts: CatchUpParts & { readonly maintenance: Maintenance }): Work[] {
	const works = pausedInMaintenance([catchUpWork(parts)], parts.maintenance);
	return [regularWork("Stripe's list of messages could not be read", works)];
}
