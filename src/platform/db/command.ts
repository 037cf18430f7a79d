import type { CompiledQuery } from "kysely";
import type { EngineTraits } from "./engine-traits.ts";
import type { Tx } from "./tx.ts";

/**
 * A write: a named function of a transaction and plain data, so that it can be sent to the thread that writes. It may be run again after a rollback,
 * so its only effects must be on the transaction. Expected failures are returned as outcomes; anything it throws is a fault.
 */
export interface Command<I, O> {
	readonly name: string;
	/**
	 * How inputs are batched where transactions run concurrently. `single`: one transaction per input, which may take any lock. `batched`: one
	 * transaction for all queued inputs, so it locks rows in key order. `counter`: one statement for all of them that does not wait for the disk; the
	 * latest counts may be lost if the database server crashes.
	 */
	readonly batching: "single" | "batched" | "counter";
	/** Whether it has to work on a full disk, from the space kept for that: signing in, deleting, revoking. It must write little. */
	readonly usesReserve?: true;
	/** Inputs with the same key run one after the other, in order of arrival; others run concurrently. */
	readonly serializeBy?: (input: I) => string;
	/** Runs for all queued inputs, in order; returns one outcome for each. */
	readonly run: RunCommand<I, O>;
	/** The same as a single statement, for engines where each statement is a round trip. */
	readonly singleStatement?: SingleStatement<I, O>;
}

/** A command as one statement that is its own transaction, for inputs that need no individual decisions. */
export interface SingleStatement<I, O> {
	/** Whether an input may be run this way. */
	suits(input: I): boolean;
	statement(inputs: readonly I[]): CompiledQuery;
	/** The outcome of each input; `undefined` for those that the statement skipped. */
	outcomes(inputs: readonly I[], rows: readonly unknown[]): (O | undefined)[];
	/**
	 * The outcome of each input after the statement's answer was lost; `undefined` for those that were not executed. Called only once the statement
	 * can no longer be running.
	 */
	find(tx: Tx, inputs: readonly I[]): Promise<(O | undefined)[]>;
}

type RunCommand<I, O> = (
	tx: Tx,
	inputs: readonly I[],
	traits: EngineTraits,
	beforeCommit: BeforeCommit,
) => Promise<O[]>;

/**
 * Adds a final step to the whole transaction, to be run after all of its commands; steps run in the order in which they were added. If one throws,
 * the transaction is rolled back. Each transaction has its own function, so it can also serve as a key for data shared by the transaction's commands.
 */
export type BeforeCommit = (look: () => Promise<void>) => void;

/** A command that handles its inputs one after the other. */
export function command<I, O>(
	name: string,
	run: (tx: Tx, input: I, traits: EngineTraits, beforeCommit: BeforeCommit) => Promise<O>,
	serializeBy?: (input: I) => string,
): Command<I, O> {
	return {
		name,
		batching: "single",
		...(serializeBy ? { serializeBy } : {}),
		async run(tx, inputs, traits, beforeCommit) {
			const outcomes: O[] = [];
			for (const input of inputs) outcomes.push(await run(tx, input, traits, beforeCommit));
			return outcomes;
		},
	};
}

/** The same command, which has to work on a full disk. */
export function fromReserve<C extends object>(each: C): C & { readonly usesReserve: true } {
	return { ...each, usesReserve: true };
}

/** A command that handles all queued inputs with few statements. */
export function defineBatchCommand<I, O>(
	name: string,
	run: RunCommand<I, O>,
	singleStatement?: SingleStatement<I, O>,
): Command<I, O> {
	return { name, batching: "batched", run, ...(singleStatement ? { singleStatement } : {}) };
}

/** A command that counts all queued inputs with one statement. */
export function counterCommand<I, O>(name: string, run: RunCommand<I, O>): Command<I, O> {
	return { name, batching: "counter", run };
}

/** All commands of the service by name, for lookup by the writer thread. */
export type CommandRegistry = ReadonlyMap<string, Command<unknown, unknown>>;

// biome-ignore lint/suspicious/noExplicitAny: a list of commands of many input types; each is called with its own
export function indexCommands(commands: readonly Command<any, any>[]): CommandRegistry {
	const registry = new Map<string, Command<unknown, unknown>>();
	for (const each of commands) {
		if (registry.has(each.name)) throw new Error(`two commands are named ${each.name}`);
		registry.set(each.name, each);
	}
	return registry;
}
