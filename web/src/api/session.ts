import {
	type Query,
	type QueryClient,
	queryOptions,
	useMutation,
	useQuery,
	useQueryClient,
} from "@tanstack/react-query";
import type { RouteBody } from "../../../src/routes.ts";
import { forgetKept } from "../parts/use-remembered.ts";
import { call, rememberCsrfToken } from "./call.ts";
import type { CurrentSession, RouteKey } from "./routes.ts";

const SESSION: RouteKey = ["GET /session", {}];

/** Who is signed in, and the service's public settings. */
export const currentSession = queryOptions({ queryKey: SESSION, queryFn: readSession, staleTime: 60_000 });

export function useSession() {
	return useQuery(currentSession);
}

export async function readSession(): Promise<CurrentSession> {
	const session = await call("GET /session", {});
	rememberCsrfToken(session.csrf_token);
	return session;
}

type SigningIn =
	| "POST /session"
	| "POST /setup"
	| "POST /sign-up"
	| "POST /sign-up/confirm"
	| "POST /invitation/sign-up";

/** Signs in, unless a link was mailed instead: then nobody is signed in yet. */
export function useSignIn<N extends SigningIn>(route: N) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (body: RouteBody<N>) => call<SigningIn>(route, { body }),
		onSuccess: ({ account }) => (account ? openSession(client) : undefined),
	});
}

type AccountChange = "PUT /session/account" | "POST /invitation/accept" | "POST /members/leave";

/** Acts for another account from now on. */
export function useAccountChange<N extends AccountChange>(route: N) {
	const client = useQueryClient();
	return useMutation({
		mutationFn: (body: RouteBody<N>) => call<AccountChange>(route, { body }),
		onSuccess: () => openSession(client),
	});
}

export function useSignOut() {
	const client = useQueryClient();
	return useMutation({
		mutationFn: () => call("DELETE /session", {}),
		onSettled() {
			forgetKept();
			tabs?.postMessage("changed");
			return clearSession(client);
		},
	});
}

const tabs = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("packshot-session");

const ofAccount = { predicate: (query: Query) => query.queryKey[0] !== SESSION[0] };

/** Refetches who is signed in, and for which account: data fetched before belonged to nobody or to somebody else. Other tabs of this browser are notified. */
async function openSession(client: QueryClient): Promise<void> {
	tabs?.postMessage("changed");
	client.removeQueries(ofAccount);
	await client.refetchQueries({ queryKey: SESSION });
}

/** Keeps this tab's session in sync with the browser's, whichever tab signs in or out. */
export function followOtherTabs(client: QueryClient): void {
	tabs?.addEventListener("message", () => void checkSession(client));
}

/** Checks who is signed in, which may have changed outside this tab. Data of another user is dropped; the same user keeps what they have typed. */
export async function checkSession(client: QueryClient): Promise<void> {
	const before = whoIn(client);
	await client.refetchQueries({ queryKey: SESSION });
	const now = whoIn(client);
	if (now === undefined) client.removeQueries(ofAccount);
	else if (now !== before) await client.resetQueries(ofAccount);
}

/** Who is signed in, and for which account. */
function whoIn(client: QueryClient): string | undefined {
	const session = client.getQueryData(currentSession.queryKey);
	return session?.account ? `${session.account.account_id} ${session.acts_for?.account_id}` : undefined;
}

/** After the session has ended, through sign-out or by the service: no data of the account stays in the page. */
export async function clearSession(client: QueryClient): Promise<void> {
	rememberCsrfToken(null);
	await client.refetchQueries({ queryKey: SESSION });
	client.removeQueries(ofAccount);
}
