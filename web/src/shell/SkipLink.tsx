import classes from "./SkipLink.module.css";

/** The first tab stop: skips the menu, to `#content`. */
export function SkipLink() {
	return (
		<a className={classes.skip} href="#content">
			Skip to the content
		</a>
	);
}
