import { Title } from "@mantine/core";
import type { Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./EmptyState.module.css";

interface EmptyStateProps {
	readonly icon: Icon;
	readonly title: string;
	readonly children?: ReactNode;
	readonly action?: ReactNode;
}

/** Shown when there is nothing yet, framed like a shot waiting for its product: why, and what to do about it. */
export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
	return (
		<div className={classes.empty}>
			<div aria-hidden="true" className={classes.frame}>
				<Icon size={30} stroke={1.5} />
			</div>
			<Title order={2} size="h3">
				{title}
			</Title>
			{children ? <p className={classes.words}>{children}</p> : null}
			{action}
		</div>
	);
}
