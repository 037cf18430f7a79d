import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Role } from "../../../src/portal/contract/roles.ts";
import type { RouteAnswer, RouteBody, RouteQuery } from "../../../src/portal/contract/routes.ts";
import { call } from "./call.ts";

export type AdminTopUp = RouteAnswer<"GET /admin/top-ups">["data"][number];
export type AdminTopUpQuery = RouteQuery<"GET /admin/top-ups">;
export type AdminAccount = RouteAnswer<"GET /admin/accounts">["data"][number];

const ADMIN = ["admin"];
const QUEUE_MS = 30_000;
const ADDING_UP_MS = 2000;

/** The queue is refetched every half minute: new requests arrive while an administrator is looking. */
export function useAdminTopUps(query: AdminTopUpQuery, isEnabled = true) {
	return useQuery({
		queryKey: [...ADMIN, "top-ups", query],
		queryFn: ({ signal }) => call("GET /admin/top-ups", { query }, signal),
		placeholderData: keepPreviousData,
		refetchInterval: QUEUE_MS,
		enabled: isEnabled,
	});
}

export type AdminOverview = RouteAnswer<"GET /admin/overview">;

/** How the service is doing; refetched as often as the queue, and sooner while earlier days are being aggregated. A hidden tab does not fetch. */
export function useAdminOverview() {
	return useQuery({
		queryKey: [...ADMIN, "overview"],
		queryFn: ({ signal }) => call("GET /admin/overview", {}, signal),
		refetchInterval: ({ state }) => (state.data?.is_complete === false ? ADDING_UP_MS : QUEUE_MS),
	});
}

export function useApproveTopUp() {
	return useAdminMutation(({ topUpId, note }: { topUpId: string; note: string }) =>
		call("POST /admin/top-ups/{top_up_id}/approve", {
			path: { top_up_id: topUpId },
			body: note === "" ? {} : { note },
		}),
	);
}

export function useRejectTopUp() {
	return useAdminMutation(({ topUpId, note }: { topUpId: string; note: string }) =>
		call("POST /admin/top-ups/{top_up_id}/reject", { path: { top_up_id: topUpId }, body: { note } }),
	);
}

export function useAccounts(query: RouteQuery<"GET /admin/accounts">) {
	return useQuery({
		queryKey: [...ADMIN, "accounts", query],
		queryFn: ({ signal }) => call("GET /admin/accounts", { query }, signal),
		placeholderData: keepPreviousData,
	});
}

export function useResetLink() {
	return useAdminMutation((accountId: string) =>
		call("POST /admin/accounts/{account_id}/password-reset", { path: { account_id: accountId } }),
	);
}

export function useDisableAccount() {
	return useAdminMutation((accountId: string) =>
		call("POST /admin/accounts/{account_id}/disable", { path: { account_id: accountId } }),
	);
}

export function useEnableAccount() {
	return useAdminMutation((accountId: string) =>
		call("POST /admin/accounts/{account_id}/enable", { path: { account_id: accountId } }),
	);
}

export function useRemoveTotpOf() {
	return useAdminMutation((accountId: string) =>
		call("DELETE /admin/accounts/{account_id}/totp", { path: { account_id: accountId } }),
	);
}

export function useUnlinkAccount() {
	return useAdminMutation((accountId: string) =>
		call("DELETE /admin/accounts/{account_id}/identities", { path: { account_id: accountId } }),
	);
}

export function useSetRoles() {
	return useAdminMutation(({ accountId, roles }: { accountId: string; roles: Role[] }) =>
		call("PUT /admin/accounts/{account_id}/roles", { path: { account_id: accountId }, body: { roles } }),
	);
}

export function useChangeAccount() {
	return useAdminMutation(({ accountId, keysAllowed }: { accountId: string; keysAllowed: number | null }) =>
		call("PATCH /admin/accounts/{account_id}", {
			path: { account_id: accountId },
			body: { keys_allowed: keysAllowed },
		}),
	);
}

export function useSetProposesAs() {
	return useAdminMutation(({ accountId, proposesAs }: { accountId: string; proposesAs: string | null }) =>
		call("PUT /admin/accounts/{account_id}/proposes-as", {
			path: { account_id: accountId },
			body: { proposes_as: proposesAs },
		}),
	);
}

export function usePortalSettings() {
	return useQuery({
		queryKey: [...ADMIN, "settings"],
		queryFn: ({ signal }) => call("GET /admin/settings", {}, signal),
	});
}

export function useChangePortalSettings() {
	return useAdminMutation((body: RouteBody<"PATCH /admin/settings">) =>
		call("PATCH /admin/settings", { body }),
	);
}

/** After a change, even one that came too late, everything on the administration pages is refetched. */
function useAdminMutation<Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) {
	const client = useQueryClient();
	return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: ADMIN }) });
}
