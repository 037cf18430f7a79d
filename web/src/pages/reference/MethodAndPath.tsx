import { Fragment } from "react";
import classes from "./MethodAndPath.module.css";

interface MethodAndPathProps {
	readonly method: string;
	readonly path: string;
}

/** `GET`, `POST`, …, each in a colour of its own; then the path, which wraps only after slashes, as long as each part fits. */
export function MethodAndPath({ method, path }: MethodAndPathProps) {
	const parts = path.split("/").slice(1);
	return (
		<>
			<span className={classes.method} data-method={method}>
				{method}
			</span>{" "}
			<span>
				{parts.map((part, place) => (
					<Fragment key={parts.slice(0, place + 1).join("/")}>
						/{part}
						<wbr />
					</Fragment>
				))}
			</span>
		</>
	);
}
