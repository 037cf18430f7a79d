import { useCallback } from "react";
import { type Key, useRoute } from "../api/routes.ts";
import { useSession } from "../api/session.ts";
import { changed, useAddress } from "../parts/use-address.ts";
import { useRemembered } from "../parts/use-remembered.ts";

const NO_KEYS: readonly Key[] = [];
const nameOf = (accountId: string) => `packshot-paying-key-${accountId}`;

/**
 * The active key that pays, and whose scope filter and locks apply: that of `?key=`, else the one last selected in this browser, else the one with the
 * largest balance.
 * Visitors who are not signed in have none. `key` is undefined while keys are being fetched (`isLoading`), and if the account has no active key.
 */
export function usePayingKey(isSignedIn = true) {
	const accountId = useSession().data?.account?.account_id ?? "";
	const keys = useRoute("GET /keys", {}, { enabled: isSignedIn });
	const [address, change] = useAddress();
	const isInAddress = address.has("key");
	const [remembered, remember] = useRemembered<string | null>(nameOf(accountId), null);
	const active = keys.data?.data.filter(({ state }) => state === "active") ?? NO_KEYS;
	const find = (clientId: string | null) => active.find(({ client_id }) => client_id === clientId);
	const choose = useCallback(
		(clientId: string) => {
			remember(clientId);
			if (isInAddress) change((now) => changed(now, "key", ""));
		},
		[remember, isInAddress, change],
	);
	return {
		key: find(address.get("key")) ?? find(remembered) ?? richest(active),
		/** The keys that can be selected. */
		keys: active,
		choose,
		isLoading: keys.data === undefined && keys.error === null,
		error: keys.error,
		refetch: keys.refetch,
	};
}

function richest(keys: readonly Key[]): Key | undefined {
	return keys.toSorted((one, other) => other.credit_balance - one.credit_balance)[0];
}
