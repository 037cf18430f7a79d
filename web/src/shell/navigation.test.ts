import { expect, test } from "vitest";
import { adminGroupsOf, isWorkForOthers, ownGroupsOf } from "./navigation.ts";

const names = (groups: ReturnType<typeof adminGroupsOf>) =>
	groups.map(({ name, pages }) => [name, pages.map((page) => page.name)]);

test("administration is grouped by work, and everybody sees what their roles open", () => {
	const all = adminGroupsOf({ roles: ["administrator"] });
	expect(all.map(({ name }) => name)).toEqual([
		undefined,
		"To decide",
		"Catalogue",
		"Customers",
		"Money",
		"Service",
	]);
	expect(names(adminGroupsOf({ roles: ["tracer"] })).filter(([, pages]) => pages?.length)).toEqual([
		["Customers", ["Trace"]],
	]);
	expect(adminGroupsOf({ roles: [] }).flatMap(({ pages }) => pages)).toEqual([]);
});

test("the own pages show what somebody may do in the account", () => {
	const shown = (role: "owner" | "developer", proposes_as: string | null, hasKeys: boolean) =>
		names(ownGroupsOf({ account: { roles: [], proposes_as }, acts_for: { role } }, hasKeys)).flat(2);
	expect(shown("owner", "Studio", true)).toEqual(
		expect.arrayContaining(["Basket", "Suggest a correction", "Keys"]),
	);
	const others = shown("developer", null, false);
	expect(others).toContain("API access");
	for (const name of ["Basket", "Suggest a correction", "Keys"]) expect(others).not.toContain(name);
});

test.each([
	["/admin/prices", true],
	["/keys/theirs/ledger", true],
	["/keys/own/ledger", false],
	["/keys", false],
	["/keys/try", false],
	["/orders", false],
	["/", false],
])("%s is work for others: %s", (pathname, expected) => {
	const own = [{ client_id: "own" }];
	expect(isWorkForOthers({ roles: ["accountant"] }, pathname, own)).toBe(expected);
	expect(isWorkForOthers({ roles: [] }, pathname, own)).toBe(false);
});
