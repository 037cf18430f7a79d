import { ActionIcon, Button, Group, Pagination, Text, Title } from "@mantine/core";
import { type Icon, IconChevronDown } from "@tabler/icons-react";
import { type ComponentProps, Fragment, type ReactNode, useState } from "react";
import { alignedCredits, formatCount } from "../format/credits.ts";
import tableClasses from "./DataTable.module.css";
import { FailureNotice } from "./FailureNotice.tsx";
import classes from "./Listing.module.css";
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
			<FailureNotice error={query.error} onRetry={query.refetch} />
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
			<Button loading={list.isFetchingNextPage} onClick={() => list.fetchNextPage()} variant="default">
				{children}
			</Button>
		</div>
	);
}

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

interface NumberedProps {
	readonly pagination: {
		readonly page: number;
		readonly per_page: number;
		readonly total: number;
		readonly total_pages: number;
	};
	readonly onPage: (page: number) => void;
	/** What is counted: `entry`, `entries`. */
	readonly noun: readonly [one: string, many: string];
}

/** Which rows are shown, and buttons for the others; no buttons if one page has all. */
export function Pager({ pagination, onPage, noun }: NumberedProps) {
	const { page, per_page, total, total_pages } = pagination;
	const first = (page - 1) * per_page + 1;
	const last = Math.min(page * per_page, total);
	const counted = `${formatCount(total)} ${noun[total === 1 ? 0 : 1]}`;
	return (
		<Group className={classes.pager} component="nav" gap="sm" justify="space-between">
			<Text c="dimmed" className="figures" size="sm">
				{total_pages > 1 ? `${formatCount(first)}–${formatCount(last)} of ${counted}` : counted}
			</Text>
			{total_pages > 1 ? (
				<Pagination
					getControlProps={(control) => ({ "aria-label": `${control} page` })}
					getItemProps={(number) => ({ "aria-label": `Page ${number}` })}
					onChange={onPage}
					siblings={1}
					size="sm"
					total={total_pages}
					value={page}
				/>
			) : null}
		</Group>
	);
}

export interface Column<Row> {
	readonly name: string;
	/** The amount of a column of credits, unless something else is said of it. */
	readonly cell?: (row: Row, amount: string) => ReactNode;
	/** Credits, null for none: right-aligned, and written alike in all rows, so that decimals line up. */
	readonly credits?: (row: Row) => number | null;
	/** Numbers are right-aligned so that digits line up. */
	readonly isNumber?: boolean;
	/** First and without its label when the row is shown as a card. */
	readonly isTitle?: boolean;
	/** Beside the title, without its label, when a dense row is shown as a card. */
	readonly isAmount?: boolean;
	/** Omitted when the row is shown as a card. */
	readonly isWideOnly?: boolean;
	/** Buttons: the column name is only for screen readers. */
	readonly isActions?: boolean;
}

interface DataTableProps<Row> {
	/** What the table contains, for screen readers. */
	readonly name: string;
	readonly columns: readonly Column<Row>[];
	readonly rows: readonly Row[];
	readonly rowKey: (row: Row) => string | number;
	/** Newer rows are being fetched; these are the previous ones. */
	readonly isStale?: boolean;
	/** One line per row, for tables that are skimmed. */
	readonly isDense?: boolean;
	/** Details of a row, shown below it on demand. */
	readonly details?: (row: Row) => ReactNode;
}

/** A table; on a narrow screen each row becomes a card. The roles are stated because changing `display` removes them. */
export function DataTable<Row>(props: DataTableProps<Row>) {
	const { name, rows, rowKey, isStale, isDense, details } = props;
	const columns = props.columns.map((column) => shownColumn(column, rows));
	return (
		// biome-ignore-start lint/a11y/noRedundantRoles: see above
		<table
			aria-busy={isStale}
			aria-label={name}
			className={tableClasses.table}
			data-dense={isDense}
			role="table"
		>
			<thead role="rowgroup">
				<tr role="row">
					{columns.map((column) => (
						<th data-number={column.isNumber} key={column.name} role="columnheader" scope="col">
							<span className={column.isActions ? "unseen" : undefined}>{column.name}</span>
						</th>
					))}
					{details ? (
						<th role="columnheader" scope="col">
							<span className="unseen">Details</span>
						</th>
					) : null}
				</tr>
			</thead>
			<tbody role="rowgroup">
				{rows.map((row) => (
					<TableRow columns={columns} details={details} key={rowKey(row)} row={row} />
				))}
			</tbody>
		</table>
		// biome-ignore-end lint/a11y/noRedundantRoles: see above
	);
}

type ShownColumn<Row> = ReturnType<typeof shownColumn<Row>>;

/** With what its cells show. */
function shownColumn<Row>({ credits, cell, ...column }: Column<Row>, rows: readonly Row[]) {
	if (!credits) return { ...column, show: (row: Row) => cell?.(row, "") };
	const format = alignedCredits(rows.flatMap((row) => credits(row) ?? []));
	const show = (row: Row) => {
		const amount = credits(row);
		const words = amount === null ? NOTHING : format(amount);
		return cell ? cell(row, words) : words;
	};
	return { ...column, isNumber: true, show };
}

interface TableRowProps<Row> {
	readonly row: Row;
	readonly columns: readonly ShownColumn<Row>[];
	readonly details: ((row: Row) => ReactNode) | undefined;
}

function TableRow<Row>({ row, columns, details }: TableRowProps<Row>) {
	const [isOpen, setOpen] = useState(false);
	return (
		// biome-ignore-start lint/a11y/noRedundantRoles: see above
		<Fragment>
			<tr data-open={isOpen} role="row">
				{columns.map((column) => (
					<Cell column={column} key={column.name} row={row} />
				))}
				{details ? (
					<td data-details role="cell">
						<ActionIcon
							aria-expanded={isOpen}
							aria-label="Details"
							className={tableClasses.toggle}
							color="gray"
							onClick={() => setOpen(!isOpen)}
							size={26}
							variant="subtle"
						>
							<IconChevronDown aria-hidden="true" size={16} stroke={1.8} />
						</ActionIcon>
					</td>
				) : null}
			</tr>
			{details && isOpen ? (
				<tr className={tableClasses.details} role="row">
					<td colSpan={columns.length + 1} role="cell">
						{details(row)}
					</td>
				</tr>
			) : null}
		</Fragment>
		// biome-ignore-end lint/a11y/noRedundantRoles: see above
	);
}

/** Placeholder of an empty cell: a table needs it, a card omits it. */
const NOTHING = "–";

function Cell<Row>({ column, row }: { readonly column: ShownColumn<Row>; readonly row: Row }) {
	const content = column.show(row);
	return (
		// biome-ignore-start lint/a11y/noRedundantRoles: see above
		<td
			data-actions={column.isActions}
			data-amount={column.isAmount}
			data-name={column.name}
			data-nothing={content === NOTHING}
			data-number={column.isNumber}
			data-title={column.isTitle}
			data-wide-only={column.isWideOnly}
			role="cell"
		>
			{content}
		</td>
		// biome-ignore-end lint/a11y/noRedundantRoles: see above
	);
}
