import type { FastifyInstance, FastifyRequest } from "fastify";
import { callerOf } from "../auth/bearer.ts";
import type { Metering } from "../billing/metering.ts";
import { readUsage, usageSince } from "../billing/usage.ts";
import type { Database } from "../platform/db/database.ts";
import { metaOf } from "../platform/http/meta.ts";
import { creditsForJson } from "../platform/money.ts";
import { AccountAnswer, BalanceAnswer, UsageAnswer, UsageQuery } from "./schemas.ts";
import { type Granularity, startOf, usageRange } from "./usage-range.ts";
import { usageSeries } from "./usage-series.ts";

interface AccountParts {
	readonly db: Database;
	readonly metering: Metering;
}

/** `GET /balance`, `/account` and `/usage` (4.4): free, and about the caller alone. */
export function accountRoutes(parts: AccountParts) {
	return async (app: FastifyInstance): Promise<void> => {
		app.get("/balance", { schema: { response: { 200: BalanceAnswer } } }, (request) =>
			balance(parts, request),
		);
		app.get("/account", { schema: { response: { 200: AccountAnswer } } }, (request) =>
			account(parts, request),
		);
		app.get("/usage", { schema: { querystring: UsageQuery, response: { 200: UsageAnswer } } }, (request) =>
			usage(parts, request),
		);
	};
}

async function balance({ metering }: AccountParts, request: FastifyRequest) {
	const { client } = callerOf(request);
	const balanceUnits = await metering.showBalance(request);
	return {
		client_id: client.clientId,
		credit_balance: creditsForJson(balanceUnits),
		tier: client.tier,
		meta: metaOf(request),
	};
}

async function account({ db, metering }: AccountParts, request: FastifyRequest) {
	const { client } = callerOf(request);
	const [balanceUnits, today, month] = await Promise.all([
		metering.showBalance(request),
		usageSince(db, client.clientId, startOf("day", request.arrivedAtMs)),
		usageSince(db, client.clientId, startOf("month", request.arrivedAtMs)),
	]);
	const { minute, day } = request.tally;
	return {
		client_id: client.clientId,
		client_name: client.name,
		tier: client.tier,
		credit_balance: creditsForJson(balanceUnits),
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
