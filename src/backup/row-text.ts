import type { CopiedRow, CopiedTable, CopiedValue } from "../platform/db/row-copy.ts";
import { type BackupError, damaged } from "./archive-format.ts";

/** One line for each row: a JSON array of its values, bytes as `{"base64": …}`. */
export function rowsText(rows: readonly CopiedRow[]): string {
	return rows.map((row) => `${JSON.stringify(row.map(written))}\n`).join("");
}

function written(value: CopiedValue): unknown {
	return value instanceof Uint8Array ? { base64: Buffer.from(value).toString("base64") } : value;
}

/** @throws BackupError when the line is no row of the table. */
export function rowFromLine(line: string, table: CopiedTable): CopiedRow {
	let values: unknown;
	try {
		values = JSON.parse(line);
	} catch {
		throw noRow(table);
	}
	if (!Array.isArray(values) || values.length !== table.columns.length) throw noRow(table);
	return values.map((value) => readBack(value, table));
}

function readBack(value: unknown, table: CopiedTable): CopiedValue {
	if (value === null || typeof value === "string" || typeof value === "number") return value;
	const { base64 } = value as { base64?: unknown };
	if (typeof base64 !== "string") throw noRow(table);
	return new Uint8Array(Buffer.from(base64, "base64"));
}

function noRow(table: CopiedTable): BackupError {
	return damaged(`what it holds is no row of ${table.name}`);
}
