import { creditsForJson } from "../../api/credits.ts";
import { readBalance } from "../../billing/balance.ts";
import { readRefusals } from "../../billing/calls.ts";
import { readDailyUsage, type UsageRow } from "../../billing/usage.ts";
import { type Client, isActive } from "../../clients/client.ts";
import { ownedClients } from "../../clients/owned.ts";
import { isoTime } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import { DAY_MS } from "../../platform/http/fixed-window.ts";
import type { Handlers } from "../http/call.ts";
import { waitingTopUps } from "../top-ups/read.ts";

const DAYS = 30;

/** What all keys of an account came to. */
export function overviewHandlers({ db }: { readonly db: Database }): Handlers<"GET /overview"> {
	return {
		async "GET /overview"({ person, nowMs }) {
			const clients = await ownedClients(db.read, person.account.account_id);
			const startMs = nowMs - (nowMs % DAY_MS) - (DAYS - 1) * DAY_MS;
			const [series, refusals, balanceUnits, waiting] = await Promise.all([
				spendByDay(db, clients, startMs),
				refusalsOf(db, clients, startMs),
				balanceOf(db, clients, nowMs),
				waitingTopUps(
					db,
					clients.map(({ clientId }) => clientId),
				),
			]);
			const names = new Map(clients.map(({ clientId, name }) => [clientId, name]));
			return {
				credit_balance: creditsForJson(balanceUnits),
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
	};
}

async function spendByDay(db: Database, clients: readonly Client[], startMs: number) {
	const used = await Promise.all(
		clients.map(({ clientId }) => readDailyUsage(db, clientId, startMs, startMs + DAYS * DAY_MS)),
	);
	const requests = used.flat().filter(({ action }) => action === "");
	return Array.from({ length: DAYS }, (_, place) => dayOf(requests, startMs + place * DAY_MS));
}

function dayOf(rows: readonly UsageRow[], dayMs: number) {
	const of = rows.filter(({ hour }) => hour >= dayMs && hour < dayMs + DAY_MS);
	return {
		period: isoTime(dayMs).slice(0, 10),
		requests: sum(of, ({ requests }) => requests),
		units: sum(of, ({ units }) => units),
	};
}

async function refusalsOf(db: Database, clients: readonly Client[], startMs: number) {
	const each = await Promise.all(clients.map(({ clientId }) => readRefusals(db, clientId, startMs)));
	const sums = new Map<string, number>();
	for (const { error, requests } of each.flat()) sums.set(error, (sums.get(error) ?? 0) + requests);
	return [...sums]
		.map(([error, requests]) => ({ error, requests }))
		.sort((a, b) => b.requests - a.requests || a.error.localeCompare(b.error));
}

async function balanceOf(db: Database, clients: readonly Client[], nowMs: number): Promise<number> {
	const active = clients.filter((client) => isActive(client, nowMs));
	return sum(await Promise.all(active.map(({ clientId }) => readBalance(db, clientId))), (units) => units);
}

function sum<T>(items: readonly T[], amount: (item: T) => number): number {
	return items.reduce((total, item) => total + amount(item), 0);
}
