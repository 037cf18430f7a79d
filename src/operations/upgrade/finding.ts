/** `blocked`: this version must not be started on the installation as it is. `warning`: it would start, but check first. */
export type FindingLevel = "ok" | "note" | "warning" | "blocked";

/** One result of the checks before an upgrade. */
export interface Finding {
	readonly check:
		| "node"
		| "settings"
		| "schema"
		| "products"
		| "pictures"
		| "secret"
		| "disk"
		| "backup"
		| "build"
		| "server";
	readonly level: FindingLevel;
	/** The state found and, where something needs doing, what to do. */
	readonly text: string;
}
