import type { Role } from "../../../src/pages/contract.ts";
import type { Account } from "../api/routes.ts";
import { ADMIN_PAGES } from "./page-table.ts";

export type AdminPage = (typeof ADMIN_PAGES)[number]["to"];

/** The pages of administration that this account may open, in the order of the sidebar. */
export function adminPagesOf({ roles }: Pick<Account, "roles">) {
	return ADMIN_PAGES.filter((page) => page.roles.some((role: Role) => roles.includes(role)));
}

/** Whether this account may open a page of administration. */
export function mayOpen(account: Pick<Account, "roles">, page: AdminPage): boolean {
	return adminPagesOf(account).some(({ to }) => to === page);
}

/** The administration page to which a path belongs. */
export function adminPageOf(pathname: string): AdminPage | undefined {
	return ADMIN_PAGES.map(({ to }) => to).find(
		(page) => pathname === page || (page !== "/admin" && pathname.startsWith(`${page}/`)),
	);
}

/** The start page of an account: the first administration page that it may open, if any. */
export function homeOf(account: Pick<Account, "roles">): string {
	return adminPagesOf(account)[0]?.to ?? "/";
}
