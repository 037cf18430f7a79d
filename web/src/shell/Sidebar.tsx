import { icons } from "virtual:page-icons";
import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { type ComponentType, useId } from "react";
import { Link, NavLink } from "react-router";
import { type CurrentSession, useRoute } from "../api/routes.ts";
import { AccountMenu } from "./AccountMenu.tsx";
import { ColorSchemeToggle } from "./ColorSchemeToggle.tsx";
import { BasketCount, WaitingReviews, WaitingTopUps } from "./counts.tsx";
import { Wordmark } from "./Logo.tsx";
import { pagesOf } from "./navigation.ts";
import type { PageGroup, PageLink } from "./page-table.ts";
import classes from "./Sidebar.module.css";

interface SidebarProps {
	readonly session: CurrentSession;
	readonly onClose?: () => void;
}

/** More entries than a laptop's screen has room for at their usual height. */
const MANY = 18;

/** Navigation. Administrators have an additional group above the others. */
export function Sidebar({ session, onClose }: SidebarProps) {
	const { account, service } = session;
	const keys = useRoute("GET /keys", {}, { enabled: account !== null });
	const hasKeys = (keys.data?.data.length ?? 0) > 0;
	const groups = pagesOf(session, hasKeys);
	const entries = groups.reduce((sum, { pages }) => sum + pages.length, 0);
	return (
		<div className={classes.sidebar} data-many={entries > MANY || undefined}>
			<div className={classes.top}>
				<Link aria-label="Packshot, home" className={classes.home} to="/">
					<Wordmark />
				</Link>
				{onClose ? (
					<ActionIcon
						aria-label="Close the menu"
						className={classes.close}
						onClick={onClose}
						size={38}
						variant="transparent"
					>
						<IconX size={20} />
					</ActionIcon>
				) : null}
			</div>
			<nav aria-label="Pages" className={classes.links}>
				{groups.map((group) => (
					<Group group={group} key={group.name ?? ""} />
				))}
			</nav>
			<div className={classes.foot}>
				{account ? <AccountMenu session={session} /> : null}
				<ColorSchemeToggle isOnDark />
			</div>
			<p className={classes.version}>Packshot {service.version}</p>
		</div>
	);
}

function Group({ group: { name, pages } }: { readonly group: PageGroup }) {
	const id = useId();
	if (pages.length === 0) return null;
	return (
		<div>
			{name === undefined ? null : (
				<h2 className={classes.groupName} id={id}>
					{name}
				</h2>
			)}
			<ul aria-labelledby={name === undefined ? undefined : id} className={classes.list}>
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
		<NavLink className={classes.link ?? ""} end={isExact || isDocument} reloadDocument={isDocument} to={to}>
			{Icon ? <Icon aria-hidden="true" /> : null}
			{name}
			{Count ? <Count /> : null}
		</NavLink>
	);
}
