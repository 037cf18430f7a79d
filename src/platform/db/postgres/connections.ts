import { type ClientBase, type CustomTypesConfig, Pool, type PoolClient, types } from "pg";
import type { RunStatement } from "../statement-dialect.ts";
import { asUnavailable } from "./faults.ts";
import type { StatementNames } from "./statement-names.ts";

/** Options for connections of one kind. */
export interface ConnectionKind {
	readonly url: string;
	readonly connections: number;
	/** Server-side statement timeout; 0: none. */
	readonly statementMs: number;
	/** Whether a commit waits for the disk. */
	readonly waitsForDisk: boolean;
}

/** Timeout for obtaining a connection, new or from the pool. */
const LONGEST_WAIT_MS = 5000;
/** How much later than the server the client times out: by then the server is unreachable. */
const SILENCE_MS = 5000;
const IDLE_MS = 30_000;

/** Opens a pool. Connections are made on demand; a broken one is dropped and the next query gets a new one. */
export function openPool({ url, connections, statementMs, waitsForDisk }: ConnectionKind): Pool {
	const pool = new Pool({
		connectionString: url,
		max: connections,
		connectionTimeoutMillis: LONGEST_WAIT_MS,
		idleTimeoutMillis: IDLE_MS,
		keepAlive: true,
		application_name: "packshot",
		types: columnTypes,
		// Statements are pipelined: sent without waiting for the previous answer.
		pipeline: true,
		...(statementMs > 0 ? { query_timeout: statementMs + SILENCE_MS } : {}),
		async onConnect(client: ClientBase) {
			// Compiling a statement takes longer than the listings and sums that are asked for here.
			const results = await client.query(
				`set statement_timeout = ${statementMs}; set synchronous_commit = ${waitsForDisk ? "on" : "off"};
				set default_transaction_isolation = 'read committed'; set timezone = 'UTC'; set jit = off;
				select pid as id, backend_start::text as "startedAt" from pg_stat_activity where pid = pg_backend_pid()`,
			);
			const process = (results as unknown as { rows: ServerProcess[] }[]).at(-1)?.rows[0];
			if (process) processes.set(client, process);
		},
	} as ConstructorParameters<typeof Pool>[0]);
	// An idle connection that breaks has been dropped by the pool and needs no handling.
	pool.on("error", () => undefined);
	// A connection that breaks in use fails its query; the error event needs a listener or it would end the process.
	pool.on("connect", (client) => client.on("error", () => undefined));
	return pool;
}

/** The backend process that serves one connection, identified by its pid and start time. */
export interface ServerProcess {
	readonly id: number;
	readonly startedAt: string;
}

const processes = new WeakMap<ClientBase, ServerProcess>();

/** `undefined` where the server does not reveal it. */
export function serverProcessOf(client: ClientBase): ServerProcess | undefined {
	return processes.get(client);
}

/** Takes a connection out of the pool. @throws StorageUnavailable */
export async function takeConnection(pool: Pool): Promise<PoolClient> {
	try {
		return await pool.connect();
	} catch (fault) {
		throw asUnavailable(fault);
	}
}

/** Runs statements on one connection, or each on any of a pool; recurring ones are prepared under a name. */
export function statementsOn(target: Pool | PoolClient, names?: StatementNames): RunStatement {
	return async (text, parameters) => {
		try {
			const { rows, rowCount } = await target.query(queryOf(text, parameters, names));
			return { rows, changes: rowCount ?? 0 };
		} catch (fault) {
			throw asUnavailable(fault);
		}
	};
}

/** In the driver's form; prepared if it has a name. */
export function queryOf(text: string, parameters: readonly unknown[], names?: StatementNames) {
	const name = names?.(text);
	return { text, values: [...parameters], ...(name ? { name } : {}) };
}

const { INT8, NUMERIC, BYTEA } = types.builtins;

/** 64-bit integers come as numbers, bytes as a Uint8Array. */
const columnTypes = {
	getTypeParser(id: number, format?: "text" | "binary") {
		if (format !== "binary") {
			if (id === INT8 || id === NUMERIC) return safeInteger;
			if (id === BYTEA) return bytes;
		}
		return types.getTypeParser(id, format);
	},
} as CustomTypesConfig;

/** @throws RangeError when a number does not fit; no stored number is that large. */
export function safeInteger(text: string): number {
	const number = Number(text);
	if (Number.isSafeInteger(number)) return number;
	throw new RangeError(`${text} is no whole number of up to 53 bits`);
}

function bytes(text: string): Uint8Array {
	return new Uint8Array(Buffer.from(text.slice(2), "hex"));
}
