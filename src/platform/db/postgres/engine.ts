import { setTimeout as sleep } from "node:timers/promises";
import type { CompiledQuery } from "kysely";
import type { Pool } from "pg";
import type { SettingsOf } from "../../settings.ts";
import type { Clock } from "../../time/clock.ts";
import type { Command, CommandRegistry } from "../command.ts";
import { type CommitCounter, createCommitCounter } from "../commit-counts.ts";
import { type Database, StorageUnavailable } from "../database.ts";
import { type EngineTraits, postgresTraits, withClock } from "../engine-traits.ts";
import { createGroupCommit, type PendingWrite, type RunSingleStatement } from "../group-commit.ts";
import { type ConnectionKind, openPool, statementsOn } from "./connections.ts";
import { copyOut } from "./copy-out.ts";
import { createPostgresKysely } from "./dialect.ts";
import { createKeyedQueue } from "./keyed-queue.ts";
import { pointReadOn } from "./point-reads.ts";
import { openServers } from "./servers.ts";
import type { databaseSettings } from "./settings.ts";
import { createSingleStatements } from "./single-statements.ts";
import { statementNames } from "./statement-names.ts";
import { transactOn } from "./transactions.ts";

export interface PostgresOptions extends Omit<SettingsOf<typeof databaseSettings>, "url"> {
	readonly url: string;
	readonly commands: CommandRegistry;
	readonly clock?: Clock | undefined;
}

/** Opens an existing, migrated PostgreSQL database. Connections are made on demand, so the server may be down at this point. */
export function openPostgresDatabase(options: PostgresOptions): Database {
	const traits = withClock(postgresTraits, options.clock?.sharedMs);
	const shares = sharesOf(options.connections);
	const pools = openPools(options, shares);
	const names = statementNames();
	const counter = createCommitCounter();
	const closing = new AbortController();
	const lanes = writingLanes(options.commands, {
		traits,
		counter,
		transact: transactOn(pools.write, names, closing.signal),
		runSingleStatement: createSingleStatements(pools.write, names, closing.signal),
		count: (work) => work(createPostgresKysely(statementsOn(pools.count, names))),
		concurrentTransactions: shares.write,
	});
	const inTurn = createKeyedQueue();
	let underWay = 0;

	return {
		traits,
		read: createPostgresKysely(statementsOn(pools.read, names)),
		scan: createPostgresKysely(statementsOn(pools.scan)),
		scanBytes: ({ sql }) => copyOut(pools.scan, sql),
		probe: createPostgresKysely(statementsOn(pools.probe)),
		pointRead: <R>(query: CompiledQuery<R>) => pointReadOn<R>(pools.read, query),
		async write<I, O>({ name, serializeBy }: Command<I, O>, input: I): Promise<O> {
			if (closing.signal.aborted) throw new StorageUnavailable("the database is closed");
			underWay++;
			const work = () =>
				new Promise<unknown>((succeed, fail) => {
					lanes(name)({ command: name, input, succeed, fail });
				});
			try {
				return (await (serializeBy ? inTurn(`${name} ${serializeBy(input)}`, work) : work())) as O;
			} catch (fault) {
				throw asStorageFault(fault);
			} finally {
				underWay--;
			}
		},
		activity: () => ({ commits: counter.read(), writesWaiting: underWay, pools: occupancy(pools) }),
		async close() {
			closing.abort();
			while (underWay > 0) await sleep(2);
			await Promise.all([...new Set(Object.values(pools))].map((pool) => pool.end()));
		},
	};
}

type Shares = ReturnType<typeof sharesOf>;
type Pools = Readonly<Record<keyof Shares, Pool>>;

function openPools({ url, statementSeconds, waitSeconds }: PostgresOptions, shares: Shares): Pools {
	const servers = openServers(url);
	const kind = (connections: number): ConnectionKind => ({
		url,
		servers,
		connections,
		statementMs: statementSeconds * 1000,
		waitMs: waitSeconds * 1000,
		waitsForDisk: true,
	});
	const read = openPool(kind(shares.read));
	return {
		read,
		scan: openPool(kind(shares.scan)),
		write: openPool(kind(shares.write)),
		count: openPool({ ...kind(shares.count), waitsForDisk: false }),
		// With few connections, none is reserved for the probe.
		probe: shares.probe === 0 ? read : openPool(kind(shares.probe)),
	};
}

function occupancy({ read, scan, write, count, probe }: Pools) {
	return {
		read: connectionsOf(read),
		scan: connectionsOf(scan),
		write: connectionsOf(write),
		count: connectionsOf(count),
		probe: connectionsOf(probe),
	};
}

function connectionsOf({ totalCount: open, idleCount: idle, waitingCount: waiting }: Pool) {
	return { open, idle, waiting };
}

/** Point reads are short and many, listings few and long. Neither may delay writes or the health check. */
function sharesOf(connections: number) {
	const few = connections >= 8 ? 2 : 1;
	const probe = connections >= 5 ? 1 : 0;
	const read = Math.max(1, Math.floor((connections - probe - 2 * few) / 2));
	return { read, scan: few, write: connections - probe - 2 * few - read, count: few, probe };
}

interface Lanes {
	readonly traits: EngineTraits;
	readonly counter: CommitCounter;
	readonly transact: Parameters<typeof createGroupCommit>[0]["transact"];
	readonly runSingleStatement: RunSingleStatement;
	readonly count: Parameters<typeof createGroupCommit>[0]["transact"];
	readonly concurrentTransactions: number;
}

/** Assigns a command to a queue: its own, if it batches its inputs, since transactions that lock rows of one kind in key order cannot deadlock. */
function writingLanes(commands: CommandRegistry, lane: Lanes) {
	const { traits, transact, runSingleStatement, count, concurrentTransactions, counter } = lane;
	const parts = { commands, traits, counter };
	const alone = createGroupCommit({
		...parts,
		transact,
		batchLimit: 1,
		concurrentBatches: concurrentTransactions,
	});
	const lanes = new Map<string, (write: PendingWrite) => void>();
	for (const { name, batching } of commands.values()) {
		if (batching === "batched")
			lanes.set(name, createGroupCommit({ ...parts, transact, runSingleStatement }));
		if (batching === "counter")
			lanes.set(name, createGroupCommit({ ...parts, transact: count, concurrentBatches: 2 }));
	}
	return (name: string) => lanes.get(name) ?? alone;
}

/** An error thrown by a command is reported to its caller as a fault of the store. */
function asStorageFault(fault: unknown): StorageUnavailable {
	if (fault instanceof StorageUnavailable) return fault;
	return new StorageUnavailable(fault instanceof Error ? fault.message : String(fault), { cause: fault });
}
