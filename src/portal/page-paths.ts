/** Every address of the pages (web/src/routes.tsx); whatever else is asked for is answered with 404. */
const PAGE_PATHS = [
	"/",
	"/sign-in",
	"/sign-up",
	"/sign-up/confirm",
	"/reset",
	"/email/confirm",
	"/unsubscribe/:token",
	"/find",
	"/find/:barcode",
	"/keys",
	"/keys/:client_id",
	"/keys/:client_id/calls",
	"/keys/:client_id/ledger",
	"/keys/:client_id/usage",
	"/keys/:client_id/top-ups",
	"/keys/:client_id/webhook",
	"/keys/:client_id/try",
	"/basket",
	"/lists",
	"/lists/:list_id",
	"/orders",
	"/orders/:order_id",
	"/my-products",
	"/account",
	"/docs",
	"/admin",
	"/admin/top-ups",
	"/admin/clients",
	"/admin/clients/:client_id",
	"/admin/clients/:client_id/preview",
	"/admin/clients/:client_id/ledger",
	"/admin/clients/:client_id/history",
	"/admin/prices",
	"/admin/imports",
	"/admin/imports/:import_id",
	"/admin/trace",
	"/admin/trace/:case_id",
	"/admin/accounts",
	"/admin/activity",
	"/admin/settings",
];

const PAGE = new RegExp(`^(?:${PAGE_PATHS.map((path) => path.replace(/:\w+/g, "[^/]+")).join("|")})/?$`);

export function isPage(path: string): boolean {
	return PAGE.test(path);
}
