import type { FailureReason } from "../../../api/webhooks.ts";

/** What went wrong, and what whoever runs the endpoint can do about it. */
export const failureWords: Readonly<Record<FailureReason, { readonly what: string; readonly todo: string }>> =
	{
		name_not_found: {
			what: "The host's name has no address.",
			todo: "Check the URL for a typing mistake, and that the name can be found on the internet.",
		},
		address_not_allowed: {
			what: "The host is not at a public address.",
			todo: "Use a host that can be reached from the internet.",
		},
		connection_failed: {
			what: "No connection could be made, or it broke before an answer.",
			todo: "Check that your program runs and that a firewall lets the service in.",
		},
		tls_failed: {
			what: "The connection could not be secured.",
			todo: "Check that the certificate is valid for this host, has not expired, and is sent with its whole chain.",
		},
		timed_out: {
			what: "There was no answer within 10 seconds.",
			todo: "Answer first, and do the work afterwards.",
		},
		invalid_answer: {
			what: "What answered did not speak HTTP.",
			todo: "Check host and port of the URL.",
		},
		redirected: {
			what: "The answer was a redirect.",
			todo: "Set the URL that it leads to: redirects are not followed.",
		},
		client_error_status: {
			what: "Your program refused the message.",
			todo: "Check that it takes POST at this URL and verifies signatures with the current secret.",
		},
		server_error_status: {
			what: "Your program failed.",
			todo: "Look into its log for what happened at that time.",
		},
		secret_unreadable: {
			what: "The service can no longer read the signing secret.",
			todo: "Set the webhook again: there will be a new secret.",
		},
		client_disabled: {
			what: "The key was revoked or has expired.",
			todo: "Set a webhook for another key.",
		},
		restored: {
			what: "The service was restored from a backup.",
			todo: "Set the webhook again, and read the changes from the cursor that your program stored last.",
		},
	};
