import { type Cells, csvTable } from "../../../src/orders/shop-files/csv-rows.ts";
import { cellsOf, type ExportMatch, type ExportTable, type ExportUpdate, isFilled } from "./shop-export.ts";

/** How a shop whose products have one row each takes changes: by the columns that identify them, and those that change. */
export interface OneRowLayout {
	readonly delimiter: "," | "\t";
	/** In the file if the export has them; one of them must be filled. */
	readonly identity: readonly string[];
	/** A product's cells with what was bought, by the column's name; of products without them, the shop's own stay. */
	readonly changes: readonly OneRowChange[];
	/** What takes a product out of sale. */
	readonly outOfSale: { readonly column: string; readonly cell: string };
}

export interface OneRowChange {
	readonly column: string;
	/** Columns with one group are in the file together: an import replaces what they say as a whole. */
	readonly group?: string;
	/** @param theirs what the shop has @returns undefined where there is nothing to change */
	readonly cell: (match: ExportMatch, theirs: string) => string | undefined;
}

export function oneRowUpdate(
	table: ExportTable,
	matches: readonly ExportMatch[],
	{ delimiter, identity, changes: texts, outOfSale }: OneRowLayout,
): ExportUpdate {
	const keys = identity.map((column) => table.named(column)).filter((column) => column !== undefined);
	const changes: OneRowChange[] = [
		...texts,
		{ column: outOfSale.column, cell: ({ isRemoved }) => (isRemoved ? outOfSale.cell : undefined) },
	];
	const changed = matches.map((match) =>
		changes.map(({ column, cell }) => {
			const isText = column !== outOfSale.column;
			return match.isRemoved && isText ? undefined : cell(match, table.named(column)?.of(match.row) ?? "");
		}),
	);
	const isChanged = changes.map((_, place) => changed.some((cells) => cells[place] !== undefined));
	const groups = new Set(changes.flatMap(({ group }, place) => (group && isChanged[place] ? [group] : [])));
	const used = changes.map(({ group = "" }, place) => isChanged[place] || groups.has(group));
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
				const theirs = table.named(change.column)?.of(match.row);
				return cell === undefined || cell === theirs ? [] : [[nameOf(change), cell]];
			});
			rows.push({ ...cellsOf([...keys, ...theirs], match.row), ...Object.fromEntries(ours) });
		}
	}
	if (rows.length === 0) return { untouched };
	const columns = [...keys.map((key) => key.name), ...changes.filter((_, place) => used[place]).map(nameOf)];
	return { text: csvTable(columns, rows, delimiter), untouched };
}
