import type { EventFilter } from "../../../api/routes.ts";
import { dayOf } from "../../../format/dates.ts";

/** The filter parameters in the URL. */
export const FILTER_NAMES = ["person", "client", "request_id", "address", "from", "to"] as const;

/** The filter in a URL. Values that the service would refuse are left out, so that an old link still opens. */
export function eventFilterOf(search: URLSearchParams): EventFilter {
	const values = FILTER_NAMES.map((name) => [name, search.get(name)?.trim() ?? ""] as const);
	return Object.fromEntries(values.filter(([name, value]) => isUsable(name, value)));
}

function isUsable(name: (typeof FILTER_NAMES)[number], value: string): boolean {
	if (name === "from" || name === "to") return dayOf(value) !== undefined;
	const longest = name === "person" ? 254 : name === "client" ? 200 : 60;
	return value !== "" && value.length <= longest;
}
