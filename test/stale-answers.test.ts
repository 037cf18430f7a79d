import { expect, test } from "vitest";
import type { RouteName } from "../src/routes.ts";
import { isAmong, isGone, STALE_AFTER, staleAfter } from "../web/src/api/stale.ts";
import { routes } from "./support/routes.ts";

const names = Object.keys(routes) as RouteName[];
const isReading = (name: RouteName) => name.startsWith("GET ");

/** The routes that are fetched again after a change. */
function fetchedAfter(action: RouteName): RouteName[] {
	return names.filter((name) => isReading(name) && isAmong(staleAfter(action), name));
}

test.each(Object.entries(STALE_AFTER))(
	"%s is the path of a change, and what it makes stale exists",
	(path, stale) => {
		const isChange = (name: RouteName) => !isReading(name) && isAmong([path as `/${string}`], name);
		expect(names.filter(isChange)).not.toEqual([]);
		for (const one of stale)
			expect(names.filter((name) => isReading(name) && isAmong([one], name))).not.toEqual([]);
	},
);

test("a change makes stale what lies beside it, and nothing that only begins with the same letters", () => {
	expect(fetchedAfter("PUT /lists/{list_id}")).toEqual(["GET /lists", "GET /lists/{list_id}"]);
	expect(fetchedAfter("POST /proposals")).toEqual(["GET /proposals"]);
	expect(fetchedAfter("POST /admin/prices")).toContain("GET /admin/overview");
	expect(fetchedAfter("POST /admin/prices")).not.toContain("GET /session");
});

test("whatever changes a key changes the totals of the account", () => {
	for (const action of [
		"POST /keys",
		"DELETE /keys/{client_id}/webhook",
		"POST /keys/{client_id}/orders",
	] as const)
		expect(fetchedAfter(action)).toEqual(expect.arrayContaining(["GET /overview", "GET /keys/{client_id}"]));
});

test("asking for a download changes nothing, and saving a style draws no preview again", () => {
	expect(fetchedAfter("POST /keys/{client_id}/orders/{order_id}/archive")).toEqual([]);
	const afterSaving = staleAfter("PUT /admin/watermark");
	expect(isAmong(afterSaving, "POST /admin/watermark/preview")).toBe(false);
	expect(isAmong(afterSaving, "GET /admin/watermark/preparing")).toBe(true);
});

test("changes of the sign-in are followed by the session that they change", () => {
	for (const action of ["POST /password", "POST /totp/confirm", "DELETE /totp", "DELETE /sessions"] as const)
		expect(fetchedAfter(action)).toEqual(expect.arrayContaining(["GET /session", "GET /sessions"]));
});

test("what was deleted by its id is not asked for again, unlike the rest", () => {
	const sent = { path: { case_id: "a" } };
	const isCaseGone = (route: RouteName, asked: object) =>
		isGone("DELETE /admin/traces/{case_id}", sent, route, asked);
	expect(isCaseGone("GET /admin/traces/{case_id}", sent)).toBe(true);
	expect(isCaseGone("GET /admin/traces/{case_id}", { path: { case_id: "b" } })).toBe(false);
	expect(isCaseGone("GET /admin/traces", { query: {} })).toBe(false);
	const key = { path: { client_id: "a" } };
	expect(isGone("DELETE /keys/{client_id}/webhook", key, "GET /keys/{client_id}/webhook", key)).toBe(false);
});
