import type { RouteName } from "../../../src/routes.ts";

/** One route, or all whose path begins like this. */
export type Stale = RouteName | `/${string}`;

/**
 * What a change makes stale, by the beginning of its path; the longest one that fits applies. A change that is not listed makes everything stale
 * whose path begins with the same word, such as `/lists`.
 */
export const STALE_AFTER: Readonly<Record<`/${string}`, readonly Stale[]>> = {
	"/password": ["/session", "/sessions"],
	"/sessions": ["/session", "/sessions"],
	"/totp": ["/session", "/sessions"],
	"/members/name": ["/members", "/session"],
	"/email/confirm": ["/session", "/mail-choice"],
	"/keys": ["/keys", "/overview", "/admin"],
	"/payments": ["/payments", "/keys", "/overview", "/session"],
	"/admin/payments": ["/admin", "/session"],
	// URLs for downloading: nothing has changed.
	"/keys/{client_id}/orders/{order_id}": [],
	"/admin/settings": ["/admin", "/session"],
	"/admin/storefront": ["GET /admin/storefront", "GET /admin/checklist", "/session"],
	// The page of the old barcode is left.
	"/admin/catalogue/products/{barcode}/barcode": [
		"GET /admin/catalogue/products",
		"GET /admin/catalogue/changes",
		"GET /admin/catalogue/pairs",
		"/admin/catalogue/doubtful",
	],
	"/admin/tasks": ["/admin"],
	"/admin/import-mappings": ["GET /admin/import-mappings"],
	"/admin/checklist": ["/admin/checklist"],
	// Nothing has changed.
	"/admin/alerts/preview": [],
	"/admin/alerts/products": [],
	// A list of files: nothing has changed.
	"/admin/export": [],
	// The panel follows by itself, also while the service is away.
	"/admin/restore": [],
	"/setup/restore": [],
	"/admin/test-mail": ["/admin/checklist"],
	// Previews stay: they depend on nothing that is stored, and drawing one takes long.
	"/admin/kosher": ["/admin/kosher", "/admin/catalogue"],
	"/admin/rights": ["GET /admin/rights"],
	"/admin/watermark": ["GET /admin/watermark", "GET /admin/watermark/preparing"],
};

/** What has to be fetched again after a change. */
export function staleAfter(action: RouteName): readonly Stale[] {
	const path = pathOf(action);
	const listed = Object.keys(STALE_AFTER).filter((start) => isWithin(path, start));
	const longest = listed.toSorted((one, other) => other.length - one.length)[0];
	return longest === undefined ? [`/${path.split("/")[1]}`] : (STALE_AFTER[longest as `/${string}`] ?? []);
}

export function isAmong(stale: readonly Stale[], route: unknown): boolean {
	return stale.some((one) =>
		one.startsWith("/") ? typeof route === "string" && isWithin(pathOf(route), one) : one === route,
	);
}

/** Whether an answer is about what an action deletes, by its id: a page of it may still be open, and must not ask for it again. */
export function isGone(action: RouteName, sent: PartsOfKey, route: unknown, asked: PartsOfKey): boolean {
	if (!/^DELETE .*\}$/.test(action) || typeof route !== "string") return false;
	const names = Object.entries(sent.path ?? {});
	return isWithin(pathOf(route), pathOf(action)) && names.every(([name, id]) => asked.path?.[name] === id);
}

interface PartsOfKey {
	readonly path?: Readonly<Record<string, unknown>>;
}

function pathOf(route: string): string {
	return route.slice(route.indexOf(" ") + 1);
}

function isWithin(path: string, start: string): boolean {
	return path === start || path.startsWith(`${start}/`);
}
