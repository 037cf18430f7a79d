import type { KeyboardEvent } from "react";
import { Link } from "react-router";
import classes from "./Contents.module.css";
import type { Entry } from "./view/search.ts";

interface SearchResultsProps {
	readonly results: readonly Entry[];
	readonly onFollow: () => void;
}

/** The results, navigable with the arrow keys. Links are followed by the router, because they disappear before the browser would follow them. */
export function SearchResults({ results, onFollow }: SearchResultsProps) {
	return (
		<nav aria-label="Search results" className={classes.results}>
			<p className={classes.count} role="status">
				{results.length === 0 ? "Nothing found" : `${results.length} found`}
			</p>
			{results.map(({ anchor, title, context, kind }) => (
				<Link
					className={classes.result}
					data-result={kind}
					key={`${anchor} ${title}`}
					onClick={onFollow}
					onKeyDown={walk}
					to={`#${anchor}`}
				>
					<span className={classes.found}>{title}</span>
					<span className={classes.context}>{context}</span>
				</Link>
			))}
		</nav>
	);
}

function walk(event: KeyboardEvent<HTMLAnchorElement>): void {
	const { key, currentTarget } = event;
	if (key !== "ArrowDown" && key !== "ArrowUp") return;
	event.preventDefault();
	const next = key === "ArrowDown" ? currentTarget.nextElementSibling : currentTarget.previousElementSibling;
	if (next instanceof HTMLAnchorElement) next.focus();
	else if (key === "ArrowUp") document.querySelector<HTMLInputElement>("input[type=search]")?.focus();
}
