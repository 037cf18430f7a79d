import type { ReactNode } from "react";
import classes from "./DataTable.module.css";

export interface Column<Row> {
	readonly name: string;
	readonly cell: (row: Row) => ReactNode;
	/** Numbers are right-aligned, digits under digits. */
	readonly isNumber?: boolean;
	/** Stands first and without its name when the row is drawn as a card. */
	readonly isTitle?: boolean;
	/** Buttons: the name of the column is for screen readers alone. */
	readonly isActions?: boolean;
}

interface DataTableProps<Row> {
	/** What the table holds, for screen readers. */
	readonly name: string;
	readonly columns: readonly Column<Row>[];
	readonly rows: readonly Row[];
	readonly rowKey: (row: Row) => string | number;
	/** Newer rows are being fetched; these are the previous ones. */
	readonly isStale?: boolean;
}

/**
 * A table; on a narrow screen each row becomes a card, so that the page never scrolls sideways. The roles are said once more because
 * `display` takes them away.
 */
export function DataTable<Row>({ name, columns, rows, rowKey, isStale }: DataTableProps<Row>) {
	return (
		// biome-ignore-start lint/a11y/noRedundantRoles: see above
		<table aria-busy={isStale} aria-label={name} className={classes.table} role="table">
			<thead role="rowgroup">
				<tr role="row">
					{columns.map((column) => (
						<th data-number={column.isNumber} key={column.name} role="columnheader" scope="col">
							<span className={column.isActions ? classes.unseen : undefined}>{column.name}</span>
						</th>
					))}
				</tr>
			</thead>
			<tbody role="rowgroup">
				{rows.map((row) => (
					<tr key={rowKey(row)} role="row">
						{columns.map((column) => (
							<td
								data-actions={column.isActions}
								data-name={column.name}
								data-number={column.isNumber}
								data-title={column.isTitle}
								key={column.name}
								role="cell"
							>
								{column.cell(row)}
							</td>
						))}
					</tr>
				))}
			</tbody>
		</table>
		// biome-ignore-end lint/a11y/noRedundantRoles: see above
	);
}
