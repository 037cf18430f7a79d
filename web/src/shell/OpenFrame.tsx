import { Button } from "@mantine/core";
import { Link, Outlet, useLocation } from "react-router";
import { ColorSchemeToggle } from "./ColorSchemeToggle.tsx";
import { Wordmark } from "./Logo.tsx";
import classes from "./OpenFrame.module.css";
import { SkipLink } from "./SkipLink.tsx";

/** The frame of pages that need no session, for visitors without one. */
export function OpenFrame() {
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
					<Button component={Link} size="sm" state={{ from: pathname + hash }} to="/sign-in">
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
