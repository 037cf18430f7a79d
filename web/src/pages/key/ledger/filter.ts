import type { LedgerFilter } from "../../../api/ledger.ts";

export const kinds = ["charge", "top_up", "grant", "reversal"] as const;

/** The filter in a URL. Values that the service would refuse are left out, so that an old link still opens. */
export function filterOf(search: URLSearchParams): LedgerFilter {
	const from = dayOf(search.get("from"));
	const to = dayOf(search.get("to"));
	const kind = kinds.find((name) => name === search.get("kind"));
	return { ...(from ? { from } : {}), ...(to ? { to } : {}), ...(kind ? { kind } : {}) };
}

function dayOf(text: string | null): string | undefined {
	return text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
		? text
		: undefined;
}
