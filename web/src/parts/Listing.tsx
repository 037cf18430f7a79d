import { Button } from "@mantine/core";
import type { ComponentProps, ReactNode } from "react";
import { DataTable } from "./DataTable.tsx";
import { FailureNotice } from "./FailureNotice.tsx";
import classes from "./MoreRows.module.css";
import { Pager } from "./Pager.tsx";
import { WaitingRows } from "./Waiting.tsx";

type PagerProps = ComponentProps<typeof Pager>;

/** What `useRoute` and `usePages` know about a list. */
export interface ListQuery<Row> {
	readonly data:
		| { readonly data: readonly Row[]; readonly pagination?: PagerProps["pagination"] }
		| undefined;
	readonly error: unknown;
	readonly isPending: boolean;
	readonly isPlaceholderData: boolean;
	readonly refetch: () => unknown;
	readonly hasNextPage?: boolean;
	readonly isFetchingNextPage?: boolean;
	readonly fetchNextPage?: () => unknown;
}

interface ListingProps<Row> extends Omit<ComponentProps<typeof DataTable<Row>>, "rows" | "isStale"> {
	readonly query: ListQuery<Row>;
	/** How many rows are usual. */
	readonly waiting: number;
	/** Shown instead of the table if there are no rows. */
	readonly children?: ReactNode;
	/** The label of the button for further rows. */
	readonly more?: string;
	/** For lists with numbered pages. */
	readonly pager?: Omit<PagerProps, "pagination">;
}

/** A fetched list: its error, its placeholder, its rows and the way to further ones, or why there are none. */
export function Listing<Row>({ query, waiting, children, more, pager, ...table }: ListingProps<Row>) {
	const { data, hasNextPage = false, isFetchingNextPage = false, fetchNextPage } = query;
	const rows = data?.data ?? [];
	return (
		<>
			{query.error ? <FailureNotice error={query.error} onRetry={query.refetch} /> : null}
			{query.isPending ? <WaitingRows rows={waiting} /> : null}
			{data && rows.length === 0 ? children : null}
			{rows.length > 0 ? <DataTable {...table} isStale={query.isPlaceholderData} rows={rows} /> : null}
			{more !== undefined && fetchNextPage ? (
				<MoreRows list={{ hasNextPage, isFetchingNextPage, fetchNextPage }}>{more}</MoreRows>
			) : null}
			{pager && data?.pagination && rows.length > 0 ? (
				<Pager {...pager} pagination={data.pagination} />
			) : null}
		</>
	);
}

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
