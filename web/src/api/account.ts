import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { RouteAnswer, RouteBody } from "../../../src/portal/contract/routes.ts";
import { call } from "./call.ts";

export type Session = RouteAnswer<"GET /sessions">["data"][number];

const SESSIONS = ["sessions"];

export function useSessions() {
	return useQuery({ queryKey: SESSIONS, queryFn: ({ signal }) => call("GET /sessions", {}, signal) });
}

export function useEndSession() {
	return useAccountMutation((sessionId: string) =>
		call("DELETE /sessions/{session_id}", { path: { session_id: sessionId } }),
	);
}

export function useEndOtherSessions() {
	return useAccountMutation(() => call("DELETE /sessions", {}));
}

export function useChangePassword() {
	return useAccountMutation((body: RouteBody<"POST /password">) => call("POST /password", { body }));
}

export function useResetPassword() {
	return useMutation({
		mutationFn: (body: RouteBody<"POST /password-reset">) => call("POST /password-reset", { body }),
	});
}

export function useStartTotp() {
	return useMutation({ mutationFn: (body: RouteBody<"POST /totp">) => call("POST /totp", { body }) });
}

export function useConfirmTotp() {
	return useAccountMutation((body: RouteBody<"POST /totp/confirm">) => call("POST /totp/confirm", { body }));
}

export function useRemoveTotp() {
	return useAccountMutation((body: RouteBody<"DELETE /totp">) => call("DELETE /totp", { body }));
}

function useAccountMutation<Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) {
	const client = useQueryClient();
	return useMutation({
		mutationFn,
		onSuccess: async () => {
			await Promise.all([
				client.refetchQueries({ queryKey: ["session"] }),
				client.invalidateQueries({ queryKey: SESSIONS }),
			]);
		},
	});
}
