import { peeked } from "@packshot/tables/chunks";
import type { TableRow } from "@packshot/tables/csv-row";
import { LINE_FEED, readLines } from "@packshot/tables/lines";
import { openTable } from "@packshot/tables/open-table";
import type { ReadingReports } from "../../report.ts";
import type { MetadataFormat } from "../metadata-file.ts";
import type { MetadataLine } from "../metadata-line.ts";
import { isObject } from "../mismatch.ts";
import { type ForeignRecord, productOf } from "./product.ts";

/** Their records contain the whole history of an analysis; the longest have several megabytes. */
export const MAX_RECORD_BYTES = 16 * 2 ** 20;

type Read = { readonly line: number } & ({ readonly record: ForeignRecord } | { readonly reason: string });

/** Reads an export of Open Food Facts, JSONL or CSV, record by record. */
export async function* readOpenFoodFacts(
	format: MetadataFormat,
	chunks: AsyncIterable<Uint8Array>,
	{ onRemark }: Pick<ReadingReports, "onRemark"> = {},
): AsyncGenerator<MetadataLine> {
	for await (const read of format === "table" ? csvRecords(chunks) : jsonRecords(chunks)) {
		if ("reason" in read) yield { line: read.line, reason: read.reason };
		else yield { line: read.line, ...productOf(read.record, (text) => onRemark?.(read.line, text)) };
	}
}

async function* jsonRecords(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Read> {
	for await (const read of readLines(chunks, { maxLineBytes: MAX_RECORD_BYTES })) {
		if ("reason" in read) yield read;
		else if (read.text.trim() !== "") yield { line: read.line, ...parsed(read.text) };
	}
}

function parsed(text: string): { record: ForeignRecord } | { reason: string } {
	try {
		const record: unknown = JSON.parse(text);
		if (!isObject(record)) return { reason: "the line is no record" };
		return { record: { ...nutrimentsOf(record), ...record } };
	} catch (error) {
		return { reason: `the line is not JSON: ${(error as Error).message}` };
	}
}

/**
 * Nutrients per 100 g or 100 ml as sold, by their CSV names. From schema 1003 (December 2025) on, 1004 (May 2026) included, records have
 * them in the set that Open Food Facts aggregates from all input; earlier ones in `nutriments`.
 */
function nutrimentsOf({ nutriments, nutrition }: ForeignRecord): ForeignRecord {
	const set = isObject(nutrition) ? nutrition.aggregated_set : undefined;
	if (!isObject(set) || !isObject(set.nutrients)) return isObject(nutriments) ? nutriments : {};
	if (set.preparation === "prepared" || !["100g", "100ml"].includes(set.per as string)) return {};
	const normalized = Object.entries(set.nutrients).flatMap(([name, nutrient]) => {
		if (!isObject(nutrient) || !["g", "kcal", "kJ"].includes(nutrient.unit as string)) return [];
		const { value, modifier, source } = nutrient;
		return [
			[`${name}_100g`, value],
			[`${name}_modifier`, modifier],
			[`${name}_source`, source],
		];
	});
	return Object.fromEntries(normalized);
}

/** The whole database has tabs between cells and one record per line; a selection may have commas. */
async function* csvRecords(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Read> {
	let header: readonly string[] | undefined;
	for await (const row of rowsOf(chunks)) {
		if ("reason" in row) yield row;
		else if (header === undefined) {
			header = row.cells;
			if (!header.includes("code")) {
				yield {
					line: row.line,
					reason: 'the header has no column "code": is it an export of Open Food Facts?',
				};
				return;
			}
		} else if (row.cells.length !== header.length) {
			yield { line: row.line, reason: `expected ${header.length} cells, found ${row.cells.length}` };
		} else {
			const names = header;
			yield { line: row.line, record: Object.fromEntries(row.cells.map((cell, at) => [names[at], cell])) };
		}
	}
}

async function* rowsOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TableRow> {
	// The first line tells which format it is.
	const { head, chunks: whole } = await peeked(chunks, HEADER_BYTES);
	const line = head.subarray(0, Math.max(0, head.indexOf(LINE_FEED)));
	const isTabbed = line.includes(TAB);
	yield* isTabbed ? tabbedRows(whole) : (await openTable(whole, { encoding: "utf-8", delimiter: "," })).rows;
}

const TAB = 0x09;
/** More than their two hundred names of columns take. */
const HEADER_BYTES = 2 ** 16;

async function* tabbedRows(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TableRow> {
	for await (const read of readLines(chunks, { maxLineBytes: MAX_RECORD_BYTES })) {
		if ("reason" in read) yield read;
		else if (read.text.trim() !== "") yield { line: read.line, cells: read.text.split("\t").map(unquoted) };
	}
}

function unquoted(cell: string): string {
	const inside = /^"(.*)"$/s.exec(cell)?.[1];
	return inside === undefined || /(?<!")"(?:"")*(?!")/.test(inside) ? cell : inside.replaceAll('""', '"');
}
