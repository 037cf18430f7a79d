import type { Account, CurrentSession } from "../api/routes.ts";
import { adminPagesOf, homeOf } from "./admin-pages.ts";
import { ADMINISTRATION, OWN_PAGES, type PageGroup, type PageLink } from "./page-table.ts";

/** The pages of administration that an account may open, by the work that they are for. */
export function adminGroupsOf(account: Pick<Account, "roles">): readonly PageGroup[] {
	const open: readonly PageLink[] = adminPagesOf(account);
	return ADMINISTRATION.map((group: PageGroup) => ({
		...group,
		pages: group.pages.filter((page) => open.includes(page)),
	}));
}

/** The pages of the account that somebody acts for. @param hasKeys whether it has any: others need not know the word. */
export function ownGroupsOf(
	{ account, acts_for: actsFor }: SignedInAs,
	hasKeys: boolean,
): readonly PageGroup[] {
	const mayBuy = actsFor === null || actsFor.role === "owner" || actsFor.role === "buyer";
	const isShown = ({ to }: PageLink) =>
		to === "/basket" ? mayBuy : to === "/propose" ? Boolean(account?.proposes_as) : true;
	const named = (page: PageLink) =>
		page.to === "/keys" && !hasKeys ? { ...page, name: "API access" } : page;
	return OWN_PAGES.map((group) => ({ ...group, pages: group.pages.filter(isShown).map(named) }));
}

/** Whether a page is work for others: administration, or a key that is none of the own. */
export function isWorkForOthers(
	account: Pick<Account, "roles">,
	pathname: string,
	ownKeys: readonly { readonly client_id: string }[],
): boolean {
	if (homeOf(account) === "/") return false;
	const [, place, clientId] = pathname.split("/");
	if (place !== "keys" || clientId === undefined || clientId === "try") return place === "admin";
	return !ownKeys.some(({ client_id }) => client_id === clientId);
}

interface SignedInAs {
	readonly account: Pick<Account, "roles" | "proposes_as"> | null;
	readonly acts_for: Pick<NonNullable<CurrentSession["acts_for"]>, "role"> | null;
}
