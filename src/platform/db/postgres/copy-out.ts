import { type Pool, type PoolClient, Query, type QueryResult } from "pg";
import type { NumberedBytes } from "../database.ts";
import { takeConnection } from "./connections.ts";
import { asUnavailable } from "./faults.ts";

/**
 * Reads numbered bytes in the form in which the server stores them. What queries return comes as text: twice as many bytes to send, and
 * then to read as characters and as digits.
 * @param sql a query for a bigint and a bytea, without parameters and nulls
 * @throws StorageUnavailable
 */
export async function copyOut(pool: Pool, sql: string): Promise<NumberedBytes[]> {
	const client = await takeConnection(pool);
	let fault: unknown;
	try {
		return await rowsOf(client, `copy (${sql}) to stdout (format binary)`);
	} catch (thrown) {
		fault = thrown;
		throw asUnavailable(thrown);
	} finally {
		client.release(fault !== undefined);
	}
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
		// The driver drops the data of a copy unless its query has this function.
		const handleCopyData = ({ chunk }: { readonly chunk: Buffer }) => rows.push(...rowsIn(chunk));
		client.query(Object.assign(query, { handleCopyData }));
	});
}

/** What a copy in binary form begins with; flags and the length of an extension follow. */
const SIGNATURE = Buffer.from("PGCOPY\n\xff\r\n\0", "latin1");
const HEADER_BYTES = SIGNATURE.length + 8;

/**
 * The rows in one message of a copy; none goes on in the next message. Each is the number of its columns (2 bytes), the length (4) of the
 * number and the number (8), the length (4) of the bytes and the bytes. After the last one, the number of columns is -1.
 */
function rowsIn(message: Buffer): NumberedBytes[] {
	const rows: NumberedBytes[] = [];
	let at = message.subarray(0, SIGNATURE.length).equals(SIGNATURE) ? HEADER_BYTES : 0;
	while (at + 18 <= message.length && message.readInt16BE(at) === 2) {
		const number = Number(message.readBigInt64BE(at + 6));
		const [start, end] = [at + 18, at + 18 + message.readInt32BE(at + 14)];
		// A copy, since the driver reads what comes next into the same memory.
		rows.push({ number, bytes: new Uint8Array(message.subarray(start, end)) });
		at = end;
	}
	return rows;
}
