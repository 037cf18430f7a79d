import type { RouteObject } from "react-router";
import { page } from "./page.tsx";
import { SignIn } from "./pages/sign-in/SignIn.tsx";

/** Every route of the pages. The sign-in page, which is seen first, is in the main file; every other page is loaded on demand. */
export const routes: RouteObject[] = [
	{ path: "/sign-in", Component: SignIn },
	page("/setup", () => import("./pages/setup/SetupPage.tsx").then((page) => page.SetupPage)),
	page("/sign-up", () => import("./pages/sign-in/SignUp.tsx").then((page) => page.SignUp)),
	page("/sign-up/confirm", () =>
		import("./pages/sign-in/ConfirmSignUp.tsx").then((page) => page.ConfirmSignUp),
	),
	page("/email/confirm", () => import("./pages/account/ConfirmEmail.tsx").then((page) => page.ConfirmEmail)),
	page("/unsubscribe/:token", () =>
		import("./pages/account/Unsubscribe.tsx").then((page) => page.Unsubscribe),
	),
	page("/case", () => import("./pages/case/SharedCase.tsx").then((page) => page.SharedCase)),
	page("/invitation", () => import("./pages/sign-in/Invitation.tsx").then((page) => page.Invitation)),
	page("/reset", () => import("./pages/sign-in/Reset.tsx").then((page) => page.Reset)),
	page("/", () => import("./shell/Portal.tsx").then((page) => page.Portal), [
		page("", () => import("./pages/home/Home.tsx").then((page) => page.Home)),
		page("keys", () => import("./pages/keys/Keys.tsx").then((page) => page.Keys)),
		page("keys/:clientId", () => import("./pages/key/KeyPage.tsx").then((page) => page.KeyPage), keyTabs()),
		page("credits", () => import("./pages/key/KeyPage.tsx").then((page) => page.CreditsPage), creditTabs()),
		page("spending", () => import("./pages/spending/SpendingPage.tsx").then((page) => page.SpendingPage)),
		page("find", () => import("./pages/find/Find.tsx").then((page) => page.Find)),
		page("find/:barcode", () => import("./pages/find/ProductPage.tsx").then((page) => page.ProductPage)),
		page("basket", () => import("./pages/basket/BasketPage.tsx").then((page) => page.BasketPage)),
		page("docs/api", () => import("./pages/reference/Reference.tsx").then((page) => page.Reference)),
		page("lists", () => import("./pages/lists/ListsPage.tsx").then((page) => page.ListsPage)),
		page("lists/:listId", () => import("./pages/lists/SavedListPage.tsx").then((page) => page.SavedListPage)),
		page("propose", () => import("./pages/propose/ProposePage.tsx").then((page) => page.ProposePage)),
		page("my-products", () => import("./pages/my-products/MyProducts.tsx").then((page) => page.MyProducts)),
		page("orders", () => import("./pages/orders/Orders.tsx").then((page) => page.Orders)),
		page("orders/:orderId", () => import("./pages/orders/OrderPage.tsx").then((page) => page.OrderPage)),
		page("members", () => import("./pages/account/Members.tsx").then((page) => page.Members)),
		page("account", () => import("./pages/account/AccountPage.tsx").then((page) => page.AccountPage)),
		page("admin", () => import("./shell/Portal.tsx").then((page) => page.Administration), administration()),
		page("*", () => import("./pages/NotFound.tsx").then((page) => page.NotFound)),
	]),
];

function creditTabs(): RouteObject[] {
	return [
		page("", () => import("./pages/key/overview/Overview.tsx").then((page) => page.Overview)),
		page("ledger", () => import("./pages/key/ledger/Ledger.tsx").then((page) => page.Ledger)),
		page("top-ups", () => import("./pages/key/top-ups/TopUps.tsx").then((page) => page.TopUps)),
	];
}

function keyTabs(): RouteObject[] {
	return [
		...creditTabs(),
		page("calls", () => import("./pages/key/calls/Calls.tsx").then((page) => page.Calls)),
		page("webhook", () => import("./pages/key/webhook/Webhook.tsx").then((page) => page.Webhook)),
		page("try", () => import("./pages/key/try/TryIt.tsx").then((page) => page.TryIt)),
	];
}

function clientTabs(): RouteObject[] {
	return [
		page("", () => import("./pages/admin/client/Policy.tsx").then((page) => page.Policy)),
		page("preview", () =>
			import("./pages/admin/client/ClientPreview.tsx").then((page) => page.ClientPreview),
		),
		page("ledger", () => import("./pages/admin/client/ClientLedger.tsx").then((page) => page.ClientLedger)),
		page("history", () =>
			import("./pages/admin/client/ClientHistory.tsx").then((page) => page.ClientHistory),
		),
	];
}

function catalogueTabs(): RouteObject[] {
	return [
		page("", () => import("./pages/admin/catalogue/Products.tsx").then((page) => page.Products)),
		page("changes", () => import("./pages/admin/catalogue/Changes.tsx").then((page) => page.Changes)),
		page("coverage", () => import("./pages/admin/catalogue/Coverage.tsx").then((page) => page.Coverage)),
		page("doubtful", () => import("./pages/admin/catalogue/Doubtful.tsx").then((page) => page.Doubtful)),
		page("doubtful/leading_zeros", () =>
			import("./pages/admin/catalogue/SameGtinList.tsx").then((page) => page.SameGtinList),
		),
		page("doubtful/:kind", () =>
			import("./pages/admin/catalogue/DoubtfulList.tsx").then((page) => page.DoubtfulList),
		),
	];
}

function administration(): RouteObject[] {
	return [
		page("", () => import("./pages/admin/overview/AdminOverview.tsx").then((page) => page.AdminOverview)),
		page("review", () => import("./pages/admin/review/ReviewPage.tsx").then((page) => page.ReviewPage)),
		page("top-ups", () => import("./pages/admin/TopUpQueue.tsx").then((page) => page.TopUpQueue)),
		page("clients", () => import("./pages/admin/clients/Clients.tsx").then((page) => page.Clients)),
		page(
			"clients/:clientId",
			() => import("./pages/admin/client/ClientPage.tsx").then((page) => page.ClientPage),
			clientTabs(),
		),
		page("prices", () => import("./pages/admin/prices/PricesPage.tsx").then((page) => page.PricesPage)),
		page("imports", () => import("./pages/admin/imports/ImportsPage.tsx").then((page) => page.ImportsPage)),
		page("imports/:importId", () =>
			import("./pages/admin/imports/ImportPage.tsx").then((page) => page.ImportPage),
		),
		page("trace", () => import("./pages/admin/trace/Traces.tsx").then((page) => page.Traces)),
		page("trace/:caseId", () => import("./pages/admin/trace/CasePage.tsx").then((page) => page.CasePage)),
		page("trace/:caseId/report", () => import("./pages/case/ReportPage.tsx").then((page) => page.ReportPage)),
		page(
			"catalogue",
			() => import("./pages/admin/catalogue/CataloguePage.tsx").then((page) => page.CataloguePage),
			catalogueTabs(),
		),
		page("catalogue/:barcode", () =>
			import("./pages/admin/catalogue/product/CatalogueProductPage.tsx").then(
				(page) => page.CatalogueProductPage,
			),
		),
		page("watermark", () =>
			import("./pages/admin/watermark/WatermarkPage.tsx").then((page) => page.WatermarkPage),
		),
		page("rights", () => import("./pages/admin/rights/RightsPage.tsx").then((page) => page.RightsPage)),
		page("storefront", () =>
			import("./pages/admin/storefront/StorefrontPage.tsx").then((page) => page.StorefrontPage),
		),
		page("accounts", () => import("./pages/admin/Accounts.tsx").then((page) => page.Accounts)),
		page("activity", () => import("./pages/admin/activity/Activity.tsx").then((page) => page.Activity)),
		page("settings", () => import("./pages/admin/Settings.tsx").then((page) => page.Settings)),
	];
}
