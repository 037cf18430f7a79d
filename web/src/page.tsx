import type { ComponentType } from "react";
import { matchRoutes, type RouteObject } from "react-router";
import { loadedLater } from "./loaded-later.tsx";

/** A route whose page is loaded on demand; the previous page stays until then. @param name of the page in its file. */
export function page<Name extends string>(
	path: string,
	file: () => Promise<Readonly<Record<NoInfer<Name>, ComponentType>>>,
	name: Name,
	children: RouteObject[] = [],
): RouteObject {
	const { Shown, load } = loadedLater(() => file().then((exported) => exported[name]));
	return { path, Component: Shown, handle: load, children };
}

/** Preloads the page behind a link when it is hovered, touched or focused: it is usually there by the click. */
export function loadBeforeClicks(routes: RouteObject[]): void {
	const load = ({ target }: Event) => {
		const link = target instanceof Element ? target.closest("a") : null;
		if (link?.origin === location.origin) void loadPages(routes, link.pathname);
	};
	for (const sign of ["pointerover", "focusin"]) document.addEventListener(sign, load, { passive: true });
}

/** Starts loading everything that a path shows, beside the frame; undefined if nothing is left to load. Failures are reported where the page is shown. */
export function loadPages(routes: RouteObject[], pathname: string): Promise<unknown> | undefined {
	const loads = (matchRoutes(routes, pathname) ?? []).flatMap(({ route }) => route.handle ?? []);
	return loads.length > 0 ? Promise.allSettled(loads.map((load) => load())) : undefined;
}
