import { createRoot } from "react-dom/client";
import { App } from "./App.tsx";
import { makeQueryClient } from "./api/query-client.ts";
import { currentSession } from "./api/session.ts";
import { loadBeforeClicks, loadPages } from "./page.tsx";
import { ignoreDoubleClicks } from "./parts/double-clicks.ts";
import { routes } from "./routes.tsx";
import { Splash } from "./shell/Splash.tsx";
import "./theme/fonts.css";
import "./theme/first.css";
import "virtual:theme.css";
import "./theme/global.css";

const element = document.getElementById("root");
// In a microtask of its own: a browser being profiled records which calls led to a request, and reparses this whole file if it is one of them.
if (element) queueMicrotask(() => start(element));

/** Every page asks who is signed in: the request is sent while the page's files are loading. */
async function start(element: HTMLElement): Promise<void> {
	const root = createRoot(element);
	ignoreDoubleClicks(document);
	const queryClient = makeQueryClient();
	void queryClient.prefetchQuery(currentSession);
	const loading = loadPages(routes, location.pathname);
	if (loading) {
		root.render(<Splash />);
		await loading;
	}
	root.render(<App queryClient={queryClient} />);
	loadBeforeClicks(routes);
}
