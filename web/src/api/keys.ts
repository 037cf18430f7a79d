import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { RouteAnswer, RouteBody } from "../../../src/portal/contract/routes.ts";
import { call } from "./call.ts";

export type Key = RouteAnswer<"GET /keys/{client_id}">;
export type KeyWithSecret = RouteAnswer<"POST /keys">;

export const KEYS = ["keys"];

/** Cache key for everything fetched about one API key. */
export function keyName(clientId: string, ...rest: readonly unknown[]): readonly unknown[] {
	return [...KEYS, clientId, ...rest];
}

export function useKeys(isEnabled = true) {
	return useQuery({
		queryKey: KEYS,
		queryFn: ({ signal }) => call("GET /keys", {}, signal),
		enabled: isEnabled,
	});
}

export function useKey(clientId: string, refetchMs?: number) {
	return useQuery({
		queryKey: keyName(clientId),
		queryFn: ({ signal }) => call("GET /keys/{client_id}", { path: { client_id: clientId } }, signal),
		...(refetchMs ? { refetchInterval: refetchMs } : {}),
	});
}

export function useCreateKey() {
	return useKeyMutation((body: RouteBody<"POST /keys">) => call("POST /keys", { body }));
}

export function useChangeKey(clientId: string) {
	return useKeyMutation((body: RouteBody<"PATCH /keys/{client_id}">) =>
		call("PATCH /keys/{client_id}", { path: { client_id: clientId }, body }),
	);
}

export function useRotateKey(clientId: string) {
	return useKeyMutation(() => call("POST /keys/{client_id}/rotate", { path: { client_id: clientId } }));
}

export function useRevokeKey(clientId: string) {
	return useKeyMutation(() => call("POST /keys/{client_id}/revoke", { path: { client_id: clientId } }));
}

/** A mutation of keys, after which the list and the data of single keys are refetched. */
function useKeyMutation<Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) {
	const client = useQueryClient();
	return useMutation({ mutationFn, onSuccess: () => client.invalidateQueries({ queryKey: KEYS }) });
}
