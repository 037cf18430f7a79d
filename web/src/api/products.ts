import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { RouteAnswer, RouteQuery } from "../../../src/portal/contract/routes.ts";
import { call } from "./call.ts";
import { keyName } from "./keys.ts";

export type ProductCard = RouteAnswer<"GET /keys/{client_id}/products">["data"][number];
export type FoundProduct = RouteAnswer<"GET /keys/{client_id}/products/{barcode}">;
export type ProductFilters = RouteAnswer<"GET /keys/{client_id}/product-filters">;
export type ProductSearch = Omit<RouteQuery<"GET /keys/{client_id}/products">, "cursor" | "per_page">;

const PER_PAGE = 36;

/** Products visible to a key, page by page. Earlier results are kept until there are newer ones. */
export function useProductSearch(clientId: string, search: ProductSearch) {
	return useInfiniteQuery({
		queryKey: keyName(clientId, "products", search),
		queryFn: ({ pageParam, signal }) =>
			call(
				"GET /keys/{client_id}/products",
				{
					path: { client_id: clientId },
					query: { ...search, per_page: PER_PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) },
				},
				signal,
			),
		initialPageParam: null as string | null,
		getNextPageParam: ({ next_cursor }) => next_cursor,
		placeholderData: keepPreviousData,
	});
}

/** What products can be filtered by. */
export function useProductFilters(clientId: string) {
	return useQuery({
		queryKey: keyName(clientId, "product-filters"),
		queryFn: ({ signal }) =>
			call("GET /keys/{client_id}/product-filters", { path: { client_id: clientId } }, signal),
	});
}

/** What data a product has, what it costs and what the key has already bought of it. */
export function useFoundProduct(clientId: string, barcode: string) {
	return useQuery({
		queryKey: keyName(clientId, "product", barcode),
		queryFn: ({ signal }) =>
			call("GET /keys/{client_id}/products/{barcode}", { path: { client_id: clientId, barcode } }, signal),
		retry: false,
	});
}
