import type { Account, CurrentSession } from "../api/routes.ts";
import { adminPagesOf } from "./admin-pages.ts";
import { OWN_PAGES, type PageGroup, type PageLink } from "./page-table.ts";

/** The sidebar of a person: administration, if any, then everybody's. @param hasKeys whether the account has any: others need not know the word. */
export function pagesOf({ account, acts_for: actsFor }: SignedInAs, hasKeys: boolean): readonly PageGroup[] {
	const mayBuy = actsFor === null || actsFor.role === "owner" || actsFor.role === "buyer";
	const isShown = ({ to }: PageLink) =>
		to === "/basket" ? mayBuy : to === "/propose" ? Boolean(account?.proposes_as) : true;
	const named = (page: PageLink) =>
		page.to === "/keys" && !hasKeys ? { ...page, name: "API access" } : page;
	return [
		{ name: "Administration", pages: account ? adminPagesOf(account) : [] },
		...OWN_PAGES.map((group) => ({ ...group, pages: group.pages.filter(isShown).map(named) })),
	];
}

interface SignedInAs {
	readonly account: Pick<Account, "roles" | "proposes_as"> | null;
	readonly acts_for: Pick<NonNullable<CurrentSession["acts_for"]>, "role"> | null;
}
