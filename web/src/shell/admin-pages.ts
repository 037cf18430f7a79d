import type { Role } from "../../../src/portal/http/contract.ts";
import type { Account } from "../api/routes.ts";

/** Who may open which administration page: those who may make one of the calls that fill it. */
export const ADMIN_PAGES = {
	"/admin": {
		call: ["GET /admin/top-ups", "GET /admin/review"],
		roles: ["administrator", "catalogue_editor", "accountant"],
	},
	"/admin/top-ups": { call: "GET /admin/top-ups", roles: ["administrator", "accountant"] },
	"/admin/review": { call: "GET /admin/review", roles: ["administrator", "catalogue_editor"] },
	"/admin/clients": { call: "GET /admin/clients", roles: ["administrator", "accountant"] },
	"/admin/prices": { call: "GET /admin/prices", roles: ["administrator", "accountant"] },
	"/admin/imports": { call: "GET /admin/imports", roles: ["administrator", "catalogue_editor"] },
	"/admin/trace": { call: "GET /admin/traces", roles: ["administrator", "tracer"] },
	"/admin/catalogue": {
		call: "GET /admin/catalogue/products",
		roles: ["administrator", "catalogue_editor"],
	},
	"/admin/watermark": { call: "GET /admin/watermark", roles: ["administrator"] },
	"/admin/rights": { call: "GET /admin/rights", roles: ["administrator"] },
	"/admin/storefront": { call: "GET /admin/storefront", roles: ["administrator"] },
	"/admin/accounts": { call: "GET /admin/accounts", roles: ["administrator"] },
	"/admin/activity": { call: "GET /admin/events", roles: ["administrator"] },
	"/admin/settings": { call: "GET /admin/settings", roles: ["administrator"] },
} as const satisfies Record<
	string,
	{ readonly call: string | readonly string[]; readonly roles: readonly Role[] }
>;

export type AdminPage = keyof typeof ADMIN_PAGES;

const paths = Object.keys(ADMIN_PAGES) as AdminPage[];

/** Whether this account may open a page of administration. */
export function mayOpen({ roles }: Pick<Account, "roles">, page: AdminPage): boolean {
	const allowed: readonly Role[] = ADMIN_PAGES[page].roles;
	return roles.some((role) => allowed.includes(role));
}

/** The pages of administration that this account may open, in the order of the navigation. */
export function adminPagesOf(account: Pick<Account, "roles">): AdminPage[] {
	return paths.filter((page) => mayOpen(account, page));
}

/** The administration page to which a path belongs. */
export function adminPageOf(pathname: string): AdminPage | undefined {
	return paths.find((page) => pathname === page || (page !== "/admin" && pathname.startsWith(`${page}/`)));
}

/** The start page of an account: the first administration page that it may open, if any. */
export function homeOf(account: Pick<Account, "roles">): string {
	return adminPagesOf(account)[0] ?? "/";
}
