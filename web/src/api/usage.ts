import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { RouteAnswer, RouteQuery } from "../../../src/portal/contract/routes.ts";
import { call } from "./call.ts";
import { keyName } from "./keys.ts";

export type Usage = RouteAnswer<"GET /keys/{client_id}/usage">;
export type UsageQuery = RouteQuery<"GET /keys/{client_id}/usage">;

export type Spending = RouteAnswer<"GET /keys/{client_id}/spending">;
export type SpendingQuery = RouteQuery<"GET /keys/{client_id}/spending">;

export function useSpending(clientId: string, query: SpendingQuery) {
	return useQuery({
		queryKey: keyName(clientId, "spending", query),
		queryFn: ({ signal }) =>
			call("GET /keys/{client_id}/spending", { path: { client_id: clientId }, query }, signal),
		placeholderData: keepPreviousData,
	});
}

export function useUsage(clientId: string, query: UsageQuery) {
	return useQuery({
		queryKey: keyName(clientId, "usage", query),
		queryFn: ({ signal }) =>
			call("GET /keys/{client_id}/usage", { path: { client_id: clientId }, query }, signal),
		placeholderData: keepPreviousData,
	});
}
