import type { ComponentType } from "react";
import { matchRoutes, type RouteObject } from "react-router";
import { loadedLater } from "./loaded-later.tsx";

/** A route whose page is loaded on demand; the previous page stays meanwhile. */
export function page(
	path: string,
	fetched: () => Promise<ComponentType>,
	children: RouteObject[] = [],
): RouteObject {
	const { Shown, load } = loadedLater(fetched);
	return { path, Component: Shown, handle: load, children };
}

/**
 * Starts loading everything that an address shows, in parallel with the page's frame. Resolves when all have loaded or failed; undefined
 * when there is nothing to wait for. Failures are reported where the page is shown.
 */
export function loadPages(routes: RouteObject[], pathname: string): Promise<unknown> | undefined {
	const loads = (matchRoutes(routes, pathname) ?? []).flatMap(({ route }) => route.handle ?? []);
	return loads.length > 0 ? Promise.allSettled(loads.map((load) => load())) : undefined;
}
