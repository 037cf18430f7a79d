import type { LedgerFilter } from "../../../api/routes.ts";
import { dayOf } from "../../../format/dates.ts";

export const kinds = ["charge", "top_up", "grant", "reversal", "transfer"] as const;

/** The filter in a URL. Values that the service would refuse are left out, so that an old link still opens. */
export function filterOf(search: URLSearchParams): LedgerFilter {
	const from = dayOf(search.get("from"));
	const to = dayOf(search.get("to"));
	const kind = kinds.find((name) => name === search.get("kind"));
	return { ...(from ? { from } : {}), ...(to ? { to } : {}), ...(kind ? { kind } : {}) };
}
