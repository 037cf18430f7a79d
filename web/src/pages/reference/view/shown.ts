import { ALL_ERRORS } from "./error-anchor.ts";
import type { Group, Operation } from "./operations.ts";

/** What the page shows: one call with its neighbours, all error codes, or the overview of common topics and calls. */
export type Shown =
	| {
			readonly kind: "operation";
			readonly operation: Operation;
			readonly previous: Operation | undefined;
			readonly next: Operation | undefined;
	  }
	| { readonly kind: "errors" }
	| { readonly kind: "overview" };

export function shownBy(anchor: string, groups: readonly Group[]): Shown {
	if (anchor === ALL_ERRORS.id || anchor.startsWith("error-")) return { kind: "errors" };
	const operations = groups.flatMap((group) => group.operations);
	const place = operations.findIndex(({ id }) => id === anchor);
	const operation = operations[place];
	if (!operation) return { kind: "overview" };
	return { kind: "operation", operation, previous: operations[place - 1], next: operations[place + 1] };
}
