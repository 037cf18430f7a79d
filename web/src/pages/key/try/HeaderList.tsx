import classes from "./TryIt.module.css";
import type { ApiAnswer } from "./try-call.ts";

/** All headers of an answer, on demand. */
export function HeaderList({ headers }: Pick<ApiAnswer, "headers">) {
	return (
		<details className={classes.headers}>
			<summary>{headers.length} headers</summary>
			<dl>
				{headers.map(([name, value]) => (
					<div key={name} className={classes.pair}>
						<dt>{name}</dt>
						<dd>{value}</dd>
					</div>
				))}
			</dl>
		</details>
	);
}
