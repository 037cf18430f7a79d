import type { ApiDocument, DocumentedOperation } from "../../web/src/calls/openapi.ts";

/** One way in which a call fails. */
export interface OperationError {
	readonly code: string;
	readonly status: number;
	readonly when: string;
	readonly remedy: string;
	/** Whether it is common to all calls that take a token, or to all that take none. */
	readonly isCommon: boolean;
}

/** An error of the whole API. */
export interface ApiError extends Omit<OperationError, "isCommon"> {
	readonly mayRetry: boolean;
}

/** The errors of a call, as named in its responses: those shared by few calls first. */
export function operationErrors(
	operation: DocumentedOperation,
	document: ApiDocument,
): readonly OperationError[] {
	const common = codesOfAll(document, operation.security.length === 0);
	const errors = failuresOf(operation).map(([status, code]) => ({
		code,
		status,
		...wordsOf(document, code, status),
		isCommon: common.has(code),
	}));
	return errors.toSorted((one, other) => Number(one.isCommon) - Number(other.isCommon));
}

/** Every error of the API, in catalogue order. */
export function apiErrors(document: ApiDocument): readonly ApiError[] {
	return Object.entries(document["x-errors"]).map(([code, { status, when, remedy, retry }]) => ({
		code,
		status,
		when,
		remedy,
		mayRetry: retry,
	}));
}

/** The pairs of status and code that an operation names as examples. */
function failuresOf({
	responses,
}: DocumentedOperation): readonly (readonly [status: number, code: string])[] {
	return Object.entries(responses).flatMap(([status, answer]) =>
		Object.keys(answer.content?.["application/json"]?.examples ?? {}).map(
			(code) => [Number(status), code] as const,
		),
	);
}

function codesOfAll({ paths }: ApiDocument, isPublic: boolean): ReadonlySet<string> {
	const [first = new Set<string>(), ...others] = Object.values(paths)
		.flatMap((byMethod) => Object.values(byMethod))
		.filter(({ security }) => isPublic === (security.length === 0))
		.map((operation) => new Set(failuresOf(operation).map(([, code]) => code)));
	return new Set([...first].filter((code) => others.every((codes) => codes.has(code))));
}

function wordsOf(document: ApiDocument, code: string, status: number): { when: string; remedy: string } {
	if (status === 413) return { when: "The body is too large.", remedy: "Send fewer items at a time." };
	const { when, remedy } = document["x-errors"][code] ?? { when: "", remedy: "" };
	return { when, remedy };
}
