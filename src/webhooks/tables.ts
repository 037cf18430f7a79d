/** The webhook of a client (SPEC E5), and what is being sent to it. Whether something is due is decided by the database's clock. */
export interface WebhookTable {
	client_id: string;
	url: string;
	/** Sealed (platform/sealed.ts) for the client. */
	secret: string;
	/** A JSON array of `{sealed, untilMs}`: earlier secrets that still sign. */
	former_secrets: string;
	set_at: number;
	/** 0 after it was switched off. */
	active: number;
	switched_off_at: number | null;
	/** Position in the feed up to which the client has been notified. */
	position: number;
	/** The pending event; retries keep its id and body. */
	event_id: string | null;
	event_body: string | null;
	event_at: number | null;
	/** The client's position once the event is delivered. */
	event_position: number | null;
	event_failures: number;
	first_attempt_at: number | null;
	/** A JSON array of `{id, body}`: the low balances to be told of, the first of which is sent; null if there are none. They have retries of their own. */
	notices: string | null;
	notice_failures: number | null;
	notice_first_attempt_at: number | null;
	notice_retry_at: number | null;
	/** When the event is attempted next; null if there is none. */
	retry_at: number | null;
	/** A JSON array of the types of events that it gets; null for those of its register/events.ts. */
	events: string | null;
	/** The last change of a kosher alert that the client has been notified of, by its place among all of them; null: it gets none. */
	alert_position: number | null;
	/** The pending event about an alert, which has a queue and retries of its own; the columns are those of the other event. */
	alert_event_id: string | null;
	alert_event_body: string | null;
	alert_event_at: number | null;
	alert_event_position: number | null;
	alert_failures: number | null;
	alert_first_attempt_at: number | null;
	alert_retry_at: number | null;
	/** A test that was requested and not sent yet. */
	test_id: string | null;
	test_body: string | null;
	test_requested_at: number | null;
	/** Nothing is sent before this: at most one attempt a second. */
	quiet_until: number;
	/** The current sender, and until when no other one sends. */
	lease_id: string | null;
	lease_until: number;
	last_success_at: number | null;
	last_failure_at: number | null;
	last_failure_reason: string | null;
	/** Numbers the rows of `webhook_attempt`. */
	attempts_made: number;
}

/** The latest attempts of each webhook. */
export interface WebhookAttemptTable {
	client_id: string;
	/** Ascending by client. */
	number: number;
	event_id: string;
	is_test: number;
	at: number;
	duration_ms: number;
	/** Of the response; null if there was none. */
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
