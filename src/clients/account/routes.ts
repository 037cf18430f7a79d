import type { FastifyRequest } from "fastify";
import type { ApiRoute } from "../../api/api-route.ts";
import { creditsForJson } from "../../api/credits.ts";
import { metaOf } from "../../api/meta.ts";
import { readCaps } from "../../billing/balances/caps.ts";
import type { Metering } from "../../billing/ledger/metering.ts";
import { readUsage, usageSince } from "../../billing/usage/usage.ts";
import type { Database } from "../../platform/db/database.ts";
import { startOf } from "../../platform/time/periods.ts";
import { callerOf } from "../auth/bearer.ts";
import { AccountAnswer, BalanceAnswer, UsageAnswer, UsageQuery } from "./schemas.ts";
import { type Granularity, usageRange } from "./usage-range.ts";
import { usageSeries } from "./usage-series.ts";

interface AccountParts {
	readonly db: Database;
	readonly metering: Metering;
}

/** `GET /balance` (SPEC 4.4). */
export const getBalance: ApiRoute<AccountParts> = {
	id: "getBalance",
	tag: "Account",
	summary: "Balance of the caller",
	access: "bearer",
	answer: BalanceAnswer,
	answerText: "The balance.",
	errors: [],
	handle: (parts) => (request) => balance(parts, request),
};

/** `GET /account` (SPEC 4.4). */
export const getAccount: ApiRoute<AccountParts> = {
	id: "getAccount",
	tag: "Account",
	summary: "Balance, usage and limits of the caller",
	access: "bearer",
	answer: AccountAnswer,
	answerText: "The account.",
	errors: [],
	handle: (parts) => (request) => account(parts, request),
};

/** `GET /usage` (SPEC 4.4). */
export const getUsage: ApiRoute<AccountParts> = {
	id: "getUsage",
	tag: "Account",
	summary: "Requests and credits over time",
	description: "Periods are in UTC, oldest first, without gaps; at most 1,000 of them.",
	access: "bearer",
	query: UsageQuery,
	answer: UsageAnswer,
	answerText: "A time series with totals.",
	errors: ["bad_request"],
	handle: (parts) => (request) => usage(parts, request),
};

async function balance({ metering }: AccountParts, request: FastifyRequest) {
	const { client } = callerOf(request);
	const { balanceId, balanceUnits } = await metering.showBalance(request);
	return {
		client_id: client.clientId,
		balance_id: balanceId,
		credit_balance: creditsForJson(balanceUnits),
		tier: client.tier,
		meta: metaOf(request),
	};
}

async function account({ db, metering }: AccountParts, request: FastifyRequest) {
	const { client } = callerOf(request);
	const starts = [startOf("day", request.arrivedAtMs), startOf("month", request.arrivedAtMs)] as const;
	const [{ balanceId, balanceUnits }, [today, month], caps] = await Promise.all([
		metering.showBalance(request),
		usageSince(db, client.clientId, ...starts),
		readCaps(db.read, client.clientId),
	]);
	const { minute, day } = request.responseMeta;
	return {
		client_id: client.clientId,
		client_name: client.name,
		tier: client.tier,
		balance_id: balanceId,
		credit_balance: creditsForJson(balanceUnits),
		spending_caps: {
			day: spendingCap(caps.dailyCapUnits, today.units),
			month: spendingCap(caps.monthlyCapUnits, month.units),
		},
		usage: {
			requests_today: today.requests,
			requests_this_month: month.requests,
			credits_spent_today: creditsForJson(today.units),
			credits_spent_this_month: creditsForJson(month.units),
		},
		rate_limits: {
			requests_per_minute: minute?.limit,
			requests_per_day: day?.limit,
			remaining_this_minute: minute?.remaining,
			remaining_today: day?.remaining,
		},
		meta: metaOf(request),
	};
}

function spendingCap(limitUnits: number | null, spentUnits: number) {
	return {
		limit: limitUnits === null ? null : creditsForJson(limitUnits),
		spent: creditsForJson(spentUnits),
	};
}

async function usage({ db, metering }: AccountParts, request: FastifyRequest) {
	const { client } = callerOf(request);
	const query = request.query as { from?: string; to?: string; granularity: Granularity };
	const range = usageRange(query, request.arrivedAtMs);
	const rows = await readUsage(db, client.clientId, range.startMs, range.endMs);
	await metering.showBalance(request);
	return {
		client_id: client.clientId,
		granularity: range.granularity,
		from: range.from,
		to: range.to,
		...usageSeries(rows, range),
		meta: metaOf(request),
	};
}
