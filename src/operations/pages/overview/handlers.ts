import { creditsForJson } from "../../../api/credits.ts";
import { type Latency, latencyOf } from "../../../api/latency.ts";
import type { RequestCounts } from "../../../api/request-counts.ts";
import { createDayHistory } from "../../../billing/usage/day-history.ts";
import { countClientsInUse, type DayTotals } from "../../../billing/usage/day-totals.ts";
import { handlers } from "../../../pages/call.ts";
import type { Database } from "../../../platform/db/database.ts";
import type { ErrorCatalogue } from "../../../platform/http/http-error.ts";
import { isoTime } from "../../../platform/time/clock.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { type BackupState, type BackupTask, readBackupState } from "../../backup/schedule.ts";
import { adminOverviewRoutes } from "./contract.ts";

export interface OverviewParts {
	readonly db: Database;
	readonly errors: ErrorCatalogue;
	/** `undefined` if responses are not counted. */
	readonly requestCounts?: RequestCounts | undefined;
}

/** How the service is doing today, and how it did on the days before. */
export function adminOverviewHandlers({ db, errors, requestCounts }: OverviewParts) {
	const sumsOf = sumsBy(errors);
	const history = createDayHistory(db);
	return handlers(adminOverviewRoutes)({
		async "GET /admin/overview"({ nowMs }) {
			const [{ days, isComplete }, keysInUse, backups] = await Promise.all([
				history(nowMs),
				countClientsInUse(db, nowMs - (nowMs % DAY_MS)),
				readBackupState(db.read),
			]);
			const series = days.map(({ dayMs, totals }) => ({
				period: isoTime(dayMs).slice(0, 10),
				...sumsOf(totals),
			}));
			const today = days.at(-1)?.totals ?? NOTHING;
			return {
				day: isoTime(nowMs).slice(0, 10),
				...sumsOf(today),
				keys_in_use: keysInUse,
				refusals: [...today.refusals],
				series,
				is_complete: isComplete,
				latency: requestCounts ? latencyForJson(latencyOf(requestCounts)) : null,
				backups: { backup: attemptForJson(backups, "backup"), drill: attemptForJson(backups, "drill") },
			};
		},
	});
}

function attemptForJson({ last, goodMs }: BackupState, task: BackupTask) {
	const attempt = last[task];
	if (!attempt) return null;
	const { beganMs, failure, made } = attempt;
	const good = goodMs[task];
	return {
		began_at: isoTime(beganMs),
		failure,
		made,
		last_success_at: good === undefined ? null : isoTime(good),
	};
}

const NOTHING: DayTotals = { requests: 0, units: 0, refusals: [] };

function sumsBy(errors: ErrorCatalogue) {
	/** 400 for a code that this version does not know. */
	const statusOf = (error: string) => (Object.hasOwn(errors, error) && errors[error]?.status) || 400;
	return ({ requests, units, refusals }: DayTotals) => {
		const refusedWhere = (is: (status: number) => boolean) =>
			refusals.reduce((sum, refusal) => sum + (is(statusOf(refusal.error)) ? refusal.requests : 0), 0);
		return {
			requests,
			credits_spent: creditsForJson(units),
			refused: refusedWhere(() => true),
			rate_limited: refusedWhere((status) => status === 429),
			faults: refusedWhere((status) => status >= 500),
		};
	};
}

function latencyForJson({ sinceMs, requests, medianMs, p95Ms, p99Ms }: Latency) {
	return { since: isoTime(sinceMs), requests, median_ms: medianMs, p95_ms: p95Ms, p99_ms: p99Ms };
}
