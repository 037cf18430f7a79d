// Written by scripts/write-sdk-types.ts from docs/openapi.json.

/** Every response that is not 2xx. */
export interface ErrorBody {
	error: ErrorCode;
	/** For people; the wording may change. */
	message: string;
	/** Same as X-Request-ID. */
	request_id: string;
	/** With `scope_forbidden`. */
	blocked_scopes?: string[];
	/** With `invalid_metadata_key`. */
	hint?: string;
	/** In a health check during maintenance. */
	status?: "maintenance";
	/** In a health check that is not 200. */
	checks?: Record<string, string>;
}

/** Stable code to switch on. Treat an unknown code as `internal_error`. */
export const ERROR_CODES = [
	"bad_request",
	"missing_credentials",
	"missing_refresh_token",
	"invalid_barcode",
	"unauthenticated",
	"invalid_credentials",
	"refresh_token_invalid",
	"refresh_token_expired",
	"refresh_token_reused",
	"insufficient_credits",
	"client_disabled",
	"client_ip_not_allowed",
	"out_of_scope",
	"scope_forbidden",
	"signed_url_ip_mismatch",
	"not_found",
	"variant_not_available",
	"idempotency_key_mismatch",
	"cursor_expired",
	"signed_url_expired",
	"signed_url_consumed",
	"invalid_metadata_key",
	"max_credits_exceeded",
	"rate_limited",
	"auth_rate_limit",
	"ip_rate_limit",
	"refresh_rate_limit",
	"internal_error",
	"upstream_error",
	"service_unavailable",
	"gateway_timeout",
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

export interface Meta {
	/** Same as X-Request-ID. */
	request_id: string;
	/** Credits charged by this request. */
	credits_debited: number;
	/** Balance after this request. */
	credits_remaining: number;
	response_generated: string;
}

export interface Balance {
	/** Public id of the client. */
	client_id: string;
	/** Public id of the balance that the client draws on, possibly together with other clients. */
	balance_id: string;
	/** Current credits of that balance. */
	credit_balance: number;
	/** `standard` or `enterprise`. */
	tier: string;
	meta: Meta;
}

export interface Account {
	/** Public id of the client. */
	client_id: string;
	/** Label chosen at creation. */
	client_name: string;
	/** `standard` or `enterprise`. */
	tier: string;
	/** Public id of the balance that the client draws on, possibly together with other clients. */
	balance_id: string;
	/** Current credits of that balance. */
	credit_balance: number;
	/** What the client itself may spend per UTC day and calendar month (UTC). */
	spending_caps: {
		day: SpendingCap;
		month: SpendingCap;
	};
	/** By UTC day and month; this request itself is not yet included. */
	usage: {
		requests_today: number;
		requests_this_month: number;
		credits_spent_today: number;
		credits_spent_this_month: number;
	};
	rate_limits: Record<
		"requests_per_minute" | "requests_per_day" | "remaining_this_minute" | "remaining_today",
		number
	>;
	meta: Meta;
}

export interface SpendingCap {
	/** In credits; null for no cap. */
	limit: number | null;
	/** Credits charged to the client in the current period. */
	spent: number;
}

export interface Usage {
	/** Public id of the client. */
	client_id: string;
	granularity: "hour" | "day" | "month";
	/** First day of the range, `YYYY-MM-DD`, or its first hour, `2027-05-15T12:00:00Z`, if it begins within a day. Sending `from` and `to` back requests the same range. */
	from: string;
	/** Last day of the range, or its last hour if it ends within a day. */
	to: string;
	/** Oldest first, one entry for each period. A first or last period that is only partly in the range, such as the month of a `from` on the 15th, counts only what falls within the range. */
	series: UsagePeriod[];
	totals: {
		requests: number;
		credits_spent: number;
	};
	meta: Meta;
}

export interface UsageQuery {
	/** First day, UTC, `YYYY-MM-DD`; with hourly periods also an hour, `2027-05-15T12:00:00Z`. Not before 1970. Default: 30 days, 48 hours or 12 months before the end. */
	from?: string | undefined;
	/** Last day, UTC, included as a whole; with hourly periods also the last hour. Default: now. */
	to?: string | undefined;
	/** Length of a period. */
	granularity?: "hour" | "day" | "month" | undefined;
}

export interface UsagePeriod {
	/** `2027-05`, `2027-05-15` or `2027-05-15T12:00:00Z`. */
	period: string;
	requests: number;
	credits_spent: number;
	/** By action key; actions that did not occur are left out. */
	by_action: Record<
		string,
		{
			requests: number;
			credits: number;
		}
	>;
}

export interface Pricing {
	currency: "credits";
	/** Price of each action in credits. */
	actions: Record<string, number>;
	/** Description of each action. */
	descriptions: Record<string, string>;
	pricing_model: string;
	formula: string;
	notes: string;
	/** Announced changes, soonest first. */
	upcoming: {
		action: string;
		/** Credits. */
		price: number;
		effective_from: string;
	}[];
}

export interface Health {
	status: "ok";
	version: string;
	api_version: string;
	time: string;
	checks: {
		database: string;
		images: string;
	};
}

export interface TokenSet {
	/** JWT, HS256. */
	access_token: string;
	/** Single-use; replaces the previous one. */
	refresh_token: string;
	token_type: "Bearer";
	/** Seconds until the access token expires. */
	expires_in: number;
}

export interface NewWebhook {
	/** https, without user name and password; the host must have a public address. */
	url: string;
	/** Signs every message from now on, according to Standard Webhooks 1.0. Shown only here; messages are signed with the previous secret as well for 24 hours. */
	secret: string;
	/** False after three days of failed attempts, or after the installation was restored: set the webhook again then. */
	active: boolean;
	/** What is sent: changes of products, low balances, kosher alerts. If it is left out, what is set stays; at first the first two. */
	events: ("products.changed" | "balance.low" | "kosher.alert")[];
	meta: Meta;
}

export interface WebhookTest {
	meta: Meta;
}

export interface Webhook {
	/** https, without user name and password; the host must have a public address. */
	url: string;
	/** False after three days of failed attempts, or after the installation was restored: set the webhook again then. */
	active: boolean;
	/** What is sent: changes of products, low balances, kosher alerts. If it is left out, what is set stays; at first the first two. */
	events: ("products.changed" | "balance.low" | "kosher.alert")[];
	/** When an event or test was last answered with a 2xx status; null if none was. */
	last_success_at: string | null;
	/** The last failed attempt, however many have succeeded since; null if none has failed. */
	last_failure: {
		at: string;
		/** `name_not_found`: The host name has no address. `address_not_allowed`: The host name resolves to an address that is not public. `connection_failed`: No connection could be made, or it was closed before a response. `tls_failed`: The connection could not be secured: the certificate is not trusted, has expired or is for a different name. `timed_out`: There was no response within 10 seconds. `invalid_answer`: The response was not valid HTTP. `redirected`: The response was a redirect. Redirects are not followed. `client_error_status`: The response had a 4xx status. `server_error_status`: The response had a 5xx status, or another status that is not 2xx. `secret_unreadable`: The signing secret could not be opened: the installation's master secret has changed. `client_disabled`: The client was revoked or has expired. `restored`: The installation was restored from a backup. */
		reason:
			| "name_not_found"
			| "address_not_allowed"
			| "connection_failed"
			| "tls_failed"
			| "timed_out"
			| "invalid_answer"
			| "redirected"
			| "client_error_status"
			| "server_error_status"
			| "secret_unreadable"
			| "client_disabled"
			| "restored";
	} | null;
	meta: Meta;
}

export interface KosherAlerts {
	data: KosherAlert[];
	/** Where to continue; null on the last page. */
	next_cursor: string | null;
	meta: Meta;
}

export interface KosherAlertsQuery {
	/** `next_cursor` of the previous response, with the same filters. */
	cursor?: string | undefined;
	/** Maximum number of alerts in a response. */
	limit?: number | undefined;
	/** 4 to 14 digits; leading zeros are significant. */
	barcode?: string | undefined;
	/** Only alerts that have not ended, or only those that have. */
	live?: boolean | undefined;
	/** Only alerts published, changed or ended at this time or later. */
	changed_since?: string | undefined;
}

export interface KosherAlert {
	/** Id of the alert. */
	alert_id: string;
	/** `withdrawn`: the agency no longer certifies it. `unauthorised`: the symbol is used without certification. `mislabelled`: the label is wrong. `recalled`: it is recalled. `changed`: status or supervision changed. `notice`: a notice. */
	kind: "withdrawn" | "unauthorised" | "mislabelled" | "recalled" | "changed" | "notice";
	/** The hechsher that it is about; null if it is about none in particular. */
	symbol: string | null;
	/** If not null, only hechshers with this additional designation are meant. */
	designation: string | null;
	/** The products that it names, as far as the client may see them. */
	barcodes: string[];
	/** Whether these hechshers are not served while it is live. */
	withholds: boolean;
	/** What is wrong, since when, and what to do. */
	message: string;
	/** Which lots are meant; null for all. */
	lots: string | null;
	/** Where it was announced: an https URL, or a text. */
	source: string | null;
	published_at: string;
	/** When it was last published, changed or ended. */
	changed_at: string;
	/** Null while it is live. */
	ended_at: string | null;
	/** `settled`: what it warned of is over. `mistaken`: it should not have been published. */
	outcome: "settled" | "mistaken" | null;
}

export interface KosherAlertAnswer {
	/** Id of the alert. */
	alert_id: string;
	/** `withdrawn`: the agency no longer certifies it. `unauthorised`: the symbol is used without certification. `mislabelled`: the label is wrong. `recalled`: it is recalled. `changed`: status or supervision changed. `notice`: a notice. */
	kind: "withdrawn" | "unauthorised" | "mislabelled" | "recalled" | "changed" | "notice";
	/** The hechsher that it is about; null if it is about none in particular. */
	symbol: string | null;
	/** If not null, only hechshers with this additional designation are meant. */
	designation: string | null;
	/** The products that it names, as far as the client may see them. */
	barcodes: string[];
	/** Whether these hechshers are not served while it is live. */
	withholds: boolean;
	/** What is wrong, since when, and what to do. */
	message: string;
	/** Which lots are meant; null for all. */
	lots: string | null;
	/** Where it was announced: an https URL, or a text. */
	source: string | null;
	published_at: string;
	/** When it was last published, changed or ended. */
	changed_at: string;
	/** Null while it is live. */
	ended_at: string | null;
	/** `settled`: what it warned of is over. `mistaken`: it should not have been published. */
	outcome: "settled" | "mistaken" | null;
	meta: Meta;
}
