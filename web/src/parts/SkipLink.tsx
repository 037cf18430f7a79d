import classes from "./SkipLink.module.css";

interface SkipLinkProps {
	/** The id of what it leads to. */
	readonly to?: string;
	readonly children?: string;
}

/** A link that is seen while it has the focus. As the first tab stop, it skips the menu. */
export function SkipLink({ to = "content", children = "Skip to the content" }: SkipLinkProps) {
	return (
		<a className={classes.skip} href={`#${to}`}>
			{children}
		</a>
	);
}

/** Skips the filters of a list, which may be dozens of tab stops. */
export function SkipToResults({ to }: { readonly to: string }) {
	return <SkipLink to={to}>Skip to the results</SkipLink>;
}
