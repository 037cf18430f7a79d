import type { CommandRegistry } from "./command.ts";
import type { EngineTraits } from "./engine-traits.ts";
import type { Tx } from "./tx.ts";

/** One write on its way: which command, its input, and what to do with the outcome. */
export interface PendingWrite {
	readonly command: string;
	readonly input: unknown;
	readonly succeed: (outcome: unknown) => void;
	readonly fail: (fault: unknown) => void;
}

/** Runs `work` in one transaction and commits it durably. */
export type Transact = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

interface Committing {
	readonly commands: CommandRegistry;
	readonly traits: EngineTraits;
	readonly transact: Transact;
}

/** More would make the first of a batch wait for the last. */
const BATCH_LIMIT = 512;

/**
 * Commits together whatever waits: one transaction and one sync of the disk for many writes. Nothing waits on purpose: an idle
 * writer starts at once, and while it works the next batch gathers by itself. When a batch fails, each of its writes is tried
 * alone, so that one faulty write never fails its neighbours. Only a transaction that cannot even begin fails all at once: that is no
 * write's fault, and trying each would make everybody wait in turn.
 */
export function groupCommit(committing: Committing): (write: PendingWrite) => void {
	let waiting: PendingWrite[] = [];
	let working = false;

	async function work(): Promise<void> {
		while (waiting.length > 0) {
			const batch = waiting.slice(0, BATCH_LIMIT);
			waiting = waiting.slice(BATCH_LIMIT);
			await commitTogether(batch, committing);
		}
		working = false;
	}

	return (write) => {
		waiting.push(write);
		if (working) return;
		working = true;
		// After this turn of the event loop, so that everything that arrived with this write travels with it.
		setImmediate(work);
	};
}

async function commitTogether(batch: readonly PendingWrite[], committing: Committing): Promise<void> {
	let begun = false;
	let outcomes: unknown[];
	try {
		outcomes = await committing.transact((tx) => {
			begun = true;
			return runAll(tx, batch, committing);
		});
	} catch (fault) {
		if (begun && batch.length > 1) for (const write of batch) await commitTogether([write], committing);
		else for (const write of batch) write.fail(fault);
		return;
	}
	batch.forEach((write, index) => {
		write.succeed(outcomes[index]);
	});
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
