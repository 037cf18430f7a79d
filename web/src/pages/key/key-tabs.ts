import type { ShownKey } from "../../api/routes.ts";

type Tab = readonly [path: string, name: string];

/** For members of the account. The account itself, which no program uses, has the first four. */
const ACCOUNT_TABS: readonly Tab[] = [
	["", "Overview"],
	["ledger", "Ledger"],
	["statement", "Statement"],
	["top-ups", "Top-ups"],
];
const OWN_TABS: readonly Tab[] = [
	["", "Overview"],
	["calls", "Calls"],
	["ledger", "Ledger"],
	["statement", "Statement"],
	["top-ups", "Top-ups"],
	["webhook", "Webhook"],
	["try", "Try it"],
];
/** For administrators and accountants. */
const ADMINISTRATION_TABS: readonly Tab[] = [
	["policy", "Policy"],
	["preview", "See as this key"],
	["ledger", "Ledger"],
	["history", "History"],
];

interface Shown {
	/** Whether it is shown as what the account's orders are paid from. */
	readonly isCredits: boolean;
	readonly hasWebhooks: boolean;
}

/** The tabs of a key that somebody may see, and those of them that are offered: links to others open, and say why there is nothing. */
export function tabsOf(
	{
		is_own,
		is_account,
		state,
		administration,
	}: Pick<ShownKey, "is_own" | "is_account" | "state" | "administration">,
	{ isCredits, hasWebhooks }: Shown,
): { readonly visible: readonly Tab[]; readonly offered: readonly Tab[] } {
	const own = !is_own ? [] : is_account ? ACCOUNT_TABS : OWN_TABS;
	const paths = own.map(([path]) => path);
	const others = administration === null || isCredits ? [] : ADMINISTRATION_TABS;
	const visible = [...own, ...others.filter(([path]) => !paths.includes(path))];
	const isOffered = ([path]: Tab) =>
		path === "webhook" ? hasWebhooks : path === "try" ? state === "active" : true;
	return { visible, offered: visible.filter(isOffered) };
}
