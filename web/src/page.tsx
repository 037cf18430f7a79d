import type { ComponentType } from "react";
import { matchRoutes, type RouteObject } from "react-router";
import { loadedLater } from "./loaded-later.tsx";

/** A route whose page is loaded when somebody goes there; the page before stays meanwhile. */
export function page(
	path: string,
	fetched: () => Promise<ComponentType>,
	children: RouteObject[] = [],
): RouteObject {
	const { Shown, load } = loadedLater(fetched);
	return { path, Component: Shown, handle: load, children };
}

/**
 * Begins to load everything that an address shows, at once instead of what stands around a page first. Resolves when all came or failed;
 * undefined when there is nothing to wait for. Failures are told of where the page is shown.
 */
export function loadPages(routes: RouteObject[], pathname: string): Promise<unknown> | undefined {
	const loads = (matchRoutes(routes, pathname) ?? []).flatMap(({ route }) => route.handle ?? []);
	return loads.length > 0 ? Promise.allSettled(loads.map((load) => load())) : undefined;
}
