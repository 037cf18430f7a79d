import { creditsForJson } from "../../api/credits.ts";
import { readDayTotals } from "../../billing/day-totals.ts";
import { isoTime } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import { DAY_MS } from "../../platform/http/fixed-window.ts";
import type { Handlers } from "../http/call.ts";
import { accountPage } from "./read.ts";

/** How the service fares today. */
export function adminOverviewHandlers({ db }: { readonly db: Database }): Handlers<"GET /admin/overview"> {
	return {
		async "GET /admin/overview"({ nowMs }) {
			const startMs = nowMs - (nowMs % DAY_MS);
			const [today, accounts] = await Promise.all([
				readDayTotals(db, startMs, startMs + DAY_MS),
				accountPage(db, {}, { page: 1, perPage: 1 }),
			]);
			return {
				day: isoTime(startMs).slice(0, 10),
				requests: today.requests,
				credits_spent: creditsForJson(today.units),
				keys_in_use: today.clients,
				refused: today.refusals.reduce((sum, { requests }) => sum + requests, 0),
				refusals: [...today.refusals],
				accounts: accounts.total,
			};
		},
	};
}
