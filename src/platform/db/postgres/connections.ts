import {
	type ClientBase,
	type CustomTypesConfig,
	Pool,
	type PoolClient,
	type QueryConfig,
	type QueryResult,
	type QueryResultRow,
	types,
} from "pg";
import { StorageUnavailable } from "../database.ts";
import type { RunStatement } from "../statement-dialect.ts";
import { asUnavailable } from "./faults.ts";
import { clientOf, openServers, passOver, type Servers } from "./servers.ts";
import type { StatementNames } from "./statement-names.ts";

/** Options for connections of one kind. */
export interface ConnectionKind {
	/** May name several servers that stand in for each other (`serverUrls`). */
	readonly url: string;
	/** Shared by the pools of one process, so that all follow when one does; left out: those of `url` for this pool alone. */
	readonly servers?: Servers;
	readonly connections: number;
	/** Server-side statement timeout; 0: none. */
	readonly statementMs: number;
	/** Timeout for obtaining a connection, new or from the pool. */
	readonly waitMs?: number;
	/** Whether a commit waits for the disk. */
	readonly waitsForDisk: boolean;
}

const WAIT_MS = 5000;
/** How much later than the server the client times out: by then the server is unreachable. */
const SILENCE_MS = 5000;
const IDLE_MS = 30_000;

/**
 * Opens a pool. Connections are made on demand, to a server that takes writes; a broken one is dropped and the next query gets a new
 * one.
 */
export function openPool({
	url,
	connections,
	statementMs,
	waitMs = WAIT_MS,
	waitsForDisk,
	...kind
}: ConnectionKind): Pool {
	const servers = kind.servers ?? openServers(url);
	const pool = new Pool({
		Client: clientOf(servers),
		max: connections,
		connectionTimeoutMillis: waitMs,
		idleTimeoutMillis: IDLE_MS,
		keepAlive: true,
		application_name: "packshot",
		types: columnTypes,
		// Statements are pipelined: sent without waiting for the previous answer.
		pipeline: true,
		...(statementMs > 0 ? { query_timeout: statementMs + SILENCE_MS } : {}),
		async onConnect(client: ClientBase) {
			// Compiling a statement takes longer than the listings and sums that are asked for here. What takes long is divided among connections
			// by its caller: workers of the server beside them make a count no faster, and take half as much processor time again from all others.
			const results = await client.query(
				`set statement_timeout = ${statementMs}; set synchronous_commit = ${waitsForDisk ? "on" : "off"};
				set default_transaction_isolation = 'read committed'; set timezone = 'UTC'; set jit = off; set max_parallel_workers_per_gather = 0;
				select pg_is_in_recovery() as "isStandby", pg_postmaster_start_time()::text as "serverStartedAt", pg_backend_pid() as id,
					(select backend_start::text from pg_stat_activity where pid = pg_backend_pid()) as "startedAt"`,
			);
			const connected = (results as unknown as { rows: Connected[] }[]).at(-1)?.rows[0];
			if (connected?.isStandby !== false) {
				passOver(servers, client);
				throw new StorageUnavailable("PostgreSQL: the server is a standby and takes no writes");
			}
			const { id, startedAt, serverStartedAt } = connected;
			if (startedAt) processes.set(client, { id, startedAt, serverStartedAt });
		},
	} as ConstructorParameters<typeof Pool>[0]);
	serversOf.set(pool, servers);
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
	/** The server that it belongs to: another after a restart or a failover. */
	readonly serverStartedAt: string;
}

type Connected = Omit<ServerProcess, "startedAt"> & {
	readonly isStandby: boolean;
	readonly startedAt: string | null;
};

const serversOf = new WeakMap<Pool, Servers>();

const processes = new WeakMap<ClientBase, ServerProcess>();

/** `undefined` where the server does not reveal it. */
export function serverProcessOf(client: ClientBase): ServerProcess | undefined {
	return processes.get(client);
}

/** Takes a connection out of the pool, of the first server that takes writes. @throws StorageUnavailable when none does. */
export async function takeConnection(pool: Pool): Promise<PoolClient> {
	const servers = serversOf.get(pool);
	for (let attempt = 1; ; attempt++) {
		const tried = servers?.current();
		try {
			return await pool.connect();
		} catch (fault) {
			// Where the server is still the current one, the pool is at fault.
			if (!servers || attempt >= servers.count || tried === servers.current()) throw asUnavailable(fault);
		}
	}
}

/** Runs a query on any connection of a pool. @throws StorageUnavailable when there is none; otherwise what the driver throws. */
export async function queryOn<R extends QueryResultRow>(
	pool: Pool,
	query: QueryConfig,
): Promise<QueryResult<R>> {
	const client = await takeConnection(pool);
	let fault: unknown;
	try {
		return await client.query<R>(query);
	} catch (thrown) {
		fault = thrown;
		throw thrown;
	} finally {
		// As the pool's own queries do: what failed may have broken the connection.
		client.release(fault !== undefined);
	}
}

/** Runs statements on one connection, or each on any of a pool; recurring ones are prepared under a name. */
export function statementsOn(target: Pool | PoolClient, names?: StatementNames): RunStatement {
	return async (text, parameters) => {
		try {
			const query = queryOf(text, parameters, names);
			const { rows, rowCount } = await (target instanceof Pool
				? queryOn(target, query)
				: target.query(query));
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

/** Decoded straight into memory of their own: copying them out of another buffer takes two thirds as long again. */
function bytes(text: string): Uint8Array {
	const hex = text.slice(2);
	const memory = Buffer.allocUnsafeSlow(hex.length / 2);
	memory.write(hex, "hex");
	return new Uint8Array(memory.buffer);
}
