/** `blocked`: this version must not be started on the installation as it is. `warning`: it would start; look first. */
export type FindingLevel = "ok" | "note" | "warning" | "blocked";

/** One thing that was looked at before an upgrade. */
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
		| "server";
	readonly level: FindingLevel;
	/** What is so and, where something is to be done, what. */
	readonly text: string;
}
