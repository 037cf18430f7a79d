import { Button } from "@mantine/core";
import { Link, Navigate, Outlet, useLocation, useMatch } from "react-router";
import type { CurrentSession } from "../api/routes.ts";
import { useSession } from "../api/session.ts";
import { NotFound } from "../pages/NotFound.tsx";
import { FirstPassword } from "../pages/sign-in/FirstPassword.tsx";
import { SkipLink } from "../parts/SkipLink.tsx";
import { adminPageOf, homeOf, mayOpen } from "./admin-pages.ts";
import { ColorSchemeToggle } from "./ColorSchemeToggle.tsx";
import { Wordmark } from "./Logo.tsx";
import classes from "./OpenFrame.module.css";
import { Shell } from "./Shell.tsx";
import { Splash } from "./Splash.tsx";
import { Unreachable } from "./Unreachable.tsx";
import "../theme/later.css";

/** The pages that need a session. Visitors without one can read the reference, and are redirected to the sign-in page and back for anything else. */
export function Portal() {
	const session = useSession();
	const { pathname, search } = useLocation();
	const isOpenToAll = useMatch("/docs/api") !== null;
	if (isOpenToAll && !session.isPending && !mayEnter(session.data)) return <OpenFrame />;
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

function mayEnter(session: CurrentSession | undefined): boolean {
	return session?.account ? !session.account.must_change_password : false;
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

/** The frame of pages that need no session, for visitors without one. */
function OpenFrame() {
	const { pathname, hash } = useLocation();
	return (
		<div className={classes.frame}>
			<SkipLink />
			<header className={classes.bar}>
				<Link aria-label="Packshot, home" className={classes.home} to="/">
					<Wordmark />
				</Link>
				<div className={classes.actions}>
					<ColorSchemeToggle />
					<Button component={Link} state={{ from: pathname + hash }} to="/sign-in">
						Sign in
					</Button>
				</div>
			</header>
			<main className={classes.content} id="content" tabIndex={-1}>
				<Outlet />
			</main>
		</div>
	);
}
