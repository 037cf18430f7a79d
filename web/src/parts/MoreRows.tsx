import { Button } from "@mantine/core";
import classes from "./MoreRows.module.css";

interface MoreRowsProps {
	readonly list: {
		readonly hasNextPage: boolean;
		readonly isFetchingNextPage: boolean;
		readonly fetchNextPage: () => unknown;
	};
	readonly children: string;
}

/** A button for loading further rows, if there are any. */
export function MoreRows({ list, children }: MoreRowsProps) {
	if (!list.hasNextPage) return null;
	return (
		<div className={classes.more}>
			<Button
				loading={list.isFetchingNextPage}
				onClick={() => list.fetchNextPage()}
				size="sm"
				variant="default"
			>
				{children}
			</Button>
		</div>
	);
}
