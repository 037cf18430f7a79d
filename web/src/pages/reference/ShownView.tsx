import type { ApiDocument } from "../../calls/openapi.ts";
import { AllErrors } from "./AllErrors.tsx";
import { CallIndex } from "./CallIndex.tsx";
import classes from "./Operation.module.css";
import { OperationView } from "./OperationView.tsx";
import { SharedSections } from "./SharedSections.tsx";
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
