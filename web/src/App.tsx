import { localStorageColorSchemeManager, MantineProvider } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { createBrowserRouter, RouterProvider } from "react-router";
import { makeQueryClient } from "./api/query-client.ts";
import { routes } from "./routes.tsx";
import { theme } from "./theme/theme.ts";

const queryClient = makeQueryClient();
const router = createBrowserRouter(routes);
/** `public/color-scheme.js` reads the same entry before anything is drawn. */
const colorScheme = localStorageColorSchemeManager({ key: "packshot-color-scheme" });

/** The pages put together. Mantine writes no style elements here: the content policy would refuse them. */
export function App() {
	return (
		<MantineProvider
			colorSchemeManager={colorScheme}
			defaultColorScheme="auto"
			theme={theme}
			withCssVariables={false}
			withGlobalClasses={false}
		>
			<QueryClientProvider client={queryClient}>
				<RouterProvider router={router} />
				<section aria-label="Dialogs and menus" id="overlays" />
				<section aria-label="Messages">
					<Notifications position="bottom-right" withinPortal={false} />
				</section>
			</QueryClientProvider>
		</MantineProvider>
	);
}
