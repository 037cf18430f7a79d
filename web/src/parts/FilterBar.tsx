import { Button } from "@mantine/core";
import { type ReactNode, useId } from "react";
import classes from "./FilterBar.module.css";
import { SkipToResults } from "./SkipLink.tsx";

interface FilterBarProps {
	/** For fields that are applied with Enter. */
	readonly onSubmit?: () => void;
	/** Present while a filter is set. */
	readonly onShowAll?: (() => void) | undefined;
	readonly children: ReactNode;
}

/** The filter fields above a list, and the way back to the unfiltered list. */
export function FilterBar({ onSubmit, onShowAll, children }: FilterBarProps) {
	const end = useId();
	return (
		<search>
			<SkipToResults to={end} />
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
			<span className="unseen" id={end} tabIndex={-1}>
				Results
			</span>
		</search>
	);
}
