import type { ReactNode } from "react";
import { ColorSchemeToggle } from "./ColorSchemeToggle.tsx";
import classes from "./Lobby.module.css";
import { Wordmark } from "./Logo.tsx";
import wide from "./still-life.webp";
import small from "./still-life-small.webp";

/** The frame of the pages before sign-in: a form, with what the service is beside or above it. */
export function Lobby({ children }: { readonly children: ReactNode }) {
	return (
		<div className={classes.lobby}>
			<div className={classes.side}>
				<header className={classes.top}>
					<a href="/">
						<Wordmark />
					</a>
					<ColorSchemeToggle />
				</header>
				<main className={classes.form}>{children}</main>
				<footer className={classes.foot}>
					<a href="/docs">Documentation</a> <a href="/docs/api">API reference</a>
				</footer>
			</div>
			<aside aria-label="What Packshot is" className={classes.scene}>
				<StillLife />
				<div className={classes.words}>
					<p className={classes.line}>Kosher products, photographed and described</p>
					<p className={classes.more}>
						Studio photographs, ingredients, nutrition and hechshers by barcode: for shops, menus and apps.
					</p>
				</div>
			</aside>
		</div>
	);
}

/** Products of the demo, rendered, cut out and arranged by scripts/write-still-life.ts. */
function StillLife() {
	return (
		<picture>
			<source media="(max-width: 60em)" srcSet={small} />
			<img alt="" decoding="async" height={640} src={wide} width={1240} />
		</picture>
	);
}
