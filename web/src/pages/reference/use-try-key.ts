import { useState } from "react";
import { type Key, useKeys } from "../../api/keys.ts";
import { useSession } from "../../api/session.ts";

/** The key that calls are tried with, of those that work; none for whoever is not signed in. */
export interface TryKey {
	readonly keys: readonly Key[];
	readonly chosen: Key | undefined;
	readonly choose: (clientId: string) => void;
}

export function useTryKey(): TryKey {
	const account = useSession().data?.account;
	const isIn = account ? !account.must_change_password : false;
	const { data } = useKeys(isIn);
	const [clientId, choose] = useState<string>();
	const keys = (data?.data ?? []).filter(({ state }) => state === "active");
	return { keys, chosen: keys.find((key) => key.client_id === clientId) ?? keys[0], choose };
}
