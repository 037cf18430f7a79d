import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { RouteAnswer, RouteBody } from "../../../src/portal/contract/routes.ts";
import { call } from "./call.ts";
import { keyName } from "./keys.ts";

export type CheckedBarcode = RouteAnswer<"POST /keys/{client_id}/list-check">["results"][number];
export type ProductList = RouteAnswer<"GET /lists/{list_id}">;
export type ListSummary = RouteAnswer<"GET /lists">["data"][number];
export type BoughtProduct = RouteAnswer<"GET /keys/{client_id}/bought">["data"][number];
type NewList = RouteBody<"POST /lists">;
type CheckRequest = RouteBody<"POST /keys/{client_id}/list-check">;

const LISTS = ["lists"];
/** Barcodes checked per request. */
const AT_ONCE = 500;

/** Checks the barcodes of a list, chunk by chunk. @param wanted the data that the check asks about. */
export function useListCheck(
	clientId: string,
	barcodes: readonly string[],
	wanted: Pick<CheckRequest, "include" | "variants">,
) {
	return useQuery({
		queryKey: keyName(clientId, "list-check", barcodes, wanted),
		async queryFn({ signal }) {
			const results: CheckedBarcode[] = [];
			for (let from = 0; from < barcodes.length; from += AT_ONCE) {
				const body = { barcodes: barcodes.slice(from, from + AT_ONCE), ...wanted };
				const path = { client_id: clientId };
				const answer = await call("POST /keys/{client_id}/list-check", { path, body }, signal);
				results.push(...answer.results);
			}
			return results;
		},
		staleTime: 30_000,
	});
}

export function useLists() {
	return useQuery({ queryKey: LISTS, queryFn: ({ signal }) => call("GET /lists", {}, signal) });
}

export function useList(listId: string) {
	return useQuery({
		queryKey: [...LISTS, listId],
		queryFn: ({ signal }) => call("GET /lists/{list_id}", { path: { list_id: listId } }, signal),
	});
}

export function useSaveList() {
	return useListChange((body: NewList) => call("POST /lists", { body }));
}

export function useChangeList(listId: string) {
	return useListChange((body: NewList) => call("PUT /lists/{list_id}", { path: { list_id: listId }, body }));
}

export function useForgetList() {
	return useListChange((listId: string) => call("DELETE /lists/{list_id}", { path: { list_id: listId } }));
}

function useListChange<Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) {
	const client = useQueryClient();
	return useMutation({ mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: LISTS }) });
}

/** Everything that a key ever bought, most recent purchase first; further entries are appended. */
export function useBought(clientId: string, search: string) {
	return useInfiniteQuery({
		queryKey: keyName(clientId, "bought", search),
		queryFn: ({ pageParam, signal }) =>
			call(
				"GET /keys/{client_id}/bought",
				{
					path: { client_id: clientId },
					query: {
						...(search === "" ? {} : { search }),
						...(pageParam === null ? {} : { cursor: pageParam }),
					},
				},
				signal,
			),
		initialPageParam: null as string | null,
		getNextPageParam: ({ next_cursor }) => next_cursor,
	});
}
