import { type ClientBase, type CustomTypesConfig, Pool, type PoolClient, types } from "pg";
import type { RunStatement } from "../statement-dialect.ts";
import { asUnavailable } from "./faults.ts";
import type { StatementNames } from "./statement-names.ts";

/** How connections of one kind are made. */
export interface ConnectionKind {
	readonly url: string;
	readonly connections: number;
	/** The server gives a statement up after this long; 0: never. */
	readonly statementMs: number;
	/** Whether a commit waits for the disk. */
	readonly waitsForDisk: boolean;
}

/** For a connection, be it a new one or one that another query has. */
const LONGEST_WAIT_MS = 5000;
/** How much later than the server the client gives a statement up: the server is gone without a word then. */
const SILENCE_MS = 5000;
const IDLE_MS = 30_000;

/** Opens a pool: connections are made when they are needed. A broken one is dropped, and the next query gets a new one. */
export function openPool({ url, connections, statementMs, waitsForDisk }: ConnectionKind): Pool {
	const pool = new Pool({
		connectionString: url,
		max: connections,
		connectionTimeoutMillis: LONGEST_WAIT_MS,
		idleTimeoutMillis: IDLE_MS,
		keepAlive: true,
		application_name: "packshot",
		types: columnTypes,
		// Statements are sent without waiting for the answer to the one before.
		pipeline: true,
		...(statementMs > 0 ? { query_timeout: statementMs + SILENCE_MS } : {}),
		async onConnect(client: ClientBase) {
			const results = await client.query(
				`set statement_timeout = ${statementMs}; set synchronous_commit = ${waitsForDisk ? "on" : "off"};
				set default_transaction_isolation = 'read committed'; set timezone = 'UTC';
				select pid as id, backend_start::text as "startedAt" from pg_stat_activity where pid = pg_backend_pid()`,
			);
			const process = (results as unknown as { rows: ServerProcess[] }[]).at(-1)?.rows[0];
			if (process) processes.set(client, process);
		},
	} as ConstructorParameters<typeof Pool>[0]);
	// An idle connection that breaks is none of anybody's business: the pool has dropped it.
	pool.on("error", () => undefined);
	// One that breaks in use fails the query that waits for it; as an event nobody listens to it would end the process.
	pool.on("connect", (client) => client.on("error", () => undefined));
	return pool;
}

/** The process of the server that serves one connection, known by its number and the moment it began. */
export interface ServerProcess {
	readonly id: number;
	readonly startedAt: string;
}

const processes = new WeakMap<ClientBase, ServerProcess>();

/** `undefined` where the server does not tell. */
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

/** Runs statements on a connection, or each on any of a pool; those that come again are prepared under a name. */
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

/** As the driver takes it; prepared under a name if it has one. */
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

/** @throws RangeError when a number does not fit: nothing that is stored is that large. */
export function safeInteger(text: string): number {
	const number = Number(text);
	if (Number.isSafeInteger(number)) return number;
	throw new RangeError(`${text} is no whole number of up to 53 bits`);
}

function bytes(text: string): Uint8Array {
	return new Uint8Array(Buffer.from(text.slice(2), "hex"));
}
