import classes from "./Method.module.css";

/** `GET`, `POST`, …, each in a colour of its own. */
export function Method({ children }: { readonly children: string }) {
	return (
		<span className={classes.method} data-method={children}>
			{children}
		</span>
	);
}
