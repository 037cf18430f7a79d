import { formatCount } from "../format/credits.ts";
import classes from "./Counted.module.css";

interface CountedProps {
	/** Undefined while it is not known. */
	readonly count: number | undefined;
	readonly children: string;
}

/** A value of a filter, with the number of products that it would leave. */
export function Counted({ count, children }: CountedProps) {
	return (
		<>
			<bdi>{children}</bdi>
			{count === undefined ? null : <span className={classes.count}> {formatCount(count)}</span>}
		</>
	);
}
