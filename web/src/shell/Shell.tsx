import { icons } from "virtual:page-icons";
import { ActionIcon, Drawer, Menu, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import {
	IconBasket,
	IconCheck,
	IconLogout,
	IconMenu2,
	IconSelector,
	IconUser,
	IconUserCircle,
	IconX,
} from "@tabler/icons-react";
import { type ComponentType, lazy, Suspense, useCallback, useEffect, useId, useState } from "react";
import { Link, NavLink, Outlet, useLocation, useNavigate } from "react-router";
import { type CurrentSession, useRoute } from "../api/routes.ts";
import { useAccountChange, useSignOut } from "../api/session.ts";
import { useMay } from "../api/use-may.ts";
import { memberRoleWords } from "../format/member-roles.ts";
import { loadedLater } from "../loaded-later.tsx";
import { SkipLink } from "../parts/SkipLink.tsx";
import { notifyFailure } from "../parts/toast.tsx";
import { usePrintLight } from "../parts/use-print-light.ts";
import menuClasses from "./AccountMenu.module.css";
import { homeOf } from "./admin-pages.ts";
import { rememberVisit } from "./been-here.ts";
import { ColorSchemeToggle } from "./ColorSchemeToggle.tsx";
import { BasketCount, WaitingReviews, WaitingTopUps } from "./counts.tsx";
import { Wordmark } from "./Logo.tsx";
import { adminGroupsOf, isWorkForOthers, ownGroupsOf } from "./navigation.ts";
import { PageBoundary } from "./PageBoundary.tsx";
import type { PageGroup, PageLink } from "./page-table.ts";
import { SearchButton, useSearchKeys } from "./SearchButton.tsx";
import classes from "./Shell.module.css";
import sidebarClasses from "./Sidebar.module.css";

const palette = loadedLater(() => import("./Palette.tsx").then((file) => file.Palette));
/** Few people ever owe or come back from a payment. */
const MoneyNotices = lazy(() => import("./MoneyNotices.tsx"));

/** The frame of every page for a signed-in account: the sidebar, or a button that opens it on narrow screens. */
export function Shell({ session }: { readonly session: CurrentSession }) {
	const [isOpen, drawer] = useDisclosure(false);
	const location = useLocation();
	const { pathname } = location;
	const [isSearching, setSearching] = useState(false);
	const search = useCallback(() => {
		palette.load().then(() => setSearching(true), notifyFailure);
	}, []);
	useSearchKeys(search);
	// biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the drawer
	useEffect(() => drawer.close(), [pathname]);
	useEffect(rememberVisit, []);
	usePrintLight();
	return (
		<div className={classes.shell}>
			<SkipLink />
			<Bar onMenu={drawer.open} onSearch={search} session={session} />
			<Drawer.Root
				classNames={{ body: classes.drawer, content: classes.drawerContent }}
				onClose={drawer.close}
				opened={isOpen}
				size={272}
			>
				<Drawer.Overlay />
				<Drawer.Content aria-label="Menu">
					<Drawer.Body>
						<Sidebar onClose={drawer.close} session={session} />
					</Drawer.Body>
				</Drawer.Content>
			</Drawer.Root>
			<aside aria-label="Menu" className={classes.side}>
				<Sidebar onSearch={search} session={session} />
			</aside>
			{isSearching ? <palette.Shown onClose={() => setSearching(false)} session={session} /> : null}
			<main className={classes.content} id="content" tabIndex={-1}>
				<div className={classes.sheet}>
					<PageBoundary isFramed location={location}>
						{session.owed_credits > 0 || location.search.includes("payment=") ? (
							<Suspense>
								<MoneyNotices session={session} />
							</Suspense>
						) : null}
						<Outlet />
					</PageBoundary>
				</div>
			</main>
		</div>
	);
}

/** The keys of the account that somebody acts for, where their administration begins if any, and whether the page shown belongs to that. */
function usePlace({ account }: CurrentSession) {
	const { pathname } = useLocation();
	const keys = useRoute("GET /keys", {}, { enabled: account !== null }).data?.data ?? [];
	const administration = homeOf(account ?? { roles: [] });
	const isForOthers = account !== null && isWorkForOthers(account, pathname, keys);
	return { keys, administration, isForOthers, home: isForOthers ? administration : "/" };
}

interface BarProps {
	readonly session: CurrentSession;
	readonly onMenu: () => void;
	readonly onSearch: () => void;
}

/** On narrow screens, above the page. */
function Bar({ session, onMenu, onSearch }: BarProps) {
	const { buy } = useMay();
	return (
		<header className={classes.bar}>
			<ActionIcon
				aria-label="Open the menu"
				className={classes.burger}
				onClick={onMenu}
				size={42}
				variant="transparent"
			>
				<IconMenu2 size={22} stroke={1.8} />
			</ActionIcon>
			<HomeLink className={classes.home} session={session} />
			<SearchButton className={classes.search} onPress={onSearch}>
				<span className="unseen">Search</span>
			</SearchButton>
			{buy ? (
				<Link className={classes.basket} to="/basket">
					<IconBasket aria-hidden="true" size={22} stroke={1.8} />
					<span className="unseen">Basket</span>
					<BasketCount />
				</Link>
			) : null}
		</header>
	);
}

/** To the first page of what the person is working on. */
function HomeLink({
	session,
	className,
}: {
	readonly session: CurrentSession;
	readonly className?: string | undefined;
}) {
	const { home } = usePlace(session);
	return (
		<Link aria-label="Packshot, home" className={className} to={home}>
			<Wordmark />
		</Link>
	);
}

interface SidebarProps {
	readonly session: CurrentSession;
	/** Where it covers the page. */
	readonly onClose?: () => void;
	readonly onSearch?: () => void;
}

/** Navigation: the pages of administration, or those of the own account, with a switch for those who have both. */
function Sidebar({ session, onClose, onSearch }: SidebarProps) {
	const { account, service } = session;
	const { keys, administration, isForOthers } = usePlace(session);
	const groups = account && isForOthers ? adminGroupsOf(account) : ownGroupsOf(session, keys.length > 0);
	return (
		<div className={sidebarClasses.sidebar}>
			<div className={sidebarClasses.top}>
				<HomeLink className={sidebarClasses.home} session={session} />
				{onClose ? (
					<ActionIcon
						aria-label="Close the menu"
						className={sidebarClasses.close}
						onClick={onClose}
						size={38}
						variant="transparent"
					>
						<IconX size={20} />
					</ActionIcon>
				) : null}
			</div>
			{administration === "/" ? null : (
				<nav aria-label="Work" className={sidebarClasses.switch}>
					<Link aria-current={isForOthers} to={administration}>
						Administration
					</Link>
					<Link aria-current={!isForOthers} to="/">
						Your shop
					</Link>
				</nav>
			)}
			{onSearch ? (
				<SearchButton className={sidebarClasses.search} onPress={onSearch}>
					Search
				</SearchButton>
			) : null}
			<nav aria-label="Pages" className={sidebarClasses.links}>
				{groups.map((group) => (
					<Group group={group} key={group.name ?? ""} />
				))}
			</nav>
			<div className={sidebarClasses.foot}>
				{account ? <AccountMenu session={session} /> : null}
				<ColorSchemeToggle isOnDark />
			</div>
			<p className={sidebarClasses.version}>Packshot {service.version}</p>
		</div>
	);
}

function Group({ group: { name, pages } }: { readonly group: PageGroup }) {
	const id = useId();
	if (pages.length === 0) return null;
	return (
		<div>
			{name === undefined ? null : (
				<h2 className={sidebarClasses.groupName} id={id}>
					{name}
				</h2>
			)}
			<ul aria-labelledby={name === undefined ? undefined : id} className={sidebarClasses.list}>
				{pages.map((page) => (
					<li key={page.to}>
						<Entry page={page} />
					</li>
				))}
			</ul>
		</div>
	);
}

/** Counts beside entries, such as of pending items. */
const COUNTS: Readonly<Record<string, ComponentType>> = {
	"/basket": BasketCount,
	"/admin/top-ups": WaitingTopUps,
	"/admin/review": WaitingReviews,
};

function Entry({ page }: { readonly page: PageLink }) {
	const { name, to, icon, isExact = false, isDocument = false } = page;
	const { [icon]: Icon } = icons;
	const { [to]: Count } = COUNTS;
	return (
		<NavLink
			className={sidebarClasses.link ?? ""}
			end={isExact || isDocument}
			reloadDocument={isDocument}
			to={to}
		>
			{Icon ? <Icon aria-hidden="true" /> : null}
			{name}
			{Count ? <Count /> : null}
		</NavLink>
	);
}

/** Who is signed in and for which account they act, switching to another one, and signing out. */
function AccountMenu({ session }: { readonly session: CurrentSession }) {
	const { account, acts_for: actsFor, accounts } = session;
	const signOut = useSignOut();
	if (!account || !actsFor) return null;
	return (
		<Menu position="top-start" shadow="lg" width={260}>
			<Menu.Target>
				<UnstyledButton className={menuClasses.button}>
					<span aria-hidden="true" className={menuClasses.initial}>
						<IconUser size={17} stroke={1.8} />
					</span>
					<span className="unseen">Account menu of</span>
					<span className={menuClasses.who}>
						<bdi className={menuClasses.email}>{account.email}</bdi>
						{actsFor.name === account.email ? null : <bdi className={menuClasses.shop}>{actsFor.name}</bdi>}
					</span>
					<IconSelector aria-hidden="true" size={16} />
				</UnstyledButton>
			</Menu.Target>
			<Menu.Dropdown>
				{accounts.length > 1 ? <Accounts session={session} /> : null}
				<Menu.Item component={Link} leftSection={<IconUserCircle size={17} stroke={1.7} />} to="/account">
					Your sign-in
				</Menu.Item>
				<Menu.Item
					leftSection={<IconLogout size={17} stroke={1.7} />}
					onClick={() => signOut.mutate(undefined, { onError: notifyFailure })}
				>
					Sign out
				</Menu.Item>
			</Menu.Dropdown>
		</Menu>
	);
}

function Accounts({ session: { accounts, acts_for: actsFor } }: { readonly session: CurrentSession }) {
	const switchTo = useAccountChange("PUT /session/account");
	const navigate = useNavigate();
	return (
		<>
			<Menu.Label>Work for</Menu.Label>
			{accounts.map(({ account_id, name, role, is_own }) => (
				<Menu.Item
					aria-current={account_id === actsFor?.account_id}
					key={account_id}
					onClick={() =>
						switchTo.mutate({ account_id }, { onSuccess: () => void navigate("/"), onError: notifyFailure })
					}
					rightSection={
						account_id === actsFor?.account_id ? <IconCheck aria-hidden="true" size={16} /> : null
					}
				>
					<bdi className={menuClasses.account}>{name}</bdi>
					<span className={menuClasses.role}>{is_own ? "Your own account" : memberRoleWords[role].name}</span>
				</Menu.Item>
			))}
			<Menu.Divider />
		</>
	);
}
