import { Inline } from "../../parts/Prose.tsx";
import classes from "./Errors.module.css";
import referenceClasses from "./Reference.module.css";
import { ALL_ERRORS, errorAnchor } from "./view/error-anchor.ts";
import type { ApiError } from "./view/errors.ts";

/** All error codes, with what to do about each. */
export function AllErrors({ errors }: { readonly errors: readonly ApiError[] }) {
	return (
		<section aria-labelledby={ALL_ERRORS.id} className={referenceClasses.shared}>
			<h2 id={ALL_ERRORS.id} tabIndex={-1}>
				{ALL_ERRORS.title}
			</h2>
			<ul className={classes.list}>
				{errors.map(({ code, status, when, remedy, mayRetry }) => (
					<li id={errorAnchor(code)} key={code} tabIndex={-1}>
						<span className={classes.status}>{status}</span> <code className={classes.code}>{code}</code>
						{mayRetry ? <span className={classes.retry}>may be sent again</span> : null}
						<p>
							<Inline>{when}</Inline>{" "}
							<span className={classes.remedy}>
								<Inline>{remedy}</Inline>
							</span>
						</p>
					</li>
				))}
			</ul>
		</section>
	);
}
