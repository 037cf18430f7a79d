import type { CompiledQuery } from "kysely";
import type { CommandRegistry } from "./command.ts";
import type { CommitCounter } from "./commit-counts.ts";
import { StorageUnavailable } from "./database.ts";
import type { EngineTraits } from "./engine-traits.ts";
import type { Tx } from "./tx.ts";

/** A write in progress: its command, its input, and its callbacks. */
export interface PendingWrite {
	readonly command: string;
	readonly input: unknown;
	readonly succeed: (outcome: unknown) => void;
	readonly fail: (fault: unknown) => void;
}

/**
 * Runs `work` in one transaction and commits it durably.
 * @throws StoreGone when the store cannot be reached; CommitUnknown when the connection was lost during the commit.
 */
export type Transact = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** The store cannot be reached. No write is at fault, and retrying each one alone would only make them wait one after another. */
export class StoreGone extends StorageUnavailable {}

/** The connection was lost during the commit, so its outcome is unknown. */
export class CommitUnknown extends StorageUnavailable {
	/** The outcome, once the store can be queried. Rejects when the database is closed first. */
	readonly committed: Promise<boolean>;

	constructor(message: string, committed: Promise<boolean>) {
		super(message);
		this.committed = committed;
	}
}

/**
 * Runs a statement that is its own transaction. @returns its rows.
 * @throws StoreGone when it could not be sent; AnswerLost when its outcome is unknown; any other error means that it had no effect.
 */
export type RunSingleStatement = (statement: CompiledQuery) => Promise<readonly unknown[]>;

/** A single statement was sent but its answer never arrived: its effect can only be inferred from the data it wrote. */
export class AnswerLost extends StorageUnavailable {
	/** Looks up what was written, once the statement can no longer be running. Rejects when the database is closed first. */
	readonly look: <T>(find: (tx: Tx) => Promise<T>) => Promise<T>;

	constructor(message: string, look: AnswerLost["look"]) {
		super(message);
		this.look = look;
	}
}

interface Committing {
	readonly commands: CommandRegistry;
	readonly traits: EngineTraits;
	readonly transact: Transact;
	readonly runSingleStatement?: RunSingleStatement;
	/** Maximum number of writes in one transaction. */
	readonly batchLimit?: number;
	readonly concurrentBatches?: number;
	readonly counter?: CommitCounter;
	/** Called before a batch is taken from the writes that wait; may let more of them arrive first. */
	readonly gather?: (waiting: () => number) => void;
	/** Called when a write failed on its own. May make it possible and do it `again`. @returns whether it did, in which case the write has its outcome. */
	readonly rescue?: (write: PendingWrite, fault: unknown, again: () => Promise<void>) => Promise<boolean>;
}

/** In a larger batch, the first write would wait too long for the last. */
const BATCH_LIMIT = 512;

/**
 * Commits all queued writes together: one transaction and one disk sync for many writes. An idle writer starts at once, unless `gather` waits,
 * and while it works the next batch queues up. When a batch fails, each of its writes is retried alone, so that a faulty write never fails the
 * others. Only if a transaction cannot even begin, or the store is gone, do all of them fail at once: then no write is at fault, and retrying each
 * would only make them wait one after another.
 */
export function createGroupCommit(committing: Committing): (write: PendingWrite) => void {
	const { batchLimit = BATCH_LIMIT, concurrentBatches = 1 } = committing;
	let waiting: PendingWrite[] = [];
	let working = 0;

	async function work(): Promise<void> {
		while (waiting.length > 0) {
			committing.gather?.(() => waiting.length);
			const batch = waiting.slice(0, batchLimit);
			waiting = waiting.slice(batchLimit);
			const left = await commitSingleStatement(batch, committing);
			if (left.length > 0) await commitTogether(left, committing);
		}
		working--;
	}

	return (write) => {
		waiting.push(write);
		if (working >= concurrentBatches) return;
		working++;
		// Deferred to the end of this turn of the event loop, so that everything that arrives in the same turn is in the same batch.
		setImmediate(work);
	};
}

/** Runs the inputs that allow it as one statement. @returns the writes that still need a transaction. */
async function commitSingleStatement(
	batch: readonly PendingWrite[],
	{ commands, runSingleStatement, transact, counter }: Committing,
): Promise<readonly PendingWrite[]> {
	const singleStatement = commands.get(batch[0]?.command ?? "")?.singleStatement;
	const suited =
		runSingleStatement && singleStatement ? batch.filter(({ input }) => singleStatement.suits(input)) : [];
	if (!runSingleStatement || !singleStatement || suited.length === 0) return batch;
	const inputs = suited.map(({ input }) => input);
	const beganMs = performance.now();
	const left = new Set(batch);
	const find = (tx: Tx) => singleStatement.find(tx, inputs);
	let rows: readonly unknown[];
	try {
		rows = await runSingleStatement(singleStatement.statement(inputs));
	} catch (fault) {
		counter?.failed();
		if (!(fault instanceof StoreGone || fault instanceof AnswerLost)) return batch;
		for (const write of suited) left.delete(write);
		if (fault instanceof StoreGone) failAll(suited, fault);
		else resolveWhenFound(suited, fault, fault.look(find));
		return [...left];
	}
	const settled = outcomesOf(() => singleStatement.outcomes(inputs, rows));
	suited.forEach((write, index) => {
		if ("outcomes" in settled && settled.outcomes[index] === undefined) return;
		left.delete(write);
		if ("outcomes" in settled) write.succeed(settled.outcomes[index]);
	});
	// The statement was committed, so repeating these writes would apply them twice. Their outcomes are looked up instead, as after a lost answer.
	if ("fault" in settled) resolveWhenFound(suited, settled.fault, transact(find));
	counter?.committed(batch.length - left.size, performance.now() - beganMs);
	return [...left];
}

function outcomesOf<T>(read: () => T): { readonly outcomes: T } | { readonly fault: unknown } {
	try {
		return { outcomes: read() };
	} catch (fault) {
		return { fault };
	}
}

/** The writes whose answer was lost wait; those queued behind them do not. */
function resolveWhenFound(
	writes: readonly PendingWrite[],
	fault: unknown,
	found: Promise<readonly unknown[]>,
): void {
	found.then(
		(outcomes) =>
			writes.forEach((write, index) => {
				if (outcomes[index] === undefined) write.fail(fault);
				else write.succeed(outcomes[index]);
			}),
		(never) => failAll(writes, never),
	);
}

async function commitTogether(batch: readonly PendingWrite[], committing: Committing): Promise<void> {
	const beganMs = performance.now();
	let begun = false;
	let outcomes: unknown[] = [];
	try {
		await committing.transact(async (tx) => {
			begun = true;
			outcomes = await runAll(tx, batch, committing);
		});
	} catch (fault) {
		committing.counter?.failed();
		if (fault instanceof CommitUnknown) resolveWhenKnown(batch, outcomes, fault);
		else if (begun && batch.length > 1 && !(fault instanceof StoreGone)) {
			for (const write of batch) await commitTogether([write], committing);
		} else if (!(await rescued(batch, fault, committing))) failAll(batch, fault);
		return;
	}
	committing.counter?.committed(batch.length, performance.now() - beganMs);
	succeedAll(batch, outcomes);
}

async function rescued(
	[write, ...others]: readonly PendingWrite[],
	fault: unknown,
	{ rescue, ...committing }: Committing,
): Promise<boolean> {
	if (!rescue || !write || others.length > 0) return false;
	return rescue(write, fault, () => commitTogether([write], committing));
}

/** The writes of this batch wait; those queued behind it do not. */
function resolveWhenKnown(
	batch: readonly PendingWrite[],
	outcomes: readonly unknown[],
	fault: CommitUnknown,
): void {
	fault.committed.then(
		(committed) => (committed ? succeedAll(batch, outcomes) : failAll(batch, fault)),
		(never) => failAll(batch, never),
	);
}

function succeedAll(batch: readonly PendingWrite[], outcomes: readonly unknown[]): void {
	batch.forEach((write, index) => {
		write.succeed(outcomes[index]);
	});
}

function failAll(batch: readonly PendingWrite[], fault: unknown): void {
	for (const write of batch) write.fail(fault);
}

async function runAll(
	tx: Tx,
	batch: readonly PendingWrite[],
	{ commands, traits }: Committing,
): Promise<unknown[]> {
	const outcomes: unknown[] = new Array(batch.length);
	const lastLooks: (() => Promise<void>)[] = [];
	const beforeCommit = (look: () => Promise<void>) => void lastLooks.push(look);
	for (const [name, places] of groupByCommand(batch)) {
		const command = commands.get(name);
		if (!command) throw new Error(`no command is named ${name}`);
		const results = await command.run(
			tx,
			places.map((place) => batch[place]?.input),
			traits,
			beforeCommit,
		);
		if (results.length !== places.length) throw new Error(`${name} did not answer every input`);
		places.forEach((place, index) => {
			outcomes[place] = results[index];
		});
	}
	for (const look of lastLooks) await look();
	return outcomes;
}

function groupByCommand(batch: readonly PendingWrite[]): Map<string, number[]> {
	const groups = new Map<string, number[]>();
	batch.forEach((write, place) => {
		const group = groups.get(write.command);
		if (group) group.push(place);
		else groups.set(write.command, [place]);
	});
	return groups;
}
