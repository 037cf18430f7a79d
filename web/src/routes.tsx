import type { RouteObject } from "react-router";
import { page } from "./page.tsx";
import { SignIn } from "./pages/sign-in/SignIn.tsx";

/** Every route of the pages. The sign-in page, which is seen first, is in the main file; every other page is loaded on demand. */
export const routes: RouteObject[] = [
	{ path: "/sign-in", Component: SignIn },
	page("/setup", () => import("./pages/setup/SetupPage.tsx"), "SetupPage"),
	page("/sign-up", () => import("./pages/sign-in/SignUp.tsx"), "SignUp"),
	page("/sign-up/confirm", () => import("./pages/sign-in/ConfirmSignUp.tsx"), "ConfirmSignUp"),
	page("/email/confirm", () => import("./pages/account/ConfirmEmail.tsx"), "ConfirmEmail"),
	page("/unsubscribe/:token", () => import("./pages/account/Unsubscribe.tsx"), "Unsubscribe"),
	page("/case", () => import("./pages/case/SharedCase.tsx"), "SharedCase"),
	page("/invitation", () => import("./pages/sign-in/Invitation.tsx"), "Invitation"),
	page("/reset", () => import("./pages/sign-in/Reset.tsx"), "Reset"),
	page("/welcome", () => import("./pages/sign-in/Reset.tsx"), "Welcome"),
	page("/", () => import("./shell/Portal.tsx"), "Portal", [
		page("", () => import("./pages/home/Home.tsx"), "Home"),
		page("keys", () => import("./pages/keys/Keys.tsx"), "Keys"),
		page("keys/try", () => import("./pages/key/try/TryWithUsualKey.tsx"), "TryWithUsualKey"),
		page("keys/:clientId", () => import("./pages/key/KeyPage.tsx"), "KeyPage", keyTabs()),
		page("credits", () => import("./pages/key/KeyPage.tsx"), "CreditsPage", creditTabs()),
		page("spending", () => import("./pages/spending/SpendingPage.tsx"), "SpendingPage"),
		page("find", () => import("./pages/find/Find.tsx"), "Find"),
		page("find/:barcode", () => import("./pages/find/ProductPage.tsx"), "ProductPage"),
		page("basket", () => import("./pages/basket/BasketPage.tsx"), "BasketPage"),
		page("lists", () => import("./pages/lists/ListsPage.tsx"), "ListsPage"),
		page("lists/:listId", () => import("./pages/lists/SavedListPage.tsx"), "SavedListPage"),
		page("propose", () => import("./pages/propose/ProposePage.tsx"), "ProposePage"),
		page("my-products", () => import("./pages/my-products/MyProducts.tsx"), "MyProducts"),
		page("orders", () => import("./pages/orders/Orders.tsx"), "Orders"),
		page("orders/:orderId", () => import("./pages/orders/OrderPage.tsx"), "OrderPage"),
		page("members", () => import("./pages/account/Members.tsx"), "Members"),
		page("account", () => import("./pages/account/AccountPage.tsx"), "AccountPage"),
		page("admin", () => import("./shell/Portal.tsx"), "Administration", administration()),
		page("*", () => import("./pages/NotFound.tsx"), "NotFound"),
	]),
];

function creditTabs(): RouteObject[] {
	return [
		page("", () => import("./pages/key/overview/Overview.tsx"), "Overview"),
		page("ledger", () => import("./pages/key/ledger/Ledger.tsx"), "Ledger"),
		page("statement", () => import("./pages/key/ledger/MonthStatement.tsx"), "MonthStatement"),
		page("top-ups", () => import("./pages/key/top-ups/TopUps.tsx"), "TopUps"),
	];
}

function keyTabs(): RouteObject[] {
	return [
		...creditTabs(),
		page("calls", () => import("./pages/key/calls/Calls.tsx"), "Calls"),
		page("webhook", () => import("./pages/key/webhook/Webhook.tsx"), "Webhook"),
		page("try", () => import("./pages/key/try/TryIt.tsx"), "TryIt"),
		page("policy", () => import("./pages/key/policy/Policy.tsx"), "Policy"),
		page("preview", () => import("./pages/key/preview/PreviewTab.tsx"), "PreviewTab"),
		page("history", () => import("./pages/key/history/History.tsx"), "History"),
	];
}

function catalogueTabs(): RouteObject[] {
	return [
		page("", () => import("./pages/admin/catalogue/Products.tsx"), "Products"),
		page("changes", () => import("./pages/admin/catalogue/Changes.tsx"), "Changes"),
		page("coverage", () => import("./pages/admin/catalogue/Coverage.tsx"), "Coverage"),
		page("doubtful", () => import("./pages/admin/catalogue/DataIssues.tsx"), "DataIssues"),
		page("doubtful/leading_zeros", () => import("./pages/admin/catalogue/SameGtinList.tsx"), "SameGtinList"),
		page(
			"doubtful/stored_short",
			() => import("./pages/admin/catalogue/StoredShortList.tsx"),
			"StoredShortList",
		),
		page("doubtful/:kind", () => import("./pages/admin/catalogue/IssueList.tsx"), "IssueList"),
	];
}

function administration(): RouteObject[] {
	return [
		page("", () => import("./pages/admin/overview/AdminOverview.tsx"), "AdminOverview"),
		page("review", () => import("./pages/admin/review/ReviewPage.tsx"), "ReviewPage"),
		page("top-ups", () => import("./pages/admin/TopUpQueue.tsx"), "TopUpQueue"),
		page("money", () => import("./pages/admin/money/Money.tsx"), "Money"),
		page("clients", () => import("./pages/keys/AllKeys.tsx"), "AllKeys"),
		page("clients/:clientId", () => import("./pages/key/KeyPage.tsx"), "MovedKey"),
		page("clients/:clientId/:tab", () => import("./pages/key/KeyPage.tsx"), "MovedKey"),
		page("prices", () => import("./pages/admin/prices/PricesPage.tsx"), "PricesPage"),
		page("studio", () => import("./pages/admin/studio/StudioPage.tsx"), "StudioPage"),
		page("studio/:importId", () => import("./pages/admin/studio/StudioPage.tsx"), "CardPage"),
		page("imports", () => import("./pages/admin/imports/ImportsPage.tsx"), "ImportsPage"),
		page("imports/:importId", () => import("./pages/admin/imports/ImportPage.tsx"), "ImportPage"),
		page("trace", () => import("./pages/admin/trace/Traces.tsx"), "Traces"),
		page("trace/:caseId", () => import("./pages/admin/trace/CasePage.tsx"), "CasePage"),
		page("trace/:caseId/report", () => import("./pages/case/ReportPage.tsx"), "ReportPage"),
		page(
			"catalogue",
			() => import("./pages/admin/catalogue/CataloguePage.tsx"),
			"CataloguePage",
			catalogueTabs(),
		),
		page(
			"catalogue/:barcode",
			() => import("./pages/admin/catalogue/product/CatalogueProductPage.tsx"),
			"CatalogueProductPage",
		),
		page("kosher", () => import("./pages/admin/kosher/KosherPage.tsx"), "KosherPage"),
		page("watermark", () => import("./pages/admin/watermark/WatermarkPage.tsx"), "WatermarkPage"),
		page("alerts", () => import("./pages/admin/alerts/Alerts.tsx"), "Alerts"),
		page("alerts/:alertId", () => import("./pages/admin/alerts/AlertPage.tsx"), "AlertPage"),
		page("rights", () => import("./pages/admin/rights/RightsPage.tsx"), "RightsPage"),
		page("storefront", () => import("./pages/admin/storefront/StorefrontPage.tsx"), "StorefrontPage"),
		page("accounts", () => import("./pages/admin/Accounts.tsx"), "Accounts"),
		page("activity", () => import("./pages/admin/activity/Activity.tsx"), "Activity"),
		page("settings", () => import("./pages/admin/Settings.tsx"), "Settings"),
	];
}
