import type { FailureReason } from "../../../api/routes.ts";

/** What went wrong, and what the operator of the endpoint can do about it. */
export const failureWords: Readonly<Record<FailureReason, { readonly what: string; readonly todo: string }>> =
	{
		name_not_found: {
			what: "The host name could not be resolved.",
			todo: "Check the URL for typing mistakes, and that the name resolves on the internet.",
		},
		address_not_allowed: {
			what: "The host is not at a public address.",
			todo: "Use a host that can be reached from the internet.",
		},
		connection_failed: {
			what: "No connection could be made, or it broke before an answer arrived.",
			todo: "Check that your program is running and that no firewall blocks the service.",
		},
		tls_failed: {
			what: "The connection could not be secured.",
			todo: "Check that the certificate is valid for this host, has not expired, and is sent with its full chain.",
		},
		timed_out: {
			what: "There was no answer within 10 seconds.",
			todo: "Send the answer first, and do the work afterwards.",
		},
		invalid_answer: {
			what: "The answer was not HTTP.",
			todo: "Check the host and port in the URL.",
		},
		redirected: {
			what: "The answer was a redirect.",
			todo: "Redirects are not followed: set the URL that it leads to.",
		},
		client_error_status: {
			what: "Your program refused the message.",
			todo: "Check that it accepts POST at this URL and verifies signatures with the current secret.",
		},
		server_error_status: {
			what: "Your program answered with an error.",
			todo: "Check its log for what happened at that time.",
		},
		secret_unreadable: {
			what: "The service can no longer read the signing secret.",
			todo: "Set the webhook again to get a new secret.",
		},
		client_disabled: {
			what: "The key was revoked or has expired.",
			todo: "Set a webhook for another key.",
		},
		restored: {
			what: "The service was restored from a backup.",
			todo: "Set the webhook again, and read the changes from the last cursor your program stored.",
		},
	};
