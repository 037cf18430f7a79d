/**
 * The tables of the whole service. Every room adds its own beside its store, by declaration merging, so that the platform need not know
 * them:
 *
 *     declare module "../platform/db/tables.ts" { interface Tables { client: ClientTable } }
 */
export interface Tables {
	/** The steps of the schema that were applied (migrate.ts). */
	migration: { name: string; position: number };
}
