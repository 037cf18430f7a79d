import { type Pool, type PoolClient, Query, type QueryResult } from "pg";
import type { NumberedBytes } from "../database.ts";
import { onConnection } from "./connections.ts";
import { asUnavailable } from "./faults.ts";

/**
 * Reads numbered bytes in binary form with `COPY`. Query results arrive as text instead: twice as many bytes to send, and then to decode as
 * characters and as digits.
 * @param sql a query for a bigint and a bytea column, without parameters or nulls
 * @throws StorageUnavailable
 */
export async function copyOut(pool: Pool, sql: string): Promise<NumberedBytes[]> {
	const copy = `copy (${sql}) to stdout (format binary)`;
	return onConnection(pool, (client) => rowsOf(client, copy)).catch((fault) => {
		throw asUnavailable(fault);
	});
}

function rowsOf(client: PoolClient, copy: string): Promise<NumberedBytes[]> {
	return new Promise((succeed, fail) => {
		const rows: NumberedBytes[] = [];
		const query = new Query(copy, (fault?: Error | null, result?: unknown) => {
			const count = (result as QueryResult | undefined)?.rowCount;
			if (fault) fail(fault);
			else if (rows.length === count) succeed(rows);
			else fail(new Error(`a copy of ${count} rows was read as ${rows.length}`));
		});
		// The driver discards the data of a copy unless its query has this function.
		const handleCopyData = ({ chunk }: { readonly chunk: Buffer }) => rows.push(...rowsIn(chunk));
		client.query(Object.assign(query, { handleCopyData }));
	});
}

/** Start of a copy in binary form, followed by flags and the length of an extension. */
const SIGNATURE = Buffer.from("PGCOPY\n\xff\r\n\0", "latin1");
const HEADER_BYTES = SIGNATURE.length + 8;

/**
 * The rows in one message of a copy; none spans two messages. Each row is its column count (2 bytes), the length (4) of the number and the number
 * (8), the length (4) of the bytes and the bytes. After the last row, the column count is -1.
 */
function rowsIn(message: Buffer): NumberedBytes[] {
	const rows: NumberedBytes[] = [];
	let at = message.subarray(0, SIGNATURE.length).equals(SIGNATURE) ? HEADER_BYTES : 0;
	while (at + 18 <= message.length && message.readInt16BE(at) === 2) {
		const number = Number(message.readBigInt64BE(at + 6));
		const [start, end] = [at + 18, at + 18 + message.readInt32BE(at + 14)];
		// Copied, since the driver reuses this memory for whatever it reads next.
		rows.push({ number, bytes: new Uint8Array(message.subarray(start, end)) });
		at = end;
	}
	return rows;
}
