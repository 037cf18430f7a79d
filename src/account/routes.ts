import type { FastifyInstance } from "fastify";
import { callerOf } from "../auth/bearer.ts";
import type { Metering } from "../billing/metering.ts";
import { metaOf } from "../platform/http/meta.ts";
import { creditsForJson } from "../platform/money.ts";
import { BalanceAnswer } from "./schemas.ts";

/** `GET /balance` (2.10). */
export function accountRoutes({ metering }: { readonly metering: Metering }) {
	return async (app: FastifyInstance): Promise<void> => {
		app.get("/balance", { schema: { response: { 200: BalanceAnswer } } }, async (request) => {
			const { client } = callerOf(request);
			const balanceUnits = await metering.showBalance(request);
			return {
				client_id: client.clientId,
				credit_balance: creditsForJson(balanceUnits),
				tier: client.tier,
				meta: metaOf(request),
			};
		});
	};
}
