import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { RouteAnswer, RouteQuery } from "../../../src/portal/contract/routes.ts";
import { call } from "./call.ts";
import { keyName } from "./keys.ts";

export type Call = RouteAnswer<"GET /keys/{client_id}/calls">["data"][number];
export type CallFilter = Omit<RouteQuery<"GET /keys/{client_id}/calls">, "after" | "limit">;

const PER_PAGE = 50;

/** The calls of a key, newest first; further ones are appended. */
export function useCalls(clientId: string, filter: CallFilter) {
	return useInfiniteQuery({
		queryKey: keyName(clientId, "calls", filter),
		queryFn: ({ pageParam, signal }) =>
			call(
				"GET /keys/{client_id}/calls",
				{
					path: { client_id: clientId },
					query: { ...filter, limit: PER_PAGE, ...(pageParam === null ? {} : { after: pageParam }) },
				},
				signal,
			),
		initialPageParam: null as string | null,
		getNextPageParam: ({ next }) => next,
		placeholderData: keepPreviousData,
	});
}

/** The newest calls of a key. */
export function useRecentCalls(clientId: string, limit: number) {
	return useQuery({
		queryKey: keyName(clientId, "recent-calls", limit),
		queryFn: ({ signal }) =>
			call("GET /keys/{client_id}/calls", { path: { client_id: clientId }, query: { limit } }, signal),
	});
}

/** How often each cause led to the refusal of one of the key's calls in the last `days`. */
export function useRefusals(clientId: string, days: number) {
	return useQuery({
		queryKey: keyName(clientId, "refusals", days),
		queryFn: ({ signal }) =>
			call("GET /keys/{client_id}/refusals", { path: { client_id: clientId }, query: { days } }, signal),
	});
}
