import { Title } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { type ComponentProps, type ReactNode, useEffect, useId, useRef } from "react";
import { Link } from "react-router";
import { FailureNotice } from "./FailureNotice.tsx";
import classes from "./Page.module.css";
import surfaceClasses from "./Surface.module.css";

interface PageHeadProps {
	/** Shown in the browser's tab. */
	readonly name: string;
	/** The heading, where it is not the name. */
	readonly title?: ReactNode;
	/** Shown beside the heading. */
	readonly badges?: ReactNode;
	readonly description?: ReactNode;
	readonly actions?: ReactNode;
	readonly back?: { readonly to: string; readonly name: string };
}

let isFirstPage = true;

/** The heading of a page. It takes the focus after navigation, so that a screen reader announces the page. */
export function PageHead({ name, title = name, badges, description, actions, back }: PageHeadProps) {
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
						<span className={classes.title}>
							<bdi>{title}</bdi>
							{badges ? <> {badges}</> : null}
						</span>
					</Title>
					{description ? <div className={classes.description}>{description}</div> : null}
				</div>
				{actions ? <div className={classes.actions}>{actions}</div> : null}
			</div>
		</header>
	);
}

interface SurfaceProps {
	/** For links that lead to it. */
	readonly id?: string;
	readonly title?: ReactNode;
	readonly description?: ReactNode;
	/** Shown at the end of the title's line. */
	readonly actions?: ReactNode;
	/** Lets a table or chart extend to the edges. */
	readonly flush?: boolean;
	readonly children: ReactNode;
}

/** A panel on the background: one group of related content. */
export function Surface({ id, title, description, actions, flush, children }: SurfaceProps) {
	const titleId = useId();
	return (
		<section aria-labelledby={title ? titleId : undefined} className={surfaceClasses.surface} id={id}>
			{title || actions ? (
				<div className={surfaceClasses.head}>
					<div className={surfaceClasses.titles}>
						{title ? (
							<Title id={titleId} order={2}>
								{title}
							</Title>
						) : null}
						{description ? <p className={surfaceClasses.description}>{description}</p> : null}
					</div>
					{actions}
				</div>
			) : null}
			<div className={flush ? surfaceClasses.flush : surfaceClasses.body}>{children}</div>
		</section>
	);
}

type FailedPageProps = Pick<ComponentProps<typeof PageHead>, "name" | "back" | "actions"> & {
	readonly error: unknown;
	readonly onRetry: () => unknown;
	/** What failed. */
	readonly title?: string;
};

/** A page whose content could not be fetched: its heading and the error. */
export function FailedPage({ error, onRetry, title, ...head }: FailedPageProps) {
	return (
		<>
			<PageHead {...head} />
			<FailureNotice error={error} onRetry={onRetry} {...(title === undefined ? {} : { title })} />
		</>
	);
}

/** A link from a part to the whole, at the end of a title's line. */
export function MoreLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
	return (
		<Link className={surfaceClasses.more} to={to}>
			{children}
		</Link>
	);
}

/** Two columns, the first twice as wide; stacked where there is little room. */
export function WideAndNarrow({ children }: { readonly children: ReactNode }) {
	return <div className={surfaceClasses.wideAndNarrow}>{children}</div>;
}
