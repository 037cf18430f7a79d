import type { RouteObject } from "react-router";
import { expect, test } from "vitest";
import { routes } from "./routes.tsx";
import { OPEN_PATHS, PORTAL_PATHS } from "./shell/page-table.ts";

function pathsIn(table: readonly RouteObject[], above = ""): string[] {
	return table.flatMap(({ path = "", children = [] }) => {
		const full = path.startsWith("/") ? path : `${above}/${path}`;
		const trimmed = full.replace(/\/+$/, "");
		return children.length > 0 ? pathsIn(children, trimmed) : trimmed || "/";
	});
}

test("the router has every page of the table, no other, and a page for unknown paths", () => {
	expect(pathsIn(routes).toSorted()).toEqual([...OPEN_PATHS, ...PORTAL_PATHS, "/*"].toSorted());
});
