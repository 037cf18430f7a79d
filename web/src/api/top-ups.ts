import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { RouteAnswer, RouteBody } from "../../../src/portal/contract/routes.ts";
import { call } from "./call.ts";
import { keyName } from "./keys.ts";

export type TopUp = RouteAnswer<"GET /keys/{client_id}/top-ups">["data"][number];

export function useTopUps(clientId: string) {
	return useQuery({
		queryKey: keyName(clientId, "top-ups"),
		queryFn: ({ signal }) => call("GET /keys/{client_id}/top-ups", { path: { client_id: clientId } }, signal),
	});
}

export function useAskForCredits(clientId: string) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (body: RouteBody<"POST /keys/{client_id}/top-ups">) =>
			call("POST /keys/{client_id}/top-ups", { path: { client_id: clientId }, body }),
		// Also if there was no response: the list then shows whether the request was made.
		onSettled: () => client.invalidateQueries({ queryKey: keyName(clientId) }),
	});
}

export function useWithdrawTopUp(clientId: string) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (topUpId: string) =>
			call("DELETE /keys/{client_id}/top-ups/{top_up_id}", {
				path: { client_id: clientId, top_up_id: topUpId },
			}),
		// Also if it was decided meanwhile: the list then shows how.
		onSettled: () => client.invalidateQueries({ queryKey: keyName(clientId) }),
	});
}
