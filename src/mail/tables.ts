/** A mail that waits to be sent, or was: written in the transaction of what it tells of, and sent beside the server. */
export interface MailTable {
	mail_id: string;
	/** What it is about: `low_balance` or `digest`. */
	kind: string;
	account_id: string;
	recipient: string;
	subject: string;
	text_body: string;
	html_body: string;
	/** Of RFC 8058: a POST to it stops mail of this kind. */
	unsubscribe_url: string;
	created_at: number;
	failures: number;
	/** When it is attempted next; null once it was sent, given up or withdrawn. */
	retry_at: number | null;
	/** Nobody else sends it before. */
	lease_until: number;
	sent_at: number | null;
	given_up_at: number | null;
	/** How the last attempt failed: a code of the mail server or of the connection. */
	last_failure: string | null;
	expires_at: number;
}

declare module "../platform/db/tables.ts" {
	interface Tables {
		mail: MailTable;
	}
}
