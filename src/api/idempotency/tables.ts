/** The answer to a request that carried an `Idempotency-Key`, stored for its replay (SPEC 4.5). */
export interface IdempotentAnswerTable {
	client_id: string;
	method: string;
	route: string;
	idempotency_key: string;
	/** Hash of the body's bytes: the same key with a different body is a mismatch. */
	body_hash: string;
	status: number;
	request_id: string;
	/** The body is `head`, the balance after the request, then `tail`; both are empty if there was no body. */
	head: string;
	tail: string;
	balance_units: number;
	expires_at: number;
}

declare module "../../platform/db/tables.ts" {
	interface Tables {
		idempotent_answer: IdempotentAnswerTable;
	}
}
