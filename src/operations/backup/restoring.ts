import type { Actor } from "../../pages/events.ts";
import type { Lost } from "./what-would-be-lost.ts";

/** A backup to be restored: its id, the path of its file, or `back`. */
export interface RestoreRequest {
	readonly name: string;
	/** Into an installation that nobody uses yet. */
	readonly isFirst: boolean;
	readonly actor: Actor;
}

export interface RestoreEnd {
	readonly request: RestoreRequest;
	readonly endedAtMs: number;
	/** Why nothing was changed; null: it was restored. */
	readonly failure: string | null;
	readonly lost: Lost | undefined;
}

/** What `packshot restore --look --json` prints. */
export interface Look {
	readonly made_at: string;
	readonly version: string;
	readonly products: number;
	readonly pictures: number;
	/** Of all balances. */
	readonly units: number;
	/** Missing where a newer version wrote the present state. */
	readonly lost?: Lost;
	readonly needed_bytes: number;
	readonly free_bytes: number;
}

/** How a server that serves alone restores a backup in its own place. */
export interface Restoring {
	/** The restore before which this server began. */
	readonly last: RestoreEnd | undefined;
	/** The ids of the backups in the place that the settings name, oldest first. */
	backups(): Promise<string[]>;
	/** Looks into a backup, or tries it, in a process of its own. @throws Error with what is wrong, in a line */
	ask(name: string, what: "--look" | "--try"): Promise<unknown>;
	/** Ends this server, restores, and starts it anew. */
	begin(request: RestoreRequest): void;
}
