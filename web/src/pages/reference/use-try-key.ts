import { useSession } from "../../api/session.ts";
import type { Key } from "../../api/shapes.ts";
import { usePayingKey } from "../../basket/paying-key.ts";

/** The key with which calls are tried: the same as the paying key on other pages; none for visitors who are not signed in. */
export interface TryKey {
	readonly keys: readonly Key[];
	readonly chosen: Key | undefined;
	readonly choose: (clientId: string) => void;
}

export function useTryKey(): TryKey {
	const account = useSession().data?.account;
	const isIn = account ? !account.must_change_password : false;
	const { keys, key: chosen, choose } = usePayingKey(isIn);
	return { keys, chosen, choose };
}
