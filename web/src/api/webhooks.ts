import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { RouteAnswer, RouteBody } from "../../../src/portal/contract/routes.ts";
import { call } from "./call.ts";
import { keyName } from "./keys.ts";

export type KeyWebhook = RouteAnswer<"GET /keys/{client_id}/webhook">;
export type Webhook = NonNullable<KeyWebhook["webhook"]>;
export type WebhookAttempt = KeyWebhook["attempts"][number];
export type FailureReason = NonNullable<Webhook["last_failure"]>["reason"];

/** Polling interval while something is pending. */
const REFETCH_MS = 2000;

export function useWebhook(clientId: string) {
	return useQuery({
		queryKey: keyName(clientId, "webhook"),
		queryFn: ({ signal }) => call("GET /keys/{client_id}/webhook", { path: { client_id: clientId } }, signal),
		refetchInterval: ({ state }) => (state.data?.webhook?.test_waiting ? REFETCH_MS : false),
	});
}

export function useSetWebhook(clientId: string) {
	return useWebhookMutation(clientId, (body: RouteBody<"PUT /keys/{client_id}/webhook">) =>
		call("PUT /keys/{client_id}/webhook", { path: { client_id: clientId }, body }),
	);
}

export function useRemoveWebhook(clientId: string) {
	return useWebhookMutation(clientId, () =>
		call("DELETE /keys/{client_id}/webhook", { path: { client_id: clientId } }),
	);
}

export function useTestWebhook(clientId: string) {
	return useWebhookMutation(clientId, () =>
		call("POST /keys/{client_id}/webhook/test", { path: { client_id: clientId } }),
	);
}

/** A mutation of a key's webhook, after which the key is refetched, since its page shows the webhook too. */
function useWebhookMutation<Input, Answer>(clientId: string, mutationFn: (input: Input) => Promise<Answer>) {
	const client = useQueryClient();
	return useMutation({
		mutationFn,
		onSettled: () => client.invalidateQueries({ queryKey: keyName(clientId) }),
	});
}
