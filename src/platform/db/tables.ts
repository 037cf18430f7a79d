/**
 * The tables of the whole service. Every room adds its own beside its store, by declaration merging, so that the platform does not need to know them:
 *
 * declare module "../platform/db/tables.ts" { interface Tables { client: ClientTable } }
 */
export interface Tables {
	/** The schema steps that have been applied (migrate.ts). */
	migration: { name: string; position: number };
}
