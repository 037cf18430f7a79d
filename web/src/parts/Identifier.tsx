import { CopyIcon } from "./Copy.tsx";
import classes from "./Identifier.module.css";

/** A public id that people copy into other programs. */
export function Identifier({ id, name }: { readonly id: string; readonly name: string }) {
	return (
		<span className={classes.identifier}>
			<code>{id}</code>
			<CopyIcon name={name} text={id} />
		</span>
	);
}
