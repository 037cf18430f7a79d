import { ActionIcon } from "@mantine/core";
import {
	IconAdjustments,
	IconBasket,
	IconBook2,
	IconCoins,
	IconHistory,
	IconHome,
	IconKey,
	IconUserCircle,
	IconUsers,
	IconX,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Link, NavLink } from "react-router";
import { useAdminTopUps } from "../api/administration.ts";
import type { Account, CurrentSession } from "../api/session.ts";
import { useBasket, useBasketOfAllTabs } from "../basket/basket.ts";
import { AccountMenu } from "./AccountMenu.tsx";
import { ColorSchemeToggle } from "./ColorSchemeToggle.tsx";
import { Wordmark } from "./Logo.tsx";
import classes from "./Sidebar.module.css";

interface SidebarProps {
	readonly session: CurrentSession;
	readonly onClose?: () => void;
}

/** Navigation. Administrators have a second group, which counts the pending top-ups. */
export function Sidebar({ session, onClose }: SidebarProps) {
	const { account, service } = session;
	return (
		<div className={classes.sidebar}>
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
				<Entry icon={<IconHome />} isExact name="Home" to="/" />
				<Entry icon={<IconKey />} name="My keys" to="/keys" />
				<BasketEntry />
				<Entry icon={<IconUserCircle />} name="Account" to="/account" />
				<a className={classes.link} href="/docs">
					<IconBook2 aria-hidden="true" size={19} stroke={1.7} />
					API reference
				</a>
				{account?.is_administrator ? <Administration account={account} /> : null}
			</nav>
			<div className={classes.foot}>
				{account ? <AccountMenu account={account} /> : null}
				<ColorSchemeToggle isOnDark />
			</div>
			<p className={classes.version}>Packshot {service.version}</p>
		</div>
	);
}

function Administration({ account }: { readonly account: Account }) {
	const waiting = useAdminTopUps({ state: "requested", per_page: 1 }, account.is_administrator);
	const count = waiting.data?.pagination.total ?? 0;
	return (
		<>
			<h2 className={classes.group}>Administration</h2>
			<Entry icon={<IconCoins />} name="Top-ups" to="/admin/top-ups">
				{count > 0 ? (
					<span className={classes.count}>
						{count}
						<span className={classes.unseen}> waiting</span>
					</span>
				) : null}
			</Entry>
			<Entry icon={<IconUsers />} name="Accounts" to="/admin/accounts" />
			<Entry icon={<IconHistory />} name="Activity" to="/admin/activity" />
			<Entry icon={<IconAdjustments />} name="Settings" to="/admin/settings" />
		</>
	);
}

/** Counts what is in the basket. */
function BasketEntry() {
	const { count = 0 } = useBasket();
	useBasketOfAllTabs();
	return (
		<Entry icon={<IconBasket />} name="Basket" to="/basket">
			{count > 0 ? (
				<span className={classes.count}>
					{count}
					<span className={classes.unseen}> products</span>
				</span>
			) : null}
		</Entry>
	);
}

interface EntryProps {
	readonly to: string;
	readonly name: string;
	readonly icon: ReactNode;
	/** Not marked for the pages below it. */
	readonly isExact?: boolean;
	readonly children?: ReactNode;
}

function Entry({ to, name, icon, isExact = false, children }: EntryProps) {
	return (
		<NavLink className={classes.link ?? ""} end={isExact} to={to}>
			<span aria-hidden="true" className={classes.icon}>
				{icon}
			</span>
			{name}
			{children}
		</NavLink>
	);
}
