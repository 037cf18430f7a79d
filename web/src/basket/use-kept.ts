import { useSession } from "../api/session.ts";
import { KEPT_UNTIL_SIGN_OUT, useRemembered } from "../parts/use-remembered.ts";

/** What somebody has typed or chosen for an account: a reload keeps it, other people and accounts do not see it, and signing out deletes it. */
export function useKept<Choice>(name: string, initial: Choice): [Choice, (choice: Choice) => void] {
	const { account, acts_for } = useSession().data ?? {};
	return useRemembered(
		`${KEPT_UNTIL_SIGN_OUT}${account?.account_id} ${acts_for?.account_id} ${name}`,
		initial,
	);
}
