export const ALL_ERRORS = { id: "error-codes", title: "Error codes" } as const;

/** The anchor at which an error code is explained. */
export function errorAnchor(code: string): string {
	return `error-${code}`;
}
