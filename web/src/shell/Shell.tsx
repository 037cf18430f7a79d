import { ActionIcon, Drawer } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconBasket, IconMenu2 } from "@tabler/icons-react";
import { useEffect } from "react";
import { Link, Outlet, useLocation } from "react-router";
import type { CurrentSession } from "../api/routes.ts";
import { useMay } from "../api/use-may.ts";
import { SkipLink } from "../parts/SkipLink.tsx";
import { rememberVisit } from "./been-here.ts";
import { BasketCount } from "./counts.tsx";
import { Wordmark } from "./Logo.tsx";
import { PageBoundary } from "./PageBoundary.tsx";
import classes from "./Shell.module.css";
import { Sidebar } from "./Sidebar.tsx";

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
						<Outlet />
					</PageBoundary>
				</div>
			</main>
		</div>
	);
}
