import { useCallback } from "react";
import { type Key, type KeyList, useRoute } from "../api/routes.ts";
import { useSession } from "../api/session.ts";
import { changed, useAddress } from "../parts/use-address.ts";
import { useRemembered } from "../parts/use-remembered.ts";

const NOBODY: readonly Key[] = [];
/** The account as its members call it; administrators see its address. */
const ACCOUNT_NAME = "My account";
const nameOf = (accountId: string) => `packshot-paying-key-${accountId}`;

/**
 * Who pays, and whose scope filter and locks apply: the account itself or one of its active keys. That of `?key=`, else the one last selected in this
 * browser, else the account if it has credits, else the key with the largest balance.
 * `key` is undefined while they are being fetched (`isLoading`), and if none may buy.
 */
export function usePayingKey() {
	const accountId = useSession().data?.account?.account_id ?? "";
	const keys = useRoute("GET /keys");
	const [address, change] = useAddress();
	const isInAddress = address.has("key");
	const [remembered, remember] = useRemembered<string | null>(nameOf(accountId), null);
	const active = keys.data ? payers(keys.data) : NOBODY;
	const find = (clientId: string | null) => active.find(({ client_id }) => client_id === clientId);
	const choose = useCallback(
		(clientId: string) => {
			remember(clientId);
			if (isInAddress) change((now) => changed(now, "key", ""));
		},
		[remember, isInAddress, change],
	);
	return {
		key: find(address.get("key")) ?? find(remembered) ?? usualPayer(active),
		/** All that have bought or can buy. */
		keys: active,
		/** Those to choose from where only the balance matters. */
		balances: ofEachBalance(active, find(address.get("key"))),
		choose,
		isLoading: keys.data === undefined && keys.error === null,
		error: keys.error,
		refetch: keys.refetch,
	};
}

/** The account, then its keys, without what is revoked or expired. */
export function payers({ account, data }: KeyList): readonly Key[] {
	return [...(account ? [named(account)] : []), ...data].filter(({ state }) => state === "active");
}

/** Of those that draw on one balance the first, which is the account if it does; and the one that is asked for. */
export function ofEachBalance(payers: readonly Key[], askedFor?: Key): readonly Key[] {
	const first = new Map(payers.toReversed().map((payer) => [payer.balance_id, payer]));
	return payers.filter((payer) => payer === askedFor || first.get(payer.balance_id) === payer);
}

/** Whether a key spends the credits of its account. */
export function isOnAccount({ balance_id }: Key, account: Key | null | undefined): boolean {
	return account?.balance_id === balance_id;
}

/** With the name that its members know it by. */
export function named<K extends Key>(key: K): K {
	return key.is_account ? { ...key, client_name: ACCOUNT_NAME } : key;
}

/** The page of the account's credits, or of a key. */
export function keyPath({ is_account, client_id }: Pick<Key, "is_account" | "client_id">): string {
	return is_account ? "/credits" : `/keys/${client_id}`;
}

/** Who pays unless somebody else is chosen. */
export function usualPayer(payers: readonly Key[]): Key | undefined {
	const account = payers.find(({ is_account, credit_balance }) => is_account && credit_balance > 0);
	return account ?? payers.toSorted((one, other) => other.credit_balance - one.credit_balance)[0];
}
