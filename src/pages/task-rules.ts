import type { Database } from "../platform/db/database.ts";
import type { Tx } from "../platform/db/tx.ts";
import type { TaskKey, TaskKind } from "../platform/tasks/task-table.ts";
import type { Actor } from "./events.ts";

/** What a room says of a kind of its tasks, for the pages. */
export interface TaskRules {
	/** What a task is for, as people call it; undefined where its kind says so. */
	readonly nameOf?: (tx: Tx, ref: string) => Promise<string | undefined>;
	/** The page on which it is shown; undefined if it has none. */
	readonly pageOf: (ref: string) => string | undefined;
	/** Stops a task, and records by whom. @returns whether it was to be done */
	readonly stop: (db: Database, task: Pick<TaskKey, "ref"> & { readonly actor: Actor }) => Promise<boolean>;
}

export type TaskRulesByKind = Readonly<Record<TaskKind, TaskRules>>;
