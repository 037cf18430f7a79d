import type { CompiledQuery } from "kysely";
import type { CommandRegistry } from "./command.ts";
import type { CommitCounter } from "./commit-counts.ts";
import { StorageUnavailable } from "./database.ts";
import type { EngineTraits } from "./engine-traits.ts";
import type { Tx } from "./tx.ts";

/** One write on its way: which command, its input, and what to do with the outcome. */
export interface PendingWrite {
	readonly command: string;
	readonly input: unknown;
	readonly succeed: (outcome: unknown) => void;
	readonly fail: (fault: unknown) => void;
}

/**
 * Runs `work` in one transaction and commits it durably.
 * @throws StoreGone when there is no store to talk to; CommitUnknown when the answer to the commit never came.
 */
export type Transact = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** There is no store to talk to: no write's fault, and trying each alone would make everybody wait in turn. */
export class StoreGone extends StorageUnavailable {}

/** The store was lost while it committed: nobody knows yet whether it did. */
export class CommitUnknown extends StorageUnavailable {
	/** What has become of it, as soon as the store can be asked. Rejects when nobody will ever ask. */
	readonly committed: Promise<boolean>;

	constructor(message: string, committed: Promise<boolean>) {
		super(message);
		this.committed = committed;
	}
}

/**
 * Runs a statement that is a transaction by itself. @returns its rows.
 * @throws StoreGone when there was nobody to send it to; AnswerLost when nobody knows what became of it; anything else means that
 * nothing did.
 */
export type RunSingleStatement = (statement: CompiledQuery) => Promise<readonly unknown[]>;

/** A statement that is a transaction by itself was sent, and its answer never came. */
export class AnswerLost extends StorageUnavailable {
	/** Looks for what it did, as soon as it can do nothing any more. Rejects when nobody will ever look. */
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
	/** Present where commands that can are run in one statement. */
	readonly runSingleStatement?: RunSingleStatement;
	/** Writes in one transaction at most. */
	readonly batchLimit?: number;
	/** Transactions under way at the same time at most. */
	readonly concurrentBatches?: number;
	readonly counter?: CommitCounter;
}

/** More would make the first of a batch wait for the last. */
const BATCH_LIMIT = 512;

/**
 * Commits together whatever waits: one transaction and one sync of the disk for many writes. Nothing waits on purpose: an idle
 * writer starts at once, and while it works the next batch gathers by itself. When a batch fails, each of its writes is tried
 * alone, so that one faulty write never fails its neighbours. Only a transaction that cannot even begin, or a store that is gone, fails
 * all at once: that is no write's fault, and trying each would make everybody wait in turn.
 */
export function groupCommit(committing: Committing): (write: PendingWrite) => void {
	const { batchLimit = BATCH_LIMIT, concurrentBatches = 1 } = committing;
	let waiting: PendingWrite[] = [];
	let working = 0;

	async function work(): Promise<void> {
		while (waiting.length > 0) {
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
		// After this turn of the event loop, so that everything that arrived with this write travels with it.
		setImmediate(work);
	};
}

/** Sends what it can in one statement. @returns the writes that have to go the long way. */
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
		else answerWhenFound(suited, fault, fault.look(find));
		return [...left];
	}
	const settled = outcomesOf(() => singleStatement.outcomes(inputs, rows));
	suited.forEach((write, index) => {
		if ("outcomes" in settled && settled.outcomes[index] === undefined) return;
		left.delete(write);
		if ("outcomes" in settled) write.succeed(settled.outcomes[index]);
	});
	// It is committed: to send these writes again would do them twice. What they did is looked up, as when an answer is lost.
	if ("fault" in settled) answerWhenFound(suited, settled.fault, transact(find));
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

/** Those whose answer was lost wait; the writes behind them do not. */
function answerWhenFound(
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
		if (fault instanceof CommitUnknown) answerWhenKnown(batch, outcomes, fault);
		else if (begun && batch.length > 1 && !(fault instanceof StoreGone)) {
			for (const write of batch) await commitTogether([write], committing);
		} else failAll(batch, fault);
		return;
	}
	committing.counter?.committed(batch.length, performance.now() - beganMs);
	succeedAll(batch, outcomes);
}

/** Those who were in the batch wait; the writes behind it do not. */
function answerWhenKnown(
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
	for (const [name, places] of groupByCommand(batch)) {
		const command = commands.get(name);
		if (!command) throw new Error(`no command is named ${name}`);
		const results = await command.run(
			tx,
			places.map((place) => batch[place]?.input),
			traits,
		);
		if (results.length !== places.length) throw new Error(`${name} did not answer every input`);
		places.forEach((place, index) => {
			outcomes[place] = results[index];
		});
	}
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
