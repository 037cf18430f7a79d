import { randomUUID } from "node:crypto";
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
import { clientOf, passOver } from "./server-client.ts";
import { openServers, type Servers } from "./servers.ts";
import type { StatementNames } from "./statement-names.ts";

export interface ConnectionKind {
	/** May name several servers that can replace each other (`serverUrls`). */
	readonly url: string;
	/** Shared by the pools of one process, so that all of them fail over together; by default, the pool uses those of `url` for itself. */
	readonly servers?: Servers;
	readonly connections: number;
	/** Server-side statement timeout; 0: none. */
	readonly statementMs: number;
	/** Timeout for obtaining a connection, new or from the pool. */
	readonly waitMs?: number;
	/** Whether a commit waits for the disk. */
	readonly waitsForDisk: boolean;
}

/** What all connections of this process are called at the server. */
const PROCESS_NAME = `packshot ${randomUUID()}`;

const WAIT_MS = 5000;
/** How much later than the server the client times out; by then the server must be unreachable. */
const SILENCE_MS = 5000;
const IDLE_MS = 30_000;

/** Opens a pool. Connections are made on demand to a server that accepts writes; a broken one is dropped and the next query gets a new one. */
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
		application_name: PROCESS_NAME,
		types: columnTypes,
		// Statements are pipelined: sent without waiting for the previous answer.
		pipeline: true,
		...(statementMs > 0 ? { query_timeout: statementMs + SILENCE_MS } : {}),
		async onConnect(client: ClientBase) {
			// JIT compilation takes longer than the listings and sums that run here, and parallel workers make a count no faster while costing all
			// others half as much processor time again. Long queries are split over connections by their callers.
			const results = await client.query(
				`set statement_timeout = ${statementMs}; set synchronous_commit = ${waitsForDisk ? "on" : "off"};
				set default_transaction_isolation = 'read committed'; set timezone = 'UTC'; set jit = off; set max_parallel_workers_per_gather = 0;
				select pg_is_in_recovery() as "isStandby", pg_backend_pid() as id,
					(select backend_start::text from pg_stat_activity where pid = pg_backend_pid()) as "startedAt"`,
			);
			const connected = (results as unknown as { rows: Connected[] }[]).at(-1)?.rows[0];
			if (connected?.isStandby !== false) {
				passOver(servers, client);
				throw new StorageUnavailable("PostgreSQL: the server is a standby and takes no writes");
			}
			const { id, startedAt } = connected;
			if (startedAt) processes.set(client, { id, startedAt });
		},
	} as ConstructorParameters<typeof Pool>[0]);
	serversOf.set(pool, servers);
	// The pool has already dropped an idle connection that breaks, so nothing is left to do.
	pool.on("error", () => undefined);
	// A connection that breaks in use fails its query; without a listener, its error event would end the process.
	pool.on("connect", (client) => client.on("error", () => undefined));
	return pool;
}

/** Opens a pool for one job of a command, whose statements may take as long as they need. */
export function openJobPool(url: string, connections = 1): Pool {
	return openPool({ url, connections, statementMs: 0, waitsForDisk: true });
}

/** The backend process that serves one connection, identified by its pid and start time. */
export interface ServerProcess {
	readonly id: number;
	readonly startedAt: string;
}

type Connected = Omit<ServerProcess, "startedAt"> & {
	readonly isStandby: boolean;
	readonly startedAt: string | null;
};

const serversOf = new WeakMap<Pool, Servers>();

const processes = new WeakMap<ClientBase, ServerProcess>();

/** The backend of a connection; `undefined` where the server does not reveal it. */
export function serverProcessOf(client: ClientBase): ServerProcess | undefined {
	return processes.get(client);
}

/** Takes a connection from the pool, to the first server that accepts writes. @throws StorageUnavailable when none does. */
export async function takeConnection(pool: Pool): Promise<PoolClient> {
	const servers = serversOf.get(pool);
	for (let attempt = 1; ; attempt++) {
		const tried = servers?.current();
		try {
			return await pool.connect();
		} catch (fault) {
			// If the server was not passed over, the failure is the pool's own.
			if (!servers || attempt >= servers.count || tried === servers.current()) throw asUnavailable(fault);
		}
	}
}

/** Works on any connection of a pool. @throws StorageUnavailable when none can be obtained; otherwise whatever `work` throws. */
export async function onConnection<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
	const client = await takeConnection(pool);
	let isSound = false;
	try {
		const done = await work(client);
		isSound = true;
		return done;
	} finally {
		// Like `pool.query`: a failure may have broken the connection, so it is discarded.
		client.release(!isSound);
	}
}

/** Runs a query on any connection of a pool. */
export function queryOn<R extends QueryResultRow>(pool: Pool, query: QueryConfig): Promise<QueryResult<R>> {
	return onConnection(pool, (client) => client.query<R>(query));
}

/** Runs statements on one connection, or each on any connection of a pool; recurring ones are prepared under a name. */
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

/** A query as the driver expects it; prepared if it has a name. */
export function queryOf(text: string, parameters: readonly unknown[], names?: StatementNames) {
	const name = names?.(text);
	return { text, values: [...parameters], ...(name ? { name } : {}) };
}

const { INT8, NUMERIC, BYTEA } = types.builtins;

/** 64-bit integers are returned as numbers, bytes as a Uint8Array. */
const columnTypes = {
	getTypeParser(id: number, format?: "text" | "binary") {
		if (format !== "binary") {
			if (id === INT8 || id === NUMERIC) return safeInteger;
			if (id === BYTEA) return bytes;
		}
		return types.getTypeParser(id, format);
	},
} as CustomTypesConfig;

/** @throws RangeError when a number is not a safe integer; no stored number is that large. */
export function safeInteger(text: string): number {
	const number = Number(text);
	if (Number.isSafeInteger(number)) return number;
	throw new RangeError(`${text} is no whole number of up to 53 bits`);
}

/** Decoded straight into their own memory: copying them from another buffer takes two thirds longer. */
function bytes(text: string): Uint8Array {
	const hex = text.slice(2);
	const memory = Buffer.allocUnsafeSlow(hex.length / 2);
	memory.write(hex, "hex");
	return new Uint8Array(memory.buffer);
}
