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
import { type ComponentType, lazy, Suspense, useEffect, useId } from "react";
import { Link, NavLink, Outlet, useLocation, useNavigate } from "react-router";
import { type CurrentSession, useRoute } from "../api/routes.ts";
import { useAccountChange, useSignOut } from "../api/session.ts";
import { useMay } from "../api/use-may.ts";
import { memberRoleWords } from "../format/member-roles.ts";
import { SkipLink } from "../parts/SkipLink.tsx";
import { notifyFailure } from "../parts/toast.tsx";
import menuClasses from "./AccountMenu.module.css";
import { rememberVisit } from "./been-here.ts";
import { ColorSchemeToggle } from "./ColorSchemeToggle.tsx";
import { BasketCount, WaitingReviews, WaitingTopUps } from "./counts.tsx";
import { Wordmark } from "./Logo.tsx";
import { pagesOf } from "./navigation.ts";
import { PageBoundary } from "./PageBoundary.tsx";
import type { PageGroup, PageLink } from "./page-table.ts";
import classes from "./Shell.module.css";
import sidebarClasses from "./Sidebar.module.css";

/** Few people ever owe or come back from a payment. */
const MoneyNotices = lazy(() => import("./MoneyNotices.tsx"));

/** The frame of every page for a signed-in account: the sidebar, or a button that opens it on narrow screens. */
export function Shell({ session }: { readonly session: CurrentSession }) {
	const [isOpen, drawer] = useDisclosure(false);
	const { buy } = useMay();
	const location = useLocation();
	const { pathname } = location;
	// biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the drawer
	useEffect(() => drawer.close(), [pathname]);
	useEffect(rememberVisit, []);
	return (
		<div className={classes.shell}>
			<SkipLink />
			<header className={classes.bar}>
				<ActionIcon
					aria-label="Open the menu"
					className={classes.burger}
					onClick={drawer.open}
					size={42}
					variant="transparent"
				>
					<IconMenu2 size={22} stroke={1.8} />
				</ActionIcon>
				<Link aria-label="Packshot, home" className={classes.home} to="/">
					<Wordmark />
				</Link>
				{buy ? (
					<Link className={classes.basket} to="/basket">
						<IconBasket aria-hidden="true" size={22} stroke={1.8} />
						<span className="unseen">Basket</span>
						<BasketCount />
					</Link>
				) : null}
			</header>
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
				<Sidebar session={session} />
			</aside>
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

interface SidebarProps {
	readonly session: CurrentSession;
	readonly onClose?: () => void;
}

/** More entries than a laptop's screen has room for at their usual height. */
const MANY = 18;

/** Navigation. Administrators have an additional group above the others. */
function Sidebar({ session, onClose }: SidebarProps) {
	const { account, service } = session;
	const keys = useRoute("GET /keys", {}, { enabled: account !== null });
	const hasKeys = (keys.data?.data.length ?? 0) > 0;
	const groups = pagesOf(session, hasKeys);
	const entries = groups.reduce((sum, { pages }) => sum + pages.length, 0);
	return (
		<div className={sidebarClasses.sidebar} data-many={entries > MANY || undefined}>
			<div className={sidebarClasses.top}>
				<Link aria-label="Packshot, home" className={sidebarClasses.home} to="/">
					<Wordmark />
				</Link>
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
