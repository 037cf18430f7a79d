import { BYTE_ORDER_MARK, textCell } from "../../platform/csv-cell.ts";
import type { Database } from "../../platform/db/database.ts";
import { walk } from "../../platform/db/walk.ts";
import type { ImportRefusalTable } from "../batches/tables.ts";

const ROWS_AT_A_TIME = 500;

/** The refusals of an import as CSV (RFC 4180), in order, streamed. */
export async function* refusalCsv(db: Database, importId: string): AsyncGenerator<string> {
	yield `${BYTE_ORDER_MARK}source,line,reason\r\n`;
	for await (const rows of pieces(db, importId)) {
		yield rows
			.map(({ source, line, reason }) => `${textCell(source)},${line ?? ""},${textCell(reason)}\r\n`)
			.join("");
	}
}

/** The same as one JSON object per line, as listed by `packshot import --json`. */
export async function* refusalLines(db: Database, importId: string): AsyncGenerator<string> {
	for await (const rows of pieces(db, importId)) {
		yield rows
			.map(({ source, line, reason }) =>
				JSON.stringify({ source, ...(line === null ? {} : { line }), reason }),
			)
			.map((text) => `${text}\n`)
			.join("");
	}
}

function pieces({ scan }: Database, importId: string): AsyncIterable<readonly ImportRefusalTable[]> {
	const refusals = scan.selectFrom("import_refusal").selectAll().where("import_id", "=", importId);
	return walk(refusals, "number", ROWS_AT_A_TIME);
}
