/** Every path of the pages (web/src/routes.tsx); anything else is answered with 404. */
const PAGE_PATHS = [
	"/",
	"/setup",
	"/sign-in",
	"/sign-up",
	"/sign-up/confirm",
	"/invitation",
	"/case",
	"/reset",
	"/email/confirm",
	"/unsubscribe/:token",
	"/find",
	"/find/:barcode",
	"/keys",
	"/keys/:client_id",
	"/keys/:client_id/calls",
	"/keys/:client_id/ledger",
	"/keys/:client_id/top-ups",
	"/keys/:client_id/webhook",
	"/keys/:client_id/try",
	"/credits",
	"/credits/ledger",
	"/credits/top-ups",
	"/spending",
	"/basket",
	"/lists",
	"/lists/:list_id",
	"/orders",
	"/orders/:order_id",
	"/my-products",
	"/propose",
	"/members",
	"/account",
	"/docs/api",
	"/admin",
	"/admin/top-ups",
	"/admin/review",
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
	"/admin/trace/:case_id/report",
	"/admin/catalogue",
	"/admin/catalogue/:tab_or_barcode",
	"/admin/catalogue/doubtful/:kind",
	"/admin/watermark",
	"/admin/rights",
	"/admin/storefront",
	"/admin/accounts",
	"/admin/activity",
	"/admin/settings",
];

const PAGE = new RegExp(`^(?:${PAGE_PATHS.map((path) => path.replace(/:\w+/g, "[^/]+")).join("|")})/?$`);

/** A page for holders of a link, which is nobody else's business. */
export function isUnlisted(path: string): boolean {
	return /^\/case\/?$/.test(path);
}

export function isPage(path: string): boolean {
	return PAGE.test(path);
}
