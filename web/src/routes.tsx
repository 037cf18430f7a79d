import type { ComponentType } from "react";
import { Navigate, type RouteObject } from "react-router";
import { NotFound } from "./pages/NotFound.tsx";
import { PageFailure } from "./shell/PageFailure.tsx";
import { Administration, Portal } from "./shell/Portal.tsx";
import { Splash } from "./shell/Splash.tsx";

/** Every address of the pages. Each page is a file of its own that is loaded when somebody goes there. */
export const routes: RouteObject[] = [
	{
		errorElement: <PageFailure />,
		HydrateFallback: Splash,
		children: [
			page("/sign-in", () => import("./pages/sign-in/SignIn.tsx").then((page) => page.SignIn)),
			page("/sign-up", () => import("./pages/sign-in/SignUp.tsx").then((page) => page.SignUp)),
			page("/reset", () => import("./pages/sign-in/Reset.tsx").then((page) => page.Reset)),
			{
				path: "/",
				Component: Portal,
				children: [
					{ index: true, element: <Navigate replace to="/keys" /> },
					page("keys", () => import("./pages/keys/Keys.tsx").then((page) => page.Keys)),
					page(
						"keys/:clientId",
						() => import("./pages/key/KeyPage.tsx").then((page) => page.KeyPage),
						keyTabs(),
					),
					page("account", () => import("./pages/account/AccountPage.tsx").then((page) => page.AccountPage)),
					{ path: "admin", Component: Administration, children: administration() },
					{ path: "*", Component: NotFound },
				],
			},
		],
	},
];

function keyTabs(): RouteObject[] {
	return [
		page("", () => import("./pages/key/overview/Overview.tsx").then((page) => page.Overview)),
		page("ledger", () => import("./pages/key/ledger/Ledger.tsx").then((page) => page.Ledger)),
		page("usage", () => import("./pages/key/usage/Usage.tsx").then((page) => page.Usage)),
		page("top-ups", () => import("./pages/key/top-ups/TopUps.tsx").then((page) => page.TopUps)),
		page("try", () => import("./pages/key/try/TryIt.tsx").then((page) => page.TryIt)),
	];
}

function administration(): RouteObject[] {
	return [
		{ index: true, element: <Navigate replace to="/admin/top-ups" /> },
		page("top-ups", () => import("./pages/admin/TopUpQueue.tsx").then((page) => page.TopUpQueue)),
		page("accounts", () => import("./pages/admin/Accounts.tsx").then((page) => page.Accounts)),
		page("activity", () => import("./pages/admin/Activity.tsx").then((page) => page.Activity)),
		page("settings", () => import("./pages/admin/Settings.tsx").then((page) => page.Settings)),
	];
}

function page(path: string, load: () => Promise<ComponentType>, children: RouteObject[] = []): RouteObject {
	return { path, lazy: async () => ({ Component: await load() }), children };
}
