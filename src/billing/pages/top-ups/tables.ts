/** A requested addition to the balance of a client, and what administrators decided. */
export interface TopUpTable {
	top_up_id: string;
	client_id: string;
	account_id: string;
	units: number;
	note: string | null;
	state: string;
	requested_at: number;
	/** The first approver of a top-up that needs two. */
	first_approved_by: string | null;
	first_approved_at: number | null;
	decided_at: number | null;
	decided_by: string | null;
	decision_note: string | null;
	/** Number of the invoice, outside this service. */
	invoice: string | null;
}

declare module "../../../platform/db/tables.ts" {
	interface Tables {
		top_up: TopUpTable;
	}
}
