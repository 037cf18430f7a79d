import { ActionIcon } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { Fragment, type ReactNode, useState } from "react";
import classes from "./DataTable.module.css";

export interface Column<Row> {
	readonly name: string;
	readonly cell: (row: Row) => ReactNode;
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

/**
 * A table; on a narrow screen each row becomes a card, so that the page never scrolls sideways. The roles are stated explicitly because
 * changing `display` removes them.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
	const { name, columns, rows, rowKey, isStale, isDense, details } = props;
	return (
		// biome-ignore-start lint/a11y/noRedundantRoles: see above
		<table aria-busy={isStale} aria-label={name} className={classes.table} data-dense={isDense} role="table">
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

interface TableRowProps<Row> {
	readonly row: Row;
	readonly columns: readonly Column<Row>[];
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
							className={classes.toggle}
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
				<tr className={classes.details} role="row">
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

function Cell<Row>({ column, row }: { readonly column: Column<Row>; readonly row: Row }) {
	const content = column.cell(row);
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
