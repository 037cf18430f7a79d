import type {
	ColumnKind,
	CopiedRow,
	CopiedTable,
	CopiedValue,
	DeclaredTable,
} from "../../platform/db/row-copy.ts";
import { type BackupError, damaged } from "./archive-format.ts";

/** One line for each row: a JSON array of its values, bytes as `{"base64": …}`. */
export function rowsText(rows: readonly CopiedRow[]): string {
	return rows.map((row) => `${JSON.stringify(row.map(written))}\n`).join("");
}

function written(value: CopiedValue): unknown {
	return value instanceof Uint8Array ? { base64: Buffer.from(value).toString("base64") } : value;
}

/** @throws BackupError when the line is not a row of the table: SQLite itself would accept any value in any column. */
export function rowFromLine(line: string, table: DeclaredTable): CopiedRow {
	let values: unknown;
	try {
		values = JSON.parse(line);
	} catch {
		throw noRow(table);
	}
	if (!Array.isArray(values) || values.length !== table.columns.length) throw noRow(table);
	return values.map((value, place) => {
		const read = value === null ? null : READERS[table.kinds[place] ?? "text"](value);
		if (read === undefined) throw damaged(`a row of ${table.name} has no valid ${table.columns[place]}`);
		return read;
	});
}

/** Reads a value into what a column holds; `undefined` for a value that it cannot hold. */
const READERS: Readonly<Record<ColumnKind, (value: unknown) => CopiedValue | undefined>> = {
	text: (value) => (typeof value === "string" ? value : undefined),
	integer: (value) => (Number.isSafeInteger(value) ? (value as number) : undefined),
	blob(value) {
		const { base64 } = value as { base64?: unknown };
		return typeof base64 === "string" ? new Uint8Array(Buffer.from(base64, "base64")) : undefined;
	},
};

function noRow(table: CopiedTable): BackupError {
	return damaged(`a line is not a row of ${table.name}`);
}
