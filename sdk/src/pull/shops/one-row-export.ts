import { type Cells, csvTable } from "../../../../src/orders/shop-files/csv-rows.ts";
import type { TableLine } from "../barcode-list.ts";
import type { PulledProduct } from "../pulled-products.ts";
import { cellsOf, type ExportMatch, type ExportTable, type ExportUpdate, isFilled } from "./shop-export.ts";

/** How a shop whose products have one row each takes changes: by the columns that identify them, and those that change. */
export interface OneRowLayout {
	readonly delimiter: "," | "\t";
	/** In the file if the export has them; one of them must be filled. */
	readonly identity: readonly string[];
	/** A product's cells with what was bought, by the column's name; of products without them, the shop's own stay. */
	readonly changes: readonly OneRowChange[];
}

export interface OneRowChange {
	readonly column: string;
	/** @param theirs what the shop has @returns undefined where there is nothing to change */
	readonly cell: (product: PulledProduct, theirs: string, row: TableLine) => string | undefined;
}

export function oneRowUpdate(
	table: ExportTable,
	matches: readonly ExportMatch[],
	{ delimiter, identity, changes }: OneRowLayout,
): ExportUpdate {
	const keys = identity.map((column) => table.named(column)).filter((column) => column !== undefined);
	const changed = matches.map(({ row, product }) =>
		changes.map(({ column, cell }) => cell(product, table.named(column)?.of(row) ?? "", row)),
	);
	const used = changes.map((_, place) => changed.some((cells) => cells[place] !== undefined));
	const nameOf = ({ column }: OneRowChange) => table.named(column)?.name ?? column;
	const untouched = new Map<ExportMatch, string>();
	const rows: Cells[] = [];
	for (const [at, match] of matches.entries()) {
		const cells = changed[at] ?? [];
		const emptied = changes.find(
			({ column }, place) => used[place] && cells[place] === undefined && !table.named(column),
		);
		if (!keys.some((key) => isFilled(key, match.row)))
			untouched.set(match, `its row has no ${identity.join(" or ")}`);
		else if (cells.every((cell) => cell === undefined))
			untouched.set(match, "neither a text nor a picture was bought");
		else if (emptied)
			untouched.set(match, `the export has no column "${emptied.column}", and an import would empty it`);
		else {
			const theirs = changes.map(({ column }, place) => (used[place] ? table.named(column) : undefined));
			const ours = changes.flatMap((change, place): [string, string][] => {
				const cell = cells[place];
				return cell === undefined ? [] : [[nameOf(change), cell]];
			});
			rows.push({ ...cellsOf([...keys, ...theirs], match.row), ...Object.fromEntries(ours) });
		}
	}
	if (rows.length === 0) return { untouched };
	const columns = [...keys.map((key) => key.name), ...changes.filter((_, place) => used[place]).map(nameOf)];
	return { text: csvTable(columns, rows, delimiter), untouched };
}
