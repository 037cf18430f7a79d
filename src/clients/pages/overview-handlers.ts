import { creditsForJson } from "../../api/credits.ts";
import { balancePaces } from "../../billing/balances/pace.ts";
import { waitingTopUps } from "../../billing/pages/top-ups/read.ts";
import { readRefusals } from "../../billing/usage/calls.ts";
import { readDailyTotals } from "../../billing/usage/usage.ts";
import { handlers } from "../../pages/call.ts";
import type { Database } from "../../platform/db/database.ts";
import { isoTime } from "../../platform/time/clock.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { isActive } from "../policy/client.ts";
import { ownedClients } from "../policy/owned.ts";
import { callRoutes } from "./calls-contract.ts";

const DAYS = 30;

/** Handlers for the totals of all keys of an account. */
export function overviewHandlers({ db }: { readonly db: Database }) {
	return handlers(callRoutes)({
		async "GET /overview"({ person, nowMs }) {
			const clients = await ownedClients(db.read, person.shop.account_id);
			const clientIds = clients.map(({ clientId }) => clientId);
			const active = clients.filter((client) => isActive(client, nowMs));
			const startMs = nowMs - (nowMs % DAY_MS) - (DAYS - 1) * DAY_MS;
			const [series, refusals, balances, waiting] = await Promise.all([
				spendByDay(db, clientIds, startMs),
				readRefusals(db, clientIds, startMs),
				balancePaces(
					db,
					active.map(({ clientId }) => clientId),
					nowMs,
				),
				waitingTopUps(db, clientIds),
			]);
			const names = new Map(clients.map(({ clientId, name }) => [clientId, name]));
			return {
				credit_balance: creditsForJson(sum(balances, ({ units }) => units)),
				balances: balances.map(({ balanceId, units, unitsPerDay }) => ({
					balance_id: balanceId,
					credit_balance: creditsForJson(units),
					credits_per_day: unitsPerDay === null ? null : creditsForJson(Math.round(unitsPerDay)),
				})),
				series: series.map(({ units, ...day }) => ({ ...day, credits_spent: creditsForJson(units) })),
				totals: {
					requests: sum(series, ({ requests }) => requests),
					credits_spent: creditsForJson(sum(series, ({ units }) => units)),
					refused: sum(refusals, ({ requests }) => requests),
				},
				refusals,
				waiting_top_ups: waiting.map((topUp) => ({
					top_up_id: topUp.top_up_id,
					client_id: topUp.client_id,
					client_name: names.get(topUp.client_id) ?? topUp.client_id,
					credits: creditsForJson(topUp.units),
					requested_at: isoTime(topUp.requested_at),
				})),
			};
		},
	});
}

async function spendByDay(db: Database, clientIds: readonly string[], startMs: number) {
	const span = { startMs, endMs: startMs + DAYS * DAY_MS };
	const totals = new Map((await readDailyTotals(db, clientIds, span)).map((day) => [day.dayMs, day]));
	return Array.from({ length: DAYS }, (_, place) => {
		const dayMs = startMs + place * DAY_MS;
		const { requests, units } = totals.get(dayMs) ?? { requests: 0, units: 0 };
		return { period: isoTime(dayMs).slice(0, 10), requests, units };
	});
}

function sum<T>(items: readonly T[], amount: (item: T) => number): number {
	return items.reduce((total, item) => total + amount(item), 0);
}
