import { Navigate, Outlet, useLocation } from "react-router";
import { useSession } from "../api/session.ts";
import { NotFound } from "../pages/NotFound.tsx";
import { FirstPassword } from "../pages/sign-in/FirstPassword.tsx";
import { adminPageOf, homeOf, mayOpen } from "./admin-pages.ts";
import { Shell } from "./Shell.tsx";
import { Splash } from "./Splash.tsx";
import { Unreachable } from "./Unreachable.tsx";
import "../theme/later.css";

/** The pages that need a session. Visitors without one are redirected to the sign-in page, and back. */
export function Portal() {
	const session = useSession();
	const { pathname, search } = useLocation();
	if (session.data === undefined) {
		return session.error ? (
			<Unreachable error={session.error} onRetry={() => session.refetch()} />
		) : (
			<Splash />
		);
	}
	if (session.data.account === null)
		return <Navigate replace state={{ from: pathname + search }} to="/sign-in" />;
	if (session.data.account.must_change_password) return <FirstPassword />;
	return <Shell session={session.data} />;
}

/** The administration pages; for accounts without a suitable role they do not exist. */
export function Administration() {
	const account = useSession().data?.account;
	const { pathname } = useLocation();
	const page = adminPageOf(pathname);
	if (!account || account.roles.length === 0) return <NotFound />;
	if (page === "/admin" && !mayOpen(account, page)) return <Navigate replace to={homeOf(account)} />;
	return page === undefined || mayOpen(account, page) ? <Outlet /> : <NotFound />;
}
