import { expect, test } from "vitest";
import { ROLES, rolesFor } from "../src/pages/contract.ts";
import type { RouteName } from "../src/routes.ts";
import { adminPageOf, adminPagesOf, homeOf, mayOpen } from "../web/src/shell/admin-pages.ts";
import { ADMIN_PAGES } from "../web/src/shell/page-table.ts";
import { routes } from "./support/routes.ts";

test.each(ADMIN_PAGES)("$to is open to exactly the roles that may make its calls", (page) => {
	const calls: readonly string[] = "calls" in page ? page.calls : [`GET ${page.to}`];
	expect(Object.keys(routes)).toEqual(expect.arrayContaining([...calls]));
	const allowed = calls.flatMap((name) => rolesFor(routes[name as RouteName]) ?? []);
	expect(ROLES.filter((role) => allowed.includes(role))).toEqual(page.roles);
});

test("an account sees the pages of all its roles", () => {
	expect(adminPagesOf({ roles: [] })).toEqual([]);
	expect(mayOpen({ roles: ["tracer", "accountant"] }, "/admin/top-ups")).toBe(true);
	expect(mayOpen({ roles: ["accountant"] }, "/admin/settings")).toBe(false);
	expect(adminPagesOf({ roles: ["administrator"] })).toEqual(ADMIN_PAGES);
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
