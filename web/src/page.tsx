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

/** Loads the page behind a link when somebody points at it, touches it or moves the focus to it: it is mostly there when they click. */
export function loadBeforeClicks(routes: RouteObject[]): void {
	const load = ({ target }: Event) => {
		const link = target instanceof Element ? target.closest("a") : null;
		if (link?.origin === location.origin) void loadPages(routes, link.pathname);
	};
	for (const sign of ["pointerover", "focusin"]) document.addEventListener(sign, load, { passive: true });
}

/**
 * Starts loading everything that an address shows, in parallel with the page's frame. Resolves when all have loaded or failed; undefined
 * when there is nothing to wait for. Failures are reported where the page is shown.
 */
export function loadPages(routes: RouteObject[], pathname: string): Promise<unknown> | undefined {
	const loads = (matchRoutes(routes, pathname) ?? []).flatMap(({ route }) => route.handle ?? []);
	return loads.length > 0 ? Promise.allSettled(loads.map((load) => load())) : undefined;
}
