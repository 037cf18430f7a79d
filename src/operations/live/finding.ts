/** `open`: this command cannot check it, or not as it was called. */
type LiveResult = "ok" | "wrong" | "note" | "open";

/** One point of the list to go through before going live. */
export interface LiveFinding {
	readonly check: string;
	readonly result: LiveResult;
	/** What was checked and found, and no more than that. */
	readonly found: string;
	/** What to do about it; absent if there is nothing to do. */
	readonly todo?: string;
}

export function finding(check: string, result: LiveResult, found: string, todo?: string): LiveFinding {
	return { check, result, found, ...(todo === undefined ? {} : { todo }) };
}
