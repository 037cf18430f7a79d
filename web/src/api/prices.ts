import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { RouteAnswer, RouteBody, RouteQuery } from "../../../src/portal/contract/routes.ts";
import { call } from "./call.ts";

export type Prices = RouteAnswer<"GET /admin/prices">;
export type PriceChange = Prices["upcoming"][number];
export type Impact = RouteAnswer<"GET /admin/prices/impact">;
export type ImpactQuery = RouteQuery<"GET /admin/prices/impact">;

/** Polling interval until earlier days are aggregated. */
const ADDING_UP_MS = 500;

const PRICES = ["admin", "prices"];

export function usePrices() {
	return useQuery({ queryKey: PRICES, queryFn: ({ signal }) => call("GET /admin/prices", {}, signal) });
}

/** What another price would have amounted to; fetched once there is one. */
export function useImpact(query: ImpactQuery | undefined) {
	return useQuery({
		queryKey: [...PRICES, "impact", query],
		queryFn: ({ signal }) =>
			call("GET /admin/prices/impact", { query: query ?? { action: "products.head", price: 0 } }, signal),
		enabled: query !== undefined,
		refetchInterval: ({ state }) => (state.data?.is_complete === false ? ADDING_UP_MS : false),
	});
}

export function useAnnouncePrice() {
	return usePriceMutation((body: RouteBody<"POST /admin/prices">) => call("POST /admin/prices", { body }));
}

export function useWithdrawPrice() {
	return usePriceMutation((body: RouteBody<"POST /admin/prices/withdraw">) =>
		call("POST /admin/prices/withdraw", { body }),
	);
}

function usePriceMutation<Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) {
	const client = useQueryClient();
	return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: ["admin"] }) });
}
