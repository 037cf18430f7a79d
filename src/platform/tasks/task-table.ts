/** What tasks are done for. One task of a kind is done at a time in an installation, on whatever node. */
export type TaskKind = "import" | "preparing" | "case" | "backup" | "alert" | "label";

/** `running` while somebody holds it, or has died holding it; `waiting` and `running` ones are to be done. */
export type TaskState = "waiting" | "running" | "paused" | "done" | "stopped" | "failed";

/** What the process that holds a task may be asked for; `begin` starts it over. */
export type TaskRequest = "pause" | "stop" | "begin";

export interface TaskKey {
	readonly kind: TaskKind;
	/** The import, the run, the case; of backups `backup` or `drill`. */
	readonly ref: string;
}

/** A long task that is to be done, being done, or was the last one done for what it names. */
export interface TaskTable {
	kind: TaskKind;
	ref: string;
	/** What is to be done, where a kind has several tasks for one thing. */
	action: string | null;
	/** Who asked for it in the pages. */
	account_id: string | null;
	/** Where alone it can be done, such as the upload folder that holds its file; null: anywhere. */
	place: string | null;
	state: TaskState;
	/** A request that its process has not carried out yet. */
	asked: TaskRequest | null;
	/** Who does it, and when that lease ends unless renewed. */
	lease_id: string | null;
	lease_until: number;
	/** How many processes have begun it since it was asked for or given back. */
	attempts: number;
	/** JSON, as its kind reports it. */
	progress: string | null;
	/** Why it failed or is stuck, as a message for people. */
	failure: string | null;
	/** When it was asked for, and when its last process began and ended it. */
	created_at: number;
	started_at: number | null;
	ended_at: number | null;
}

declare module "../db/tables.ts" {
	interface Tables {
		task: TaskTable;
	}
}
