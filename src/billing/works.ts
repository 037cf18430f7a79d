import type { Database } from "../platform/db/database.ts";
import { type Maintenance, pausedInMaintenance } from "../platform/maintenance.ts";
import type { SettingsOf } from "../platform/settings.ts";
import { regularWork } from "../platform/tasks/work.ts";
import type { Clock } from "../platform/time/clock.ts";
import { HOUR_MS } from "../platform/time/durations.ts";
import { alertWork } from "./balances/alerts.ts";
import { followerWork } from "./ledger/follower.ts";
import { ledgerDaysSum } from "./ledger/ledger-days.ts";
import { followed } from "./ledger/ledger-sum.ts";
import { spendingSum } from "./pages/spending/count-spending.ts";
import { type retentionSettings, trimSteps } from "./retention.ts";
import { dayFollower } from "./usage/add-up-days.ts";

interface BillingWorkParts {
	readonly db: Database;
	readonly clock: Clock;
	readonly maintenance: Maintenance;
	readonly config: { readonly retention: SettingsOf<typeof retentionSettings> };
}

export function billingWorks({ db, clock, maintenance, config }: BillingWorkParts) {
	const followers = [
		followed(db, ledgerDaysSum, clock),
		followed(db, spendingSum, clock),
		dayFollower(db, clock),
	];
	const sums = [alertWork(db, clock), followerWork(db, followers)];
	return [
		regularWork("charges could not be added up", pausedInMaintenance(sums, maintenance)),
		regularWork("expired rows could not be deleted", [
			{ everyMs: 6 * HOUR_MS, step: trimSteps(db, config.retention, clock) },
		]),
	];
}
