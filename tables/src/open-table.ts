import { joined, peeked } from "./chunks.ts";
import type { TableRow } from "./csv-row.ts";
import { encodingNamed } from "./encoding.ts";
import type { Table, TableOptions, WorkbookLimits } from "./table.ts";
import { openText } from "./text-table.ts";
import { UnreadableTable } from "./unreadable-table.ts";

const LIMITS: WorkbookLimits = { fileBytes: 64 * 2 ** 20, unpackedBytes: 512 * 2 ** 20 };

const ZIP = [0x50, 0x4b];
const OLD_OFFICE = [0xd0, 0xcf, 0x11, 0xe0];

/**
 * Opens a table: CSV of any dialect and encoding, which is read while it arrives, or a workbook (.xlsx), whatever its name.
 * @throws UnreadableTable for what is neither, and for options that do not fit; while rows are read, for a workbook that is damaged or too large
 */
export async function openTable(
	chunks: AsyncIterable<Uint8Array>,
	options: TableOptions = {},
): Promise<Table> {
	if (options.delimiter !== undefined && !/^[^"\r\n]$/u.test(options.delimiter))
		throw new UnreadableTable("cannot be split by that delimiter: give one character, which is no quote");
	const encoding = options.encoding === undefined ? undefined : encodingNamed(options.encoding);
	const { head, chunks: whole } = await peeked(chunks, 4);
	const begins = (mark: readonly number[]) => mark.every((byte, at) => head[at] === byte);
	if (begins(OLD_OFFICE)) {
		throw new UnreadableTable(
			"is an old Excel file (.xls), or a workbook with a password: save it as .xlsx without one, or as CSV",
		);
	}
	if (!begins(ZIP) || (head[2] ?? 0) > 8) {
		if (options.sheet !== undefined) throw new UnreadableTable("is text, which has no sheets");
		return openText(whole, { ...options, encoding });
	}
	const limits = { ...LIMITS, ...options.limits };
	const compressed = await collected(whole, limits.fileBytes);
	// Most tables are text, and most pages open none.
	const { openWorkbook } = await import("./xlsx/workbook.ts");
	const { rows, ...opened } = openWorkbook(compressed, limits.unpackedBytes, options.sheet);
	const reading = { kind: "workbook", ...opened } as const;
	return { rows: inTurn(rows), reading: () => reading };
}

async function collected(chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
	const parts: Uint8Array[] = [];
	let bytes = 0;
	for await (const chunk of chunks) {
		bytes += chunk.length;
		if (bytes > maxBytes)
			throw new UnreadableTable(`is a workbook of more than ${maxBytes / 2 ** 20} MB: save it as CSV`);
		parts.push(chunk);
	}
	return joined(parts);
}

async function* inTurn(rows: Iterable<TableRow>): AsyncGenerator<TableRow> {
	for (const row of rows) yield row;
}
