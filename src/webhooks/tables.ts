/** The webhook of a client (SPEC E5), and what is being sent to it. */
export interface WebhookTable {
	client_id: string;
	url: string;
	/** Sealed (platform/sealed.ts) for the client. */
	secret: string;
	/** A JSON array of `{sealed, untilMs}`: secrets that sign along for a while. */
	former_secrets: string;
	set_at: number;
	/** 0 once it was switched off. */
	active: number;
	switched_off_at: number | null;
	/** Up to here in the feed the client knows of every change. */
	position: number;
	/** The event under way; retries keep its id and body. */
	event_id: string | null;
	event_body: string | null;
	event_at: number | null;
	/** The client knows of everything up to here once the event is delivered. */
	event_position: number | null;
	event_failures: number;
	first_attempt_at: number | null;
	/** A JSON array of `{id, body}`: low balances to be told of, each an event of its own; null without any. */
	notices: string | null;
	/** When the event is attempted next; null without one. */
	retry_at: number | null;
	/** A test that was asked for and not sent yet. */
	test_id: string | null;
	test_body: string | null;
	test_requested_at: number | null;
	/** Nothing is sent before this: at most one attempt a second. */
	quiet_until: number;
	/** Who sends at present, and until when nobody else does. */
	lease_id: string | null;
	lease_until: number;
	last_success_at: number | null;
	last_failure_at: number | null;
	last_failure_reason: string | null;
	/** Numbers the rows of `webhook_attempt`. */
	attempts_made: number;
}

/** The last attempts of each webhook. */
export interface WebhookAttemptTable {
	client_id: string;
	/** Ascending by client. */
	number: number;
	event_id: string;
	is_test: number;
	at: number;
	duration_ms: number;
	/** Of the answer; null without one. */
	status: number | null;
	/** Null when it was delivered. */
	reason: string | null;
	expires_at: number;
}

declare module "../platform/db/tables.ts" {
	interface Tables {
		webhook: WebhookTable;
		webhook_attempt: WebhookAttemptTable;
	}
}
