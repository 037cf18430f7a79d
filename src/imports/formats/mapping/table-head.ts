import { findBarcodes, isBarcodeHeader } from "@packshot/tables/barcode-table";
import type { TableRow } from "@packshot/tables/csv-row";
import { MOST_TITLES } from "@packshot/tables/delimiter";
import { openTable } from "@packshot/tables/open-table";
import { UnreadableTable } from "@packshot/tables/unreadable-table";
import type { Source } from "../../sources/sources.ts";
import { hasBarcodeColumn, headerName, readHeader } from "../table-columns.ts";
import { certificateFieldOfHeading, fieldOfHeading } from "./column-words.ts";
import { guessMapping } from "./guess-mapping.ts";
import type { ColumnMapping } from "./mapping-shape.ts";

/** A column as a person is asked about it. */
export interface TableColumn {
	readonly name: string;
	/** Of its first cells that are not empty. */
	readonly samples: readonly string[];
	/** All that its first cells hold, if they are few short texts; null if they are many. */
	readonly values: readonly string[] | null;
}

/** The columns of a table that has names of its own for them. */
export interface TableHead {
	readonly source: string;
	readonly headerLine: number;
	readonly columns: readonly TableColumn[];
	readonly guess: ColumnMapping;
}

/** Rows that the guess is made of. */
const ROWS = 2000;
const MOST_COLUMNS = 300;
const SAMPLES = 3;
const LONGEST_SAMPLE = 100;
const MOST_VALUES = 30;
const LONGEST_VALUE = 60;

/** The columns of the first table that is not written in ours; undefined if there is none, or nobody could say what is in it. */
export async function findTableHead(
	sources: AsyncIterable<Source>,
	encoding?: string,
): Promise<TableHead | undefined> {
	for await (const source of sources) {
		if (source.kind !== "metadata" || source.format !== "table") continue;
		const head = headOf(await firstRows(source.chunks(), encoding));
		if (head) return { source: source.source, ...head };
	}
	return undefined;
}

async function firstRows(
	chunks: AsyncIterable<Uint8Array>,
	encoding: string | undefined,
): Promise<TableRow[]> {
	const rows: TableRow[] = [];
	try {
		for await (const row of (await openTable(chunks, { isHeader, encoding })).rows)
			if (rows.push(row) >= ROWS) break;
	} catch {
		// The import says what is wrong with the file.
	}
	return rows;
}

function isHeader(cells: readonly string[]): boolean {
	return isBarcodeHeader(cells) || cells.filter(isCalled).length > 1;
}

const isCalled = (name: string) => fieldOfHeading(name) ?? certificateFieldOfHeading(name);

type Cells = TableRow & { readonly cells: string[] };

/** @param rows the first ones of a table */
export function headOf(rows: readonly TableRow[]): Omit<TableHead, "source"> | undefined {
	const filled = rows.filter((row): row is Cells => "cells" in row && row.cells.some((cell) => cell !== ""));
	const titles = filled.slice(0, MOST_TITLES);
	if (titles.some(({ cells }) => hasBarcodeColumn(cells) && !("reason" in readHeader(cells))))
		return undefined;
	const header = likelyHeader(titles) ?? headerByBarcodes(filled);
	if (!header || header.cells.length > MOST_COLUMNS) return undefined;
	const body = filled.slice(filled.indexOf(header) + 1);
	const sampled = header.cells.map((cell, at) => ({
		name: headerName(cell),
		cells: body.flatMap(({ cells }) => (cells[at] ? [cells[at]] : [])),
	}));
	return {
		headerLine: header.line,
		columns: sampled.map(({ name, cells }) => ({
			name,
			samples: cells.slice(0, SAMPLES).map((cell) => cell.slice(0, LONGEST_SAMPLE)),
			values: fewValues(cells),
		})),
		guess: guessMapping(sampled, barcodeColumn([header, ...body])),
	};
}

/** The row with most names that are known: titles and groups of columns stand above it. */
function likelyHeader(titles: readonly Cells[]): Cells | undefined {
	const known = titles.map(({ cells }) => cells.filter((cell) => isCalled(headerName(cell))).length);
	const most = Math.max(0, ...known);
	return most > 1 ? titles[known.indexOf(most)] : undefined;
}

function headerByBarcodes(rows: readonly Cells[]): Cells | undefined {
	const line = withBarcodes(rows)?.headerLine;
	return rows.find((row) => row.line === line);
}

function barcodeColumn(rows: readonly Cells[]): number | undefined {
	const found = withBarcodes(rows);
	return found && found.column.number - 1;
}

function withBarcodes(rows: readonly Cells[]) {
	try {
		const found = findBarcodes(rows);
		return found.column.barcodes > 0 ? found : undefined;
	} catch (error) {
		if (error instanceof UnreadableTable) return undefined;
		throw error;
	}
}

function fewValues(cells: readonly string[]): readonly string[] | null {
	const values = new Set<string>();
	for (const cell of cells) {
		if (cell.length > LONGEST_VALUE) return null;
		values.add(cell);
		if (values.size > MOST_VALUES) return null;
	}
	return [...values];
}
