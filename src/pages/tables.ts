import type { Generated } from "kysely";

/** Event log. Append-only. */
export interface PortalEventTable {
	id: Generated<number>;
	at: number;
	/** Null for the command line. */
	account_id: string | null;
	action: string;
	/** Id of the key, top-up or account concerned, or the name of a setting or of a priced action. */
	subject: string;
	/** The key concerned, if any. */
	client_id: string | null;
	detail: string | null;
	address: string | null;
	request_id: string;
}

declare module "../platform/db/tables.ts" {
	interface Tables {
		portal_event: PortalEventTable;
	}
}
