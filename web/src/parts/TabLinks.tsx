import { NavLink } from "react-router";
import classes from "./TabLinks.module.css";

interface TabLinksProps {
	/** What the tabs are about, for screen readers. */
	readonly name: string;
	/** Path below the page's own, and the name of each tab. */
	readonly tabs: readonly (readonly [path: string, name: string])[];
}

/** The tabs of a page, each an address of its own. */
export function TabLinks({ name, tabs }: TabLinksProps) {
	return (
		<nav aria-label={name} className={classes.tabs}>
			{tabs.map(([path, label]) => (
				<NavLink className={classes.tab ?? ""} end={path === ""} key={path} to={path}>
					{label}
				</NavLink>
			))}
		</nav>
	);
}
