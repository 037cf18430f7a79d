import type { ReactNode } from "react";
import { Link } from "react-router";
import classes from "./MoreLink.module.css";

/** A link from a part to the whole, at the end of a title's line. */
export function MoreLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
	return (
		<Link className={classes.more} to={to}>
			{children}
		</Link>
	);
}
