export const ALL_ERRORS = { id: "error-codes", title: "Error codes" } as const;

export function errorAnchor(code: string): string {
	return `error-${code}`;
}
