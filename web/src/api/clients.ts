import {
	keepPreviousData,
	useInfiniteQuery,
	useMutation,
	useQuery,
	useQueryClient,
} from "@tanstack/react-query";
import type { RouteAnswer, RouteBody, RouteQuery } from "../../../src/portal/contract/routes.ts";
import { call } from "./call.ts";

export type ListedClient = RouteAnswer<"GET /admin/clients">["data"][number];
export type AnyClient = RouteAnswer<"GET /admin/clients/{client_id}">;
export type ClientChange = RouteBody<"PATCH /admin/clients/{client_id}">;
export type ClientFilter = Omit<RouteQuery<"GET /admin/clients">, "after" | "limit">;
export type PreviewQuery = RouteQuery<"GET /admin/clients/{client_id}/preview">;
export type Preview = RouteAnswer<"GET /admin/clients/{client_id}/preview">;

const PER_PAGE = 50;
const CLIENTS = ["admin", "clients"];

const pathOf = (clientId: string) => ({ path: { client_id: clientId } });

/** Clients, newest first; further ones are appended. */
export function useClients(filter: ClientFilter) {
	return useInfiniteQuery({
		queryKey: [...CLIENTS, filter],
		queryFn: ({ pageParam, signal }) =>
			call(
				"GET /admin/clients",
				{ query: { ...filter, limit: PER_PAGE, ...(pageParam === null ? {} : { after: pageParam }) } },
				signal,
			),
		initialPageParam: null as string | null,
		getNextPageParam: ({ next }) => next,
		placeholderData: keepPreviousData,
	});
}

export function useClient(clientId: string) {
	return useQuery({
		queryKey: [...CLIENTS, clientId],
		queryFn: ({ signal }) => call("GET /admin/clients/{client_id}", pathOf(clientId), signal),
	});
}

/** What was done to a client, newest first. */
export function useClientHistory(clientId: string) {
	return useInfiniteQuery({
		queryKey: [...CLIENTS, clientId, "history"],
		queryFn: ({ pageParam, signal }) =>
			call(
				"GET /admin/clients/{client_id}/history",
				{
					...pathOf(clientId),
					query: { limit: PER_PAGE, ...(pageParam === null ? {} : { after: pageParam }) },
				},
				signal,
			),
		initialPageParam: null as string | null,
		getNextPageParam: ({ next }) => next,
		placeholderData: keepPreviousData,
	});
}

export function useClientLedger(clientId: string, page: number) {
	return useQuery({
		queryKey: [...CLIENTS, clientId, "ledger", page],
		queryFn: ({ signal }) =>
			call(
				"GET /admin/clients/{client_id}/ledger",
				{ ...pathOf(clientId), query: { page, per_page: 25 } },
				signal,
			),
		placeholderData: keepPreviousData,
	});
}

/** What the client would get for a product; fetched once there is a barcode. */
export function usePreview(clientId: string, query: PreviewQuery | undefined) {
	return useQuery({
		queryKey: [...CLIENTS, clientId, "preview", query],
		queryFn: ({ signal }) =>
			call(
				"GET /admin/clients/{client_id}/preview",
				{ ...pathOf(clientId), query: query ?? { barcode: "" } },
				signal,
			),
		enabled: query !== undefined,
	});
}

export function useCreateClient() {
	return useClientMutation((body: RouteBody<"POST /admin/clients">) => call("POST /admin/clients", { body }));
}

export function useChangeClient(clientId: string) {
	return useClientMutation((body: ClientChange) =>
		call("PATCH /admin/clients/{client_id}", { ...pathOf(clientId), body }),
	);
}

type NamedClient = Pick<AnyClient, "client_id" | "client_name">;

export function useRotateClient({ client_id, client_name: confirm }: NamedClient) {
	return useClientMutation(() =>
		call("POST /admin/clients/{client_id}/rotate", { ...pathOf(client_id), body: { confirm } }),
	);
}

export function useRevokeClient({ client_id, client_name: confirm }: NamedClient) {
	return useClientMutation(() =>
		call("POST /admin/clients/{client_id}/revoke", { ...pathOf(client_id), body: { confirm } }),
	);
}

export type CreditsAdded = RouteAnswer<"POST /admin/clients/{client_id}/credits">;

export function useAddCredits(clientId: string) {
	return useClientMutation((body: RouteBody<"POST /admin/clients/{client_id}/credits">) =>
		call("POST /admin/clients/{client_id}/credits", { ...pathOf(clientId), body }),
	);
}

/** After a change everything on the administration pages is refetched. */
function useClientMutation<Answer, Input = void>(mutationFn: (input: Input) => Promise<Answer>) {
	const client = useQueryClient();
	return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: ["admin"] }) });
}
