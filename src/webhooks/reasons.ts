/** Why an attempt failed or a webhook was switched off: the closed list of SPEC E5, with a sentence for each. */
export const failureReasons = {
	name_not_found: "The host's name has no address.",
	address_not_allowed: "The host's name leads to an address that is not public.",
	connection_failed: "No connection could be made, or it broke before an answer.",
	tls_failed:
		"The connection could not be secured: the certificate is not trusted, has expired or is for another name.",
	timed_out: "There was no answer within 10 seconds.",
	invalid_answer: "What answered did not speak HTTP.",
	redirected: "The answer was a redirect. These are not followed.",
	client_error_status: "The answer had a status of 4xx.",
	server_error_status: "The answer had a status of 5xx, or another one that is not 2xx.",
	secret_unreadable: "The signing secret could not be opened: the installation's master secret has changed.",
	client_disabled: "The client was revoked or has expired.",
	restored: "The installation was restored from a backup.",
} as const;

export type FailureReason = keyof typeof failureReasons;
