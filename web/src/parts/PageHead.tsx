import { Title } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Link } from "react-router";
import classes from "./PageHead.module.css";

interface PageHeadProps {
	/** Shown in the browser's tab. */
	readonly name: string;
	readonly title?: ReactNode;
	readonly description?: ReactNode;
	readonly actions?: ReactNode;
	readonly back?: { readonly to: string; readonly name: string };
}

let isFirstPage = true;

/** The heading of a page. It takes the focus after navigation, so that a screen reader announces the page. */
export function PageHead({ name, title, description, actions, back }: PageHeadProps) {
	const heading = useRef<HTMLHeadingElement>(null);
	useEffect(() => {
		document.title = `${name} · Packshot`;
	}, [name]);
	useEffect(() => {
		// Do not take the focus from a field that requested it.
		const isTaken = document.activeElement instanceof HTMLInputElement;
		if (!isFirstPage && !isTaken) heading.current?.focus({ preventScroll: true });
		isFirstPage = false;
	}, []);
	return (
		<header className={classes.head}>
			{back ? (
				<Link className={classes.back} to={back.to}>
					<IconArrowLeft aria-hidden="true" size={15} stroke={2} />
					{back.name}
				</Link>
			) : null}
			<div className={classes.line}>
				<div className={classes.words}>
					<Title order={1} ref={heading} tabIndex={-1}>
						{title ?? name}
					</Title>
					{description ? <div className={classes.description}>{description}</div> : null}
				</div>
				{actions ? <div className={classes.actions}>{actions}</div> : null}
			</div>
		</header>
	);
}
