import {
	keepPreviousData,
	useInfiniteQuery,
	useMutation,
	useQuery,
	useQueryClient,
} from "@tanstack/react-query";
import type { RouteAnswer, RouteBody } from "../../../src/portal/contract/routes.ts";
import { call } from "./call.ts";
import { KEYS, keyName } from "./keys.ts";
import { portalUrl } from "./request-line.ts";

export type Quote = RouteAnswer<"POST /keys/{client_id}/orders/quote">;
export type QuoteRequest = RouteBody<"POST /keys/{client_id}/orders/quote">;
export type OrderItem = QuoteRequest["items"][number];
export type NewOrder = RouteBody<"POST /keys/{client_id}/orders">;
export type Order = RouteAnswer<"GET /keys/{client_id}/orders/{order_id}">;
export type OrderLine = Order["lines"][number];
export type OrderSummary = RouteAnswer<"GET /keys/{client_id}/orders">["data"][number];
export type Scope = NonNullable<OrderItem["include"]>[number];
export type Variant = NonNullable<OrderItem["variants"]>[number];
export type MetadataFormat = "csv" | "xlsx" | "ndjson";
export type PictureNames = "barcode" | "gs1";

const PER_PAGE = 25;

/** What an order would cost; while a new quote is being fetched, the previous one is kept. */
export function useQuote(clientId: string, request: QuoteRequest) {
	return useQuery({
		queryKey: keyName(clientId, "quote", request),
		queryFn: ({ signal }) =>
			call("POST /keys/{client_id}/orders/quote", { path: { client_id: clientId }, body: request }, signal),
		enabled: request.items.length > 0,
		placeholderData: keepPreviousData,
		staleTime: 20_000,
	});
}

export function usePlaceOrder(clientId: string) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (body: NewOrder) =>
			call("POST /keys/{client_id}/orders", { path: { client_id: clientId }, body }),
		// The balance has changed, and a price that was refused is no longer current.
		onSettled: () => client.invalidateQueries({ queryKey: KEYS }),
	});
}

/** Unexpired orders of a key, newest first; further ones are appended. */
export function useOrders(clientId: string) {
	return useInfiniteQuery({
		queryKey: keyName(clientId, "orders"),
		queryFn: ({ pageParam, signal }) =>
			call(
				"GET /keys/{client_id}/orders",
				{
					path: { client_id: clientId },
					query: { per_page: PER_PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) },
				},
				signal,
			),
		initialPageParam: null as string | null,
		getNextPageParam: ({ next_cursor }) => next_cursor,
	});
}

export function useOrder(clientId: string, orderId: string) {
	const path = { client_id: clientId, order_id: orderId };
	return useQuery({
		queryKey: keyName(clientId, "orders", orderId),
		queryFn: ({ signal }) => call("GET /keys/{client_id}/orders/{order_id}", { path }, signal),
	});
}

export function useArchiveUrl(clientId: string, orderId: string) {
	const path = { client_id: clientId, order_id: orderId };
	return useMutation({
		mutationFn: (names: PictureNames) =>
			call("POST /keys/{client_id}/orders/{order_id}/archive", { path, body: { names } }),
	});
}

export function usePictureUrl(clientId: string, orderId: string) {
	const path = { client_id: clientId, order_id: orderId };
	return useMutation({
		mutationFn: (picture: { readonly barcode: string; readonly variant: Variant }) =>
			call("POST /keys/{client_id}/orders/{order_id}/picture", { path, body: picture }),
	});
}

/** The URL for downloading the metadata of an order. */
export function metadataUrl(clientId: string, orderId: string, format: MetadataFormat): string {
	const path = { client_id: clientId, order_id: orderId };
	return portalUrl("/keys/{client_id}/orders/{order_id}/metadata", path, { format });
}
