import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { asFailure } from "./failure.ts";
import { checkSession, clearSession, currentSession, followOtherTabs } from "./session.ts";

/** Creates the query cache. When the session has ended, the first call to notice redirects to the sign-in page. */
export function makeQueryClient(): QueryClient {
	const onError = (error: unknown) => {
		const { code } = asFailure(error);
		if (code === "not_signed_in") void clearSession(client);
		if (code === "password_change_required") void client.refetchQueries(currentSession);
		// The user has signed in again in another tab: fetch the new token before reporting the failure, so that the next attempt succeeds.
		return code === "csrf_rejected" ? checkSession(client) : undefined;
	};
	const client: QueryClient = new QueryClient({
		queryCache: new QueryCache({ onError }),
		mutationCache: new MutationCache({ onError }),
		defaultOptions: {
			queries: {
				staleTime: 5_000,
				// A refusal would only be repeated; a lost connection or a busy service is worth a retry.
				retry: (failures, error) => failures < 2 && isWorthAnotherTry(asFailure(error).status),
			},
		},
	});
	followOtherTabs(client);
	return client;
}

function isWorthAnotherTry(status: number): boolean {
	return status === 0 || status === 502 || status === 503 || status === 504;
}
