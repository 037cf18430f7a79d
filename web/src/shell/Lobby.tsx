import type { ReactNode } from "react";
import { ColorSchemeToggle } from "./ColorSchemeToggle.tsx";
import classes from "./Lobby.module.css";
import { Wordmark } from "./Logo.tsx";
import { StudioScene } from "./StudioScene.tsx";

/** The frame of the pages before sign-in: a form beside a lit studio. */
export function Lobby({ children }: { readonly children: ReactNode }) {
	return (
		<div className={classes.lobby}>
			<div className={classes.side}>
				<header className={classes.top}>
					<Wordmark />
					<ColorSchemeToggle />
				</header>
				<main className={classes.form}>{children}</main>
				<footer className={classes.foot}>
					<a href="/docs">API reference</a>
				</footer>
			</div>
			<div aria-hidden="true" className={classes.scene}>
				<StudioScene />
				<p className={classes.line}>Kosher product photographs and metadata, by barcode.</p>
			</div>
		</div>
	);
}
