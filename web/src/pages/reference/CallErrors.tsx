import { Disclosure } from "../../parts/Disclosure.tsx";
import { Inline } from "../../parts/Prose.tsx";
import classes from "./Errors.module.css";
import operationClasses from "./Operation.module.css";
import { errorAnchor } from "./view/error-anchor.ts";
import type { OperationError } from "./view/errors.ts";

/** How a call can fail, and what to do then. Errors common to all calls are collapsed. */
export function CallErrors({
	errors,
	of,
}: {
	readonly errors: readonly OperationError[];
	readonly of: string;
}) {
	const own = errors.filter(({ isCommon }) => !isCommon);
	const common = errors.filter(({ isCommon }) => isCommon);
	return (
		<section aria-label={`Errors of ${of}`} className={operationClasses.part}>
			<h3>Errors</h3>
			{own.length > 0 ? <ErrorRows errors={own} /> : null}
			<Disclosure about={`, of ${of}`} summary={`Common errors (${common.length})`}>
				<ErrorRows errors={common} />
			</Disclosure>
		</section>
	);
}

function ErrorRows({ errors }: { readonly errors: readonly OperationError[] }) {
	return (
		<ul className={classes.list}>
			{errors.map(({ code, status, when, remedy }) => (
				<li key={`${status} ${code}`}>
					<span className={classes.status}>{status}</span>{" "}
					<a className={classes.code} href={`#${errorAnchor(code)}`}>
						{code}
					</a>
					<p>
						<Inline>{when}</Inline>{" "}
						<span className={classes.remedy}>
							<Inline>{remedy}</Inline>
						</span>
					</p>
				</li>
			))}
		</ul>
	);
}
