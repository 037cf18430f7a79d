import { expect, test } from "vitest";
import { type RouteName, routes } from "../src/portal/contract.ts";
import { ROLES, rolesFor } from "../src/portal/http/contract.ts";
import { ADMIN_PAGES, adminPageOf, adminPagesOf, homeOf, mayOpen } from "../web/src/shell/admin-pages.ts";

test.each(Object.entries(ADMIN_PAGES))(
	"%s is open to exactly the roles that may make its calls",
	(_, { call, roles }) => {
		const calls: readonly RouteName[] = typeof call === "string" ? [call] : call;
		const allowed = calls.flatMap((name) => rolesFor(routes[name]) ?? []);
		expect(ROLES.filter((role) => allowed.includes(role))).toEqual(roles);
	},
);

test("an account sees the pages of all its roles", () => {
	expect(adminPagesOf({ roles: [] })).toEqual([]);
	expect(adminPagesOf({ roles: ["tracer", "accountant"] })).toContain("/admin/top-ups");
	expect(mayOpen({ roles: ["accountant"] }, "/admin/settings")).toBe(false);
	expect(adminPagesOf({ roles: ["administrator"] })).toEqual(Object.keys(ADMIN_PAGES));
});

test("a path below a page belongs to that page", () => {
	expect(adminPageOf("/admin/top-ups")).toBe("/admin/top-ups");
	expect(adminPageOf("/admin/accounts/x")).toBe("/admin/accounts");
	expect(adminPageOf("/admin")).toBe("/admin");
	expect(adminPageOf("/admin/accounting")).toBeUndefined();
});

test("the start page is an administration page that the account may open, or / without roles", () => {
	expect(homeOf({ roles: [] })).toBe("/");
	expect(homeOf({ roles: ["accountant"] })).toBe("/admin");
	expect(homeOf({ roles: ["catalogue_editor"] })).toBe("/admin");
	expect(homeOf({ roles: ["tracer"] })).toBe("/admin/trace");
	expect(homeOf({ roles: ["administrator"] })).toBe("/admin");
});
