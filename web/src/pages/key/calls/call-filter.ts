import type { CallFilter } from "../../../api/routes.ts";
import { dayOf } from "../../../format/dates.ts";

/** The filter in a URL. Values that the service would refuse are left out, so that an old link still opens. */
export function callFilterOf(search: URLSearchParams): CallFilter {
	const from = dayOf(search.get("from"));
	const to = dayOf(search.get("to"));
	const outcome = (["ok", "error"] as const).find((name) => name === search.get("outcome"));
	const error = search.get("error") ?? "";
	return {
		...searched(search.get("search")?.trim() ?? ""),
		...(outcome ? { outcome } : {}),
		...(/^\w{1,60}$/.test(error) ? { error } : {}),
		...(from ? { from } : {}),
		...(to ? { to } : {}),
	};
}

/** One field for both: digits are a barcode, anything else is a request id. */
function searched(text: string): CallFilter {
	if (text === "") return {};
	return /^[0-9]{1,14}$/.test(text) ? { barcode: text } : { request_id: text.slice(0, 60) };
}
