import { ActionIcon, Drawer } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconMenu2 } from "@tabler/icons-react";
import { useEffect } from "react";
import { Link, Outlet, useLocation } from "react-router";
import type { CurrentSession } from "../api/routes.ts";
import { rememberVisit } from "./been-here.ts";
import { Wordmark } from "./Logo.tsx";
import { PageBoundary } from "./PageBoundary.tsx";
import classes from "./Shell.module.css";
import { Sidebar } from "./Sidebar.tsx";
import { SkipLink } from "./SkipLink.tsx";

/** The frame of every page for a signed-in account: the sidebar, or a button that opens it on narrow screens. */
export function Shell({ session }: { readonly session: CurrentSession }) {
	const [isOpen, drawer] = useDisclosure(false);
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
