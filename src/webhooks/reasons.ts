/** Why an attempt failed or a webhook was switched off: the closed list of SPEC E5, with a sentence for each. */
export const failureReasons = {
	name_not_found: "The host name has no address.",
	address_not_allowed: "The host name resolves to an address that is not public.",
	connection_failed: "No connection could be made, or it was closed before a response.",
	tls_failed:
		"The connection could not be secured: the certificate is not trusted, has expired or is for a different name.",
	timed_out: "There was no response within 10 seconds.",
	invalid_answer: "The response was not valid HTTP.",
	redirected: "The response was a redirect. Redirects are not followed.",
	client_error_status: "The response had a 4xx status.",
	server_error_status: "The response had a 5xx status, or another status that is not 2xx.",
	secret_unreadable: "The signing secret could not be opened: the installation's master secret has changed.",
	client_disabled: "The client was revoked or has expired.",
	restored: "The installation was restored from a backup.",
} as const;

export type FailureReason = keyof typeof failureReasons;
