import { type Cells, csvTable } from "../../../src/orders/shop-files/csv-rows.ts";
import type { ImageUrl } from "../../../src/orders/shop-files/shop-product.ts";
import {
	cellsOf,
	type ExportColumn,
	type ExportMatch,
	type ExportTable,
	type ExportUpdate,
	isFilled,
	isOurKey,
	NOTHING_BOUGHT,
	type ShopExport,
	wouldEmpty,
} from "./shop-export.ts";

/** A shop whose products have one row each: it takes changes by the columns that identify a product, and those that change. */
export interface OneRowShop extends Omit<ShopExport, "outOfReach" | "update"> {
	readonly delimiter: "," | "\t";
	/** In the file if the export has them; one of them must be filled. */
	readonly identity: readonly string[];
	/** A product's cells with what was bought, by the column's name; of products without them, the shop's own stay. */
	changes(table: ExportTable, imageUrl: ImageUrl): readonly OneRowChange[];
	/** What takes a product out of sale. */
	readonly outOfSale: { readonly column: string; readonly cell: string };
	/** The same table, whose columns are found by their names in English. */
	inEnglish?(table: ExportTable): ExportTable;
}

export interface OneRowChange {
	readonly column: string;
	/** Columns with one group are in the file together: an import replaces what they say as a whole. */
	readonly group?: string;
	/** Whether it is only for products that the shop has from our file of new ones. */
	readonly isOfOurs?: boolean;
	/** @param theirs what the shop has @returns undefined where there is nothing to change */
	readonly cell: (match: ExportMatch, theirs: string) => string | undefined;
}

export function oneRowExport(shop: OneRowShop): ShopExport {
	const { identity, inEnglish = (table) => table } = shop;
	const keysOf = (table: ExportTable) =>
		identity.map((column) => table.named(column)).filter((column) => column !== undefined);
	return {
		...shop,
		outOfReach(exported) {
			const keys = keysOf(inEnglish(exported));
			return (row) => !keys.some((key) => isFilled(key, row));
		},
		update(exported, matches, imageUrl) {
			const table = inEnglish(exported);
			const changes = [...shop.changes(table, imageUrl), removal(shop)];
			return updateOf({ table, keys: keysOf(table), changes }, matches, shop);
		},
	};
}

function removal({ outOfSale: { column, cell } }: OneRowShop): OneRowChange {
	return { column, cell: ({ isRemoved }) => (isRemoved ? cell : undefined) };
}

interface Layout {
	readonly table: ExportTable;
	readonly keys: readonly ExportColumn[];
	readonly changes: readonly OneRowChange[];
}

function updateOf(
	{ table, keys, changes }: Layout,
	matches: readonly ExportMatch[],
	{ delimiter, identity, newKey, outOfSale }: OneRowShop,
): ExportUpdate {
	const changed = matches.map((match) => {
		const isOurs = isOurKey(table.named(newKey)?.of(match.row) ?? "", match);
		return changes.map(({ column, isOfOurs, cell }) => {
			if ((match.isRemoved && column !== outOfSale.column) || (isOfOurs && !isOurs)) return undefined;
			return cell(match, table.named(column)?.of(match.row) ?? "");
		});
	});
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
		else if (cells.every((cell) => cell === undefined)) untouched.set(match, NOTHING_BOUGHT);
		else if (emptied) untouched.set(match, wouldEmpty(emptied.column));
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
