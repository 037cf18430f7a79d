import { useEffect, useRef } from "react";
import { NavLink, useLocation } from "react-router";
import classes from "./TabLinks.module.css";

interface TabLinksProps {
	/** What the tabs are about, for screen readers. */
	readonly name: string;
	/** Path below the page's own, and the label of each tab. */
	readonly tabs: readonly (readonly [path: string, name: string])[];
}

/** The tabs of a page, each with a URL of its own. If there is no room for all of them, the current one is scrolled into view. */
export function TabLinks({ name, tabs }: TabLinksProps) {
	const row = useRef<HTMLElement>(null);
	const { pathname } = useLocation();
	// biome-ignore lint/correctness/useExhaustiveDependencies: the path determines the current tab
	useEffect(() => {
		const shown = row.current?.querySelector<HTMLElement>("[aria-current=page]");
		if (row.current && shown)
			row.current.scrollLeft = shown.offsetLeft - (row.current.clientWidth - shown.offsetWidth) / 2;
	}, [pathname]);
	return (
		<nav aria-label={name} className={classes.tabs} ref={row}>
			{tabs.map(([path, label]) => (
				<NavLink className={classes.tab ?? ""} end={path === ""} key={path} to={path}>
					{label}
				</NavLink>
			))}
		</nav>
	);
}
