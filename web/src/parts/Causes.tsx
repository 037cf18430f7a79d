import { Link } from "react-router";
import { formatCount } from "../format/credits.ts";
import { causeOf } from "../format/refusals.ts";
import classes from "./Causes.module.css";

interface CausesProps {
	readonly causes: readonly { readonly error: string; readonly requests: number }[];
	/** Path of the list of calls with a cause. */
	readonly pathOf?: (error: string) => string;
}

/** Why calls were refused and how often, most frequent first. */
export function Causes({ causes, pathOf }: CausesProps) {
	if (causes.length === 0) return <p className="quiet">No calls were refused.</p>;
	return (
		<ul className={classes.causes}>
			{causes.map(({ error, requests }) => (
				<li key={error}>
					{pathOf ? (
						<Link to={pathOf(error)}>{causeOf(error).name}</Link>
					) : (
						<span>{causeOf(error).name}</span>
					)}
					<span className={classes.count}>{formatCount(requests)}</span>
				</li>
			))}
		</ul>
	);
}
