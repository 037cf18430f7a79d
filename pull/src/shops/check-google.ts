import { oneChunk } from "@packshot/tables/chunks";
import { openTable } from "@packshot/tables/open-table";
import type { TableLine } from "../barcode-list.ts";
import { controlCharacterIn, ROW_RULES, RULES, type Rule } from "./google-rules.ts";
import { type ExportTable, exportTable } from "./shop-export.ts";

/** What is wrong with a cell. */
export interface Finding {
	readonly line: number;
	readonly column: string;
	readonly text: string;
	readonly problem: string;
}

/** A product file held against Google's rules. */
export interface GoogleCheck {
	readonly rows: number;
	readonly findings: readonly Finding[];
	/** What was checked. */
	readonly checked: {
		/** A file without titles and links is a supplemental source. */
		readonly source: "primary" | "supplemental";
		/** Columns of the file for which there are rules. */
		readonly columns: readonly string[];
		/** Its other columns, of which only characters were checked. */
		readonly others: readonly string[];
	};
}

/**
 * Holds a product file against Google's published rules. A supplemental source needs only `id`.
 * @throws UnreadableTable for what is no table
 */
export async function checkGoogleFile(bytes: Uint8Array): Promise<GoogleCheck> {
	const isHeader = (cells: readonly string[]) =>
		cells.length > 1 && cells.some((cell) => cell.trim().toLowerCase() === "id");
	const lines: TableLine[] = [];
	const unreadable: Finding[] = [];
	for await (const row of (await openTable(oneChunk(bytes), { isHeader })).rows) {
		if ("cells" in row) lines.push(row);
		else unreadable.push({ line: row.line, column: "", text: "", problem: row.reason });
	}
	const [header, ...body] = lines;
	const table = exportTable({ names: header?.cells ?? [], rows: body });
	const { named, rows, columns } = table;
	const isPrimary = named("title") !== undefined || named("link") !== undefined;
	const isNeeded = ({ column, isRequired }: Rule) => column === "id" || (isPrimary && isRequired === true);
	const missing = RULES.filter((rule) => isNeeded(rule) && !named(rule.column)).map(({ column }) => ({
		line: 1,
		column,
		text: "",
		problem: "is missing",
	}));
	const none =
		rows.length === 0 ? [{ line: 1, column: "", text: "", problem: "the file has no product" }] : [];
	const known = new Set(
		[...RULES.map(({ column }) => column), ...ROW_RULES.flatMap((rule) => rule.columns)].map((name) =>
			named(name),
		),
	);
	const names = (isKnown: boolean) =>
		columns.filter((column) => known.has(column) === isKnown).map(({ name }) => name.trim());
	return {
		rows: rows.length,
		findings: [
			...unreadable,
			...missing,
			...none,
			...rows.flatMap((row) => [
				...cellFindings(table, row, isNeeded),
				...rowFindings(table, row, isPrimary),
			]),
			...repeatedIds(table),
		].sort((one, other) => one.line - other.line),
		checked: { source: isPrimary ? "primary" : "supplemental", columns: names(true), others: names(false) },
	};
}

function cellFindings(
	{ named, columns }: ExportTable,
	row: TableLine,
	isNeeded: (rule: Rule) => boolean,
): Finding[] {
	const broken = RULES.flatMap((rule) => {
		const column = named(rule.column);
		if (!column) return [];
		const text = column.of(row).trim();
		const problem = text === "" ? (isNeeded(rule) ? "is empty" : undefined) : rule.problem(text);
		return problem ? [{ line: row.line, column: column.name, text, problem }] : [];
	});
	const unreadable = columns.flatMap((column) => {
		const text = column.of(row);
		const problem = controlCharacterIn(text);
		return problem ? [{ line: row.line, column: column.name, text, problem }] : [];
	});
	return [...broken, ...unreadable];
}

function rowFindings({ named }: ExportTable, row: TableLine, isPrimary: boolean): Finding[] {
	const of = (column: string) => named(column)?.of(row).trim() ?? "";
	return ROW_RULES.flatMap(({ columns: [column = ""], isNeed, problem: problemOf }) => {
		// A supplemental source adds to what another has.
		if (isNeed && !isPrimary) return [];
		const problem = problemOf(of);
		return problem ? [{ line: row.line, column, text: of(column), problem }] : [];
	});
}

function repeatedIds({ named, rows }: ExportTable): Finding[] {
	const lines = new Map<string, number>();
	return rows.flatMap((row) => {
		const id = named("id")?.of(row).trim() ?? "";
		const before = lines.get(id);
		if (before === undefined) lines.set(id, row.line);
		if (before === undefined || id === "") return [];
		return [{ line: row.line, column: "id", text: id, problem: `is in line ${before} already` }];
	});
}
