import { readRefusals } from "../../imports/batches/refusals.ts";
import type { ImportRefusalTable } from "../../imports/batches/tables.ts";
import { textCell } from "../../platform/csv-cell.ts";
import type { Database } from "../../platform/db/database.ts";

const ROWS_AT_A_TIME = 500;

/** The refusals of an import as CSV (RFC 4180), in order, streamed. */
export async function* refusalCsv(db: Database, importId: string): AsyncGenerator<string> {
	yield "source,line,reason\r\n";
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

async function* pieces(db: Database, importId: string): AsyncGenerator<readonly ImportRefusalTable[]> {
	let after = 0;
	for (;;) {
		const rows = await readRefusals(db.scan, importId, { after, limit: ROWS_AT_A_TIME });
		if (rows.length > 0) yield rows;
		if (rows.length < ROWS_AT_A_TIME) return;
		after = rows.at(-1)?.number ?? after;
	}
}
