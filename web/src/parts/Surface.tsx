import { Title } from "@mantine/core";
import { type ReactNode, useId } from "react";
import classes from "./Surface.module.css";

interface SurfaceProps {
	readonly title?: ReactNode;
	readonly description?: ReactNode;
	/** Shown at the end of the title's line. */
	readonly actions?: ReactNode;
	/** Lets a table or chart extend to the edges. */
	readonly flush?: boolean;
	readonly children: ReactNode;
}

/** A panel on the background: one group of related content. */
export function Surface({ title, description, actions, flush, children }: SurfaceProps) {
	const titleId = useId();
	return (
		<section aria-labelledby={title ? titleId : undefined} className={classes.surface}>
			{title || actions ? (
				<div className={classes.head}>
					<div className={classes.titles}>
						{title ? (
							<Title id={titleId} order={2}>
								{title}
							</Title>
						) : null}
						{description ? <p className={classes.description}>{description}</p> : null}
					</div>
					{actions}
				</div>
			) : null}
			<div className={flush ? classes.flush : classes.body}>{children}</div>
		</section>
	);
}
