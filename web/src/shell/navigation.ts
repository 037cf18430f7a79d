import {
	type Icon,
	IconAdjustments,
	IconBasket,
	IconBook2,
	IconBooks,
	IconBuildingStore,
	IconChartBar,
	IconClipboardCheck,
	IconCoins,
	IconCopyright,
	IconFileImport,
	IconFingerprint,
	IconHistory,
	IconHome,
	IconKey,
	IconLayoutDashboard,
	IconListCheck,
	IconListSearch,
	IconPackage,
	IconPhotoCheck,
	IconPhotoSearch,
	IconPhotoUp,
	IconPlugConnected,
	IconRubberStamp,
	IconTag,
	IconUserCircle,
	IconUsers,
} from "@tabler/icons-react";
import type { ComponentType } from "react";
import type { Account, CurrentSession } from "../api/routes.ts";
import { type AdminPage, mayOpen } from "./admin-pages.ts";
import { BasketCount, WaitingReviews, WaitingTopUps } from "./counts.tsx";

/** An entry of the sidebar. */
export interface PageLink {
	readonly name: string;
	readonly to: string;
	readonly icon: Icon;
	/** Not highlighted while a page below it is shown. */
	readonly isExact?: boolean;
	/** A static document outside the app, so that it needs a full page load. */
	readonly isDocument?: boolean;
	/** A count beside the entry, such as of pending items. */
	readonly Count?: ComponentType;
}

/** Related entries; a group without entries is not shown. */
export interface PageGroup {
	readonly name?: string;
	readonly pages: readonly PageLink[];
}

/** The pages of every signed-in user. */
const everybody: readonly PageGroup[] = [
	{ pages: [{ name: "Home", to: "/", icon: IconHome, isExact: true }] },
	{
		name: "Shop",
		pages: [
			{ name: "Find products", to: "/find", icon: IconPhotoSearch },
			{ name: "Basket", to: "/basket", icon: IconBasket, Count: BasketCount },
			{ name: "Lists", to: "/lists", icon: IconListCheck },
			{ name: "Orders", to: "/orders", icon: IconPackage },
			{ name: "My products", to: "/my-products", icon: IconPhotoCheck },
			{ name: "Credits", to: "/credits", icon: IconCoins },
			{ name: "Spending", to: "/spending", icon: IconChartBar },
		],
	},
	{
		name: "API",
		pages: [
			{ name: "Keys", to: "/keys", icon: IconKey },
			{ name: "API reference", to: "/docs/api", icon: IconBook2 },
			{ name: "Documentation", to: "/docs", icon: IconBooks, isDocument: true },
		],
	},
	{
		name: "Account",
		pages: [
			{ name: "Members", to: "/members", icon: IconUsers },
			{ name: "Your sign-in", to: "/account", icon: IconUserCircle },
		],
	},
];

/** For accounts that an administrator permits to propose. */
const proposing: PageLink = { name: "Suggest a correction", to: "/propose", icon: IconPhotoUp };

/** The pages of administration, by the roles that may open them. */
const administration: readonly (PageLink & { readonly to: AdminPage })[] = [
	{ name: "Overview", to: "/admin", icon: IconLayoutDashboard, isExact: true },
	{ name: "Top-ups", to: "/admin/top-ups", icon: IconCoins, Count: WaitingTopUps },
	{ name: "Reviews", to: "/admin/review", icon: IconClipboardCheck, Count: WaitingReviews },
	{ name: "All keys", to: "/admin/clients", icon: IconPlugConnected },
	{ name: "Prices", to: "/admin/prices", icon: IconTag },
	{ name: "Imports", to: "/admin/imports", icon: IconFileImport },
	{ name: "Trace", to: "/admin/trace", icon: IconFingerprint },
	{ name: "Catalogue", to: "/admin/catalogue", icon: IconListSearch },
	{ name: "Watermark", to: "/admin/watermark", icon: IconRubberStamp },
	{ name: "Rights", to: "/admin/rights", icon: IconCopyright },
	{ name: "Storefront", to: "/admin/storefront", icon: IconBuildingStore },
	{ name: "Accounts", to: "/admin/accounts", icon: IconUsers },
	{ name: "Activity", to: "/admin/activity", icon: IconHistory },
	{ name: "Settings", to: "/admin/settings", icon: IconAdjustments },
];

/** The sidebar of a person: administration, if any, then everybody's. @param hasKeys whether the account has any: others need not know the word. */
export function pagesOf({ account, acts_for: actsFor }: SignedInAs, hasKeys: boolean): readonly PageGroup[] {
	const open = administration.filter(({ to }) => account !== null && mayOpen(account, to));
	const mayBuy = actsFor === null || actsFor.role === "owner" || actsFor.role === "buyer";
	const pages = mayBuy ? everybody : everybody.map(withoutBasket);
	const others = account?.proposes_as ? pages.map(withProposing) : pages;
	const named = hasKeys ? others : others.map(withoutKeys);
	return [{ name: "Administration", pages: open }, ...named];
}

function withoutKeys(group: PageGroup): PageGroup {
	return {
		...group,
		pages: group.pages.map((page) => (page.to === "/keys" ? { ...page, name: "API access" } : page)),
	};
}

interface SignedInAs {
	readonly account: Pick<Account, "roles" | "proposes_as"> | null;
	readonly acts_for: Pick<NonNullable<CurrentSession["acts_for"]>, "role"> | null;
}

function withoutBasket(group: PageGroup): PageGroup {
	return { ...group, pages: group.pages.filter(({ to }) => to !== "/basket") };
}

function withProposing(group: PageGroup): PageGroup {
	return group.name === "Shop" ? { ...group, pages: [...group.pages, proposing] } : group;
}
