import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { RouteAnswer, RouteBody } from "../../../src/portal/contract/routes.ts";
import { call } from "./call.ts";

export type MailChoice = RouteAnswer<"GET /mail-choice">;
export type Unsubscription = RouteAnswer<"GET /unsubscribe/{token}">;

const MAIL_CHOICE = ["mail-choice"];

export function useMailChoice() {
	return useQuery({ queryKey: MAIL_CHOICE, queryFn: ({ signal }) => call("GET /mail-choice", {}, signal) });
}

export function useChooseMail() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (body: RouteBody<"PATCH /mail-choice">) => call("PATCH /mail-choice", { body }),
		onSuccess: (choice) => client.setQueryData(MAIL_CHOICE, choice),
	});
}

export function useVerifyEmail() {
	return useMutation({ mutationFn: () => call("POST /email/verification", {}) });
}

export function useChangeEmail() {
	return useMutation({ mutationFn: (body: RouteBody<"POST /email">) => call("POST /email", { body }) });
}

/** The signed-in account may have a different address afterwards. */
export function useConfirmEmail() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (token: string) => call("POST /email/confirm", { body: { token } }),
		onSuccess: async () => {
			await Promise.all([
				client.invalidateQueries({ queryKey: ["session"] }),
				client.invalidateQueries({ queryKey: MAIL_CHOICE }),
			]);
		},
	});
}

export function useUnsubscription(token: string) {
	return useQuery({
		queryKey: ["unsubscription", token],
		queryFn: ({ signal }) => call("GET /unsubscribe/{token}", { path: { token } }, signal),
		retry: false,
	});
}

export function useUnsubscribe(token: string) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: () => call("POST /unsubscribe/{token}", { path: { token } }),
		onSuccess: (answer) => client.setQueryData(["unsubscription", token], answer),
	});
}
