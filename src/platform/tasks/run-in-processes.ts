import type { Database } from "../db/database.ts";
import { ulid } from "../ids.ts";
import type { Clock } from "../time/clock.ts";
import type { HeldTask } from "./claims.ts";
import type { LeaseHolder } from "./lease.ts";
import { lookForWork } from "./look-for-work.ts";
import { runProcess } from "./run-process.ts";
import type { TaskKey, TaskKind } from "./task-table.ts";

/** A kind of tasks that are done in processes of their own. */
export interface ProcessedKind {
	readonly kind: TaskKind;
	/** Whether a claim may find a task. Does not write. */
	isDue(): Promise<boolean>;
	/** @returns the claimed task, if there was one. */
	claim(holder: LeaseHolder): Promise<Pick<TaskKey, "ref"> | null | undefined>;
	/** Records that the process of a task has crashed: done again, it would crash in the same way. */
	crashed(held: HeldTask, failure: string): Promise<unknown>;
}

/**
 * Looks every second for a task, and does it in a separate process at the lowest priority, so that neither its CPU time nor its memory burdens the server:
 * on whichever node looks first. @returns a function that stops it; a task in progress is given back for the next server.
 */
export function runInProcesses(
	parts: { readonly db: Database; readonly clock: Clock },
	{ kind, isDue, claim, crashed }: ProcessedKind,
	onFault: (fault: unknown) => void,
): () => Promise<void> {
	const { clock } = parts;
	const doNext = async (stopping: AbortSignal) => {
		if (!(await isDue())) return false;
		const leaseId = `lease_${ulid(clock.now())}`;
		const task = await claim({ leaseId });
		if (!task) return false;
		const how = await runProcess(["perform-task", kind, task.ref, leaseId], stopping);
		// Normally the process leaves the task itself: then this changes nothing.
		const held = { kind, ref: task.ref, leaseId };
		if (how !== undefined) await crashed(held, `The process that did it ended unexpectedly (${how}).`);
		return true;
	};
	return lookForWork(parts, doNext, onFault);
}
