import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { type QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Suspense } from "react";
import { BrowserRouter, useLocation, useRoutes } from "react-router";
import { loadPages } from "./page.tsx";
import { routes } from "./routes.tsx";
import { Messages } from "./shell/Messages.tsx";
import { PageBoundary } from "./shell/PageBoundary.tsx";
import { Splash } from "./shell/Splash.tsx";
import { theme } from "./theme/theme.ts";

/** `public/color-scheme.js` reads the same entry before anything is drawn. */
const colorScheme = localStorageColorSchemeManager({ key: "packshot-color-scheme" });

/** The root component. Mantine writes no style elements here: the content policy would block them. */
export function App({ queryClient }: { readonly queryClient: QueryClient }) {
	return (
		<MantineProvider
			colorSchemeManager={colorScheme}
			defaultColorScheme="auto"
			theme={theme}
			withCssVariables={false}
			withGlobalClasses={false}
		>
			<QueryClientProvider client={queryClient}>
				<BrowserRouter>
					<Pages />
				</BrowserRouter>
				<section aria-label="Dialogs and menus" id="overlays" />
				<section aria-label="Messages">
					<Messages />
				</section>
			</QueryClientProvider>
		</MantineProvider>
	);
}

function Pages() {
	const location = useLocation();
	const shown = useRoutes(routes);
	void loadPages(routes, location.pathname);
	return (
		<PageBoundary location={location}>
			<Suspense fallback={<Splash />}>{shown}</Suspense>
		</PageBoundary>
	);
}
