import type { Role } from "../../../src/pages/contract.ts";
import type { RouteName } from "../../../src/routes.ts";

/** A page with an entry in the sidebar. Plain data, because the service reads the table too: it answers 404 for other paths. */
export interface PageLink {
	readonly name: string;
	readonly to: string;
	/** Its name in @tabler/icons-react. */
	readonly icon: `Icon${string}`;
	/** Paths of its tabs and of single things, below its own. */
	readonly below?: readonly string[];
	/** Not highlighted while a page below it is shown. */
	readonly isExact?: boolean;
	/** A static document outside the app, so that it needs a full page load. */
	readonly isDocument?: boolean;
}

interface AdminLink extends PageLink {
	/** Those who may make one of the calls that fill it. */
	readonly roles: readonly Role[];
	/** The calls that fill it, if not the one with the page's own path. */
	readonly calls?: readonly RouteName[];
}

/** Related entries; a group without entries is not shown. */
export interface PageGroup<Page extends PageLink = PageLink> {
	readonly name?: string;
	readonly pages: readonly Page[];
}

/** The pages of administration by the work that they are for, in the order of the sidebar. */
export const ADMINISTRATION = [
	{
		pages: [
			{
				name: "Overview",
				to: "/admin",
				icon: "IconLayoutDashboard",
				isExact: true,
				roles: ["administrator", "catalogue_editor", "accountant"],
				calls: ["GET /admin/top-ups", "GET /admin/review"],
			},
		],
	},
	{
		name: "To decide",
		pages: [
			{
				name: "Reviews",
				to: "/admin/review",
				icon: "IconClipboardCheck",
				roles: ["administrator", "catalogue_editor"],
			},
			{ name: "Top-ups", to: "/admin/top-ups", icon: "IconCoins", roles: ["administrator", "accountant"] },
		],
	},
	{
		name: "Catalogue",
		pages: [
			{
				name: "Catalogue",
				to: "/admin/catalogue",
				icon: "IconListSearch",
				roles: ["administrator", "catalogue_editor"],
				calls: ["GET /admin/catalogue/products"],
				below: [
					...[
						"changes",
						"coverage",
						"doubtful",
						"doubtful/leading_zeros",
						"doubtful/stored_short",
						"doubtful/:kind",
					],
					":barcode",
				],
			},
			{
				name: "Imports",
				to: "/admin/imports",
				icon: "IconFileImport",
				roles: ["administrator", "catalogue_editor"],
				below: [":importId"],
			},
			{
				name: "Studio",
				to: "/admin/studio",
				icon: "IconPhotoUp",
				roles: ["administrator", "catalogue_editor"],
				calls: ["GET /admin/imports"],
				below: [":importId"],
			},
			{
				name: "Kosher",
				to: "/admin/kosher",
				icon: "IconCertificate",
				roles: ["administrator", "catalogue_editor"],
			},
			{
				name: "Kosher alerts",
				to: "/admin/alerts",
				icon: "IconAlertTriangle",
				roles: ["administrator"],
				below: [":alertId"],
			},
			{ name: "Rights", to: "/admin/rights", icon: "IconCopyright", roles: ["administrator"] },
			{ name: "Watermark", to: "/admin/watermark", icon: "IconRubberStamp", roles: ["administrator"] },
		],
	},
	{
		name: "Customers",
		pages: [
			{ name: "Accounts", to: "/admin/accounts", icon: "IconUsers", roles: ["administrator"] },
			{
				name: "All keys",
				to: "/admin/clients",
				icon: "IconPlugConnected",
				roles: ["administrator", "accountant"],
				// Where single keys were before they had one page for everybody.
				below: [":clientId", ":clientId/:tab"],
			},
			{
				name: "Trace",
				to: "/admin/trace",
				icon: "IconFingerprint",
				roles: ["administrator", "tracer"],
				calls: ["GET /admin/traces"],
				below: [":caseId", ":caseId/report"],
			},
			{ name: "Storefront", to: "/admin/storefront", icon: "IconBuildingStore", roles: ["administrator"] },
		],
	},
	{
		name: "Money",
		pages: [
			{
				name: "Money",
				to: "/admin/money",
				icon: "IconReportMoney",
				roles: ["administrator", "accountant"],
				calls: ["GET /admin/money", "GET /admin/payments"],
			},
			{ name: "Prices", to: "/admin/prices", icon: "IconTag", roles: ["administrator", "accountant"] },
		],
	},
	{
		name: "Service",
		pages: [
			{
				name: "Activity",
				to: "/admin/activity",
				icon: "IconHistory",
				roles: ["administrator"],
				calls: ["GET /admin/events"],
			},
			{ name: "Settings", to: "/admin/settings", icon: "IconAdjustments", roles: ["administrator"] },
		],
	},
] as const satisfies readonly PageGroup<AdminLink>[];

type AdminEntry = (typeof ADMINISTRATION)[number]["pages"][number];
export const ADMIN_PAGES = ADMINISTRATION.flatMap<AdminEntry>(({ pages }) => pages);

const KEY_TABS = ["ledger", "statement", "top-ups"];
const PROGRAM_TABS = ["calls", "webhook", "try", "policy", "preview", "history"];

/** The other pages of those who are signed in. */
export const OWN_PAGES: readonly PageGroup[] = [
	{ pages: [{ name: "Home", to: "/", icon: "IconHome", isExact: true }] },
	{
		name: "Shop",
		pages: [
			{ name: "Find products", to: "/find", icon: "IconPhotoSearch", below: [":barcode"] },
			{ name: "Basket", to: "/basket", icon: "IconBasket" },
			{ name: "Lists", to: "/lists", icon: "IconListCheck", below: [":listId"] },
			{ name: "Orders", to: "/orders", icon: "IconPackage", below: [":orderId"] },
			{ name: "My products", to: "/my-products", icon: "IconPhotoCheck" },
			{ name: "Credits", to: "/credits", icon: "IconCoins", below: KEY_TABS },
			{ name: "Spending", to: "/spending", icon: "IconChartBar" },
			{ name: "Suggest a correction", to: "/propose", icon: "IconPhotoUp" },
		],
	},
	{
		name: "API",
		pages: [
			{
				name: "Keys",
				to: "/keys",
				icon: "IconKey",
				below: ["try", ":clientId", ...[...KEY_TABS, ...PROGRAM_TABS].map((tab) => `:clientId/${tab}`)],
			},
			{ name: "API reference", to: "/docs/api", icon: "IconBook2", isDocument: true },
			{ name: "Documentation", to: "/docs", icon: "IconBooks", isDocument: true },
		],
	},
	{
		name: "Account",
		pages: [
			{ name: "Members", to: "/members", icon: "IconUsers" },
			{ name: "Your sign-in", to: "/account", icon: "IconUserCircle" },
		],
	},
];

/** Paths of the pages without a sidebar, which need no session. */
export const OPEN_PATHS: readonly string[] = [
	...["/setup", "/sign-in", "/sign-up", "/sign-up/confirm", "/invitation", "/case", "/reset", "/welcome"],
	...["/email/confirm", "/unsubscribe/:token"],
];

/** Paths of the pages with a sidebar. */
export const PORTAL_PATHS: readonly string[] = [
	...OWN_PAGES.flatMap(({ pages }) => pages),
	...ADMIN_PAGES,
].flatMap(pathsOf);

function pathsOf({ to, below = [], isDocument = false }: PageLink): string[] {
	return isDocument ? [] : [to, ...below.map((path) => `${to}/${path}`)];
}
