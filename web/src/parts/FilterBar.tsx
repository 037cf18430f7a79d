import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./FilterBar.module.css";

interface FilterBarProps {
	/** For fields that are taken with Enter. */
	readonly onSubmit?: () => void;
	/** Present while something is filtered. */
	readonly onShowAll?: (() => void) | undefined;
	readonly children: ReactNode;
}

/** The fields above a list that narrow it, and the way back to all of it. */
export function FilterBar({ onSubmit, onShowAll, children }: FilterBarProps) {
	return (
		<search>
			<form
				className={classes.filters}
				noValidate
				onSubmit={(event) => {
					event.preventDefault();
					onSubmit?.();
				}}
			>
				{children}
				{onShowAll ? (
					<Button onClick={onShowAll} size="sm" variant="subtle">
						Show all
					</Button>
				) : null}
			</form>
		</search>
	);
}
