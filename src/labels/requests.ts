import { type Actor, recordEvent } from "../pages/events.ts";
import { command } from "../platform/db/command.ts";
import { claimTask } from "../platform/tasks/claims.ts";
import type { LeaseHolder } from "../platform/tasks/lease.ts";
import { askTask, changeTask, isToDo, lockedTask, queueTask } from "../platform/tasks/stored-tasks.ts";
import type { TaskTable } from "../platform/tasks/task-table.ts";
import { NO_FIGURES, READING } from "./run.ts";

/** Claims the reading of labels, unless another process has it in hand. */
export const claimReading = command<LeaseHolder, TaskTable | undefined>(
	"labels.claim",
	(tx, holder, traits) => claimTask(tx, traits, READING.kind, holder),
);

interface Begun {
	readonly actor: Actor;
	/** The certainty from which on values enter the catalogue by themselves; null: none does. */
	readonly enterFrom: number | null;
}

/** Asks for the labels to be read. @returns whether that is not under way already */
export const beginReading = command<Begun, boolean>(
	"portal.begin_reading",
	async (tx, { actor, enterFrom }) => {
		const isQueued = await queueTask(tx, { ...READING, accountId: actor.accountId, nowMs: actor.atMs });
		if (!isQueued) return false;
		await changeTask(tx, READING, { progress: JSON.stringify({ ...NO_FIGURES, enterFrom }) });
		await recordEvent(
			tx,
			actor,
			"labels.started",
			READING.ref,
			enterFrom === null ? null : String(enterFrom),
		);
		return true;
	},
);

/** Stops it. @returns whether there was something to stop */
export const stopReading = command<{ readonly actor: Actor }, boolean>(
	"portal.stop_reading",
	async (tx, { actor }, traits) => {
		const task = await lockedTask(tx, traits, READING);
		if (!task || !isToDo(task)) return false;
		await askTask(tx, task, "stop", actor.atMs);
		await recordEvent(tx, actor, "labels.stopped", READING.ref);
		return true;
	},
);
