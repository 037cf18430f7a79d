import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { asFailure } from "./failure.ts";
import { forgetEverything } from "./session.ts";

/** The answers that the pages hold. A session that ended leads to the sign-in page, whichever call was told first. */
export function makeQueryClient(): QueryClient {
	const onError = (error: unknown) => {
		const { code } = asFailure(error);
		if (code === "not_signed_in") void forgetEverything(client);
		if (code === "password_change_required") void client.refetchQueries({ queryKey: ["session"] });
	};
	const client: QueryClient = new QueryClient({
		queryCache: new QueryCache({ onError }),
		mutationCache: new MutationCache({ onError }),
		defaultOptions: {
			queries: {
				staleTime: 5_000,
				// What the service refused it will refuse again; a lost connection or a busy service is worth another try.
				retry: (failures, error) => failures < 2 && isWorthAnotherTry(asFailure(error).status),
			},
		},
	});
	return client;
}

function isWorthAnotherTry(status: number): boolean {
	return status === 0 || status === 502 || status === 503 || status === 504;
}
