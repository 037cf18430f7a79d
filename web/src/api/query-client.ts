import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { asFailure } from "./failure.ts";
import { checkSession, clearSession, followOtherTabs } from "./session.ts";

/** The cached answers. When the session has ended, the first call that notices leads to the sign-in page. */
export function makeQueryClient(): QueryClient {
	const onError = (error: unknown) => {
		const { code } = asFailure(error);
		if (code === "not_signed_in") void clearSession(client);
		if (code === "password_change_required") void client.refetchQueries({ queryKey: ["session"] });
		// Signed in again elsewhere in this browser: before a change is told to have failed there is the new token, and the next try succeeds.
		return code === "csrf_rejected" ? checkSession(client) : undefined;
	};
	const client: QueryClient = new QueryClient({
		queryCache: new QueryCache({ onError }),
		mutationCache: new MutationCache({ onError }),
		defaultOptions: {
			queries: {
				staleTime: 5_000,
				// A refusal would be repeated; a lost connection or a busy service is worth a retry.
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
