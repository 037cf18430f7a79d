/** Base path of the portal's API, the same as in `src/routes.ts`. */
const PORTAL_PATH = "/portal/api";

export interface CallText {
	readonly path?: unknown;
	readonly query?: unknown;
	readonly body?: unknown;
}

/**
 * Method, URL and body of a call. In the URL, names in braces are filled in, lists joined by commas, undefined and empty values left out. A change
 * always has a JSON body, even if empty: the service accepts no other.
 */
export function requestOf(route: string, { path, query, body }: CallText) {
	const [method = "GET", template = ""] = route.split(" ");
	const names = (path ?? {}) as Readonly<Record<string, string | number>>;
	const filled = template.replace(/\{(\w+)\}/g, (_whole, name: string) =>
		encodeURIComponent(names[name] ?? ""),
	);
	const search = queryText(query);
	return {
		method,
		url: `${PORTAL_PATH}${filled}${search === "" ? "" : `?${search}`}`,
		body: method === "GET" ? undefined : JSON.stringify(body ?? {}),
	};
}

/** A query string; commas are left unescaped for readability. */
export function queryText(query: unknown): string {
	const pairs = Object.entries((query ?? {}) as Readonly<Record<string, unknown>>).flatMap(
		([name, value]) => {
			if (value === undefined || value === null || value === "") return [];
			if (Array.isArray(value) && value.length === 0) return [];
			return [`${encodeURIComponent(name)}=${encodeURIComponent(String(value)).replaceAll("%2C", ",")}`];
		},
	);
	return pairs.join("&");
}
