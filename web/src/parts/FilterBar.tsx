import { Button } from "@mantine/core";
import { type ReactNode, useId } from "react";
import classes from "./FilterBar.module.css";
import { SkipToResults } from "./SkipLink.tsx";
import { useAddress } from "./use-address.ts";

interface FilterBarProps {
	/** For fields that are applied with Enter. */
	readonly onSubmit?: () => void;
	/** Whether a filter is set, in the URL. */
	readonly isFiltered?: boolean;
	readonly children: ReactNode;
}

/** The filter fields above a list, and the way back to the unfiltered list. */
export function FilterBar({ onSubmit, isFiltered = false, children }: FilterBarProps) {
	const end = useId();
	const [, change] = useAddress();
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
				{isFiltered ? (
					<Button onClick={() => change(() => new URLSearchParams())} variant="subtle">
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
