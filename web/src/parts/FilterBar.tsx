import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./FilterBar.module.css";

interface FilterBarProps {
	/** For fields that are applied with Enter. */
	readonly onSubmit?: () => void;
	/** Present while a filter is set. */
	readonly onShowAll?: (() => void) | undefined;
	readonly children: ReactNode;
}

/** The filter fields above a list, and the way back to the unfiltered list. */
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
