import type { ApiDocument } from "../../calls/openapi.ts";
import { Inline } from "../../parts/Prose.tsx";
import { CallIndex } from "./CallIndex.tsx";
import errorClasses from "./Errors.module.css";
import classes from "./Operation.module.css";
import { OperationView } from "./OperationView.tsx";
import referenceClasses from "./Reference.module.css";
import { SharedSections } from "./SharedSections.tsx";
import { ALL_ERRORS, errorAnchor } from "./view/error-anchor.ts";
import type { ApiError } from "./view/errors.ts";
import type { Group, Operation } from "./view/operations.ts";
import type { Shown } from "./view/shown.ts";

interface ShownViewProps {
	readonly shown: Shown;
	readonly document: ApiDocument;
	readonly groups: readonly Group[];
	readonly errors: readonly ApiError[];
	/** The key to try calls with, if there is one. */
	readonly tryIn: string | undefined;
}

/** The section given in the URL. */
export function ShownView({ shown, document, groups, errors, tryIn }: ShownViewProps) {
	if (shown.kind === "errors") return <AllErrors errors={errors} />;
	if (shown.kind === "overview") {
		return (
			<>
				<SharedSections clientId={tryIn} document={document} />
				<CallIndex groups={groups} />
			</>
		);
	}
	return (
		<>
			<OperationView key={shown.operation.id} operation={shown.operation} tryIn={tryIn} />
			<nav aria-label="Calls before and after" className={classes.around}>
				<Neighbour operation={shown.previous}>← </Neighbour>
				<Neighbour operation={shown.next}>→ </Neighbour>
			</nav>
		</>
	);
}

interface NeighbourProps {
	readonly operation: Operation | undefined;
	readonly children: string;
}

function Neighbour({ operation, children }: NeighbourProps) {
	if (!operation) return <span />;
	return (
		<a href={`#${operation.id}`}>
			<span aria-hidden="true">{children}</span>
			{operation.summary}
		</a>
	);
}

/** All error codes, with what to do about each. */
function AllErrors({ errors }: { readonly errors: readonly ApiError[] }) {
	return (
		<section aria-labelledby={ALL_ERRORS.id} className={referenceClasses.shared}>
			<h2 id={ALL_ERRORS.id} tabIndex={-1}>
				{ALL_ERRORS.title}
			</h2>
			<ul className={errorClasses.list}>
				{errors.map(({ code, status, when, remedy, mayRetry }) => (
					<li id={errorAnchor(code)} key={code} tabIndex={-1}>
						<span className={errorClasses.status}>{status}</span>{" "}
						<code className={errorClasses.code}>{code}</code>
						{mayRetry ? <span className={errorClasses.retry}>may be sent again</span> : null}
						<p>
							<Inline>{when}</Inline>{" "}
							<span className="quiet">
								<Inline>{remedy}</Inline>
							</span>
						</p>
					</li>
				))}
			</ul>
		</section>
	);
}
