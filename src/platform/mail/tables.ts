/** A mail that is waiting or has been sent: written in the transaction of the event it reports, and sent in the background. */
export interface MailTable {
	mail_id: string;
	/** What it is about; its sender decides which kinds there are. */
	kind: string;
	account_id: string;
	recipient: string;
	subject: string;
	text_body: string;
	html_body: string;
	/** One-click unsubscribe URL (RFC 8058): a POST to it stops mail of this kind. */
	unsubscribe_url: string;
	created_at: number;
	failures: number;
	/** When it is attempted next; null once it has been sent, given up or withdrawn. */
	retry_at: number | null;
	/** No other process sends it before then. */
	lease_until: number;
	sent_at: number | null;
	given_up_at: number | null;
	/** How the last attempt failed: a code of the mail server or of the connection. */
	last_failure: string | null;
	expires_at: number;
}

declare module "../db/tables.ts" {
	interface Tables {
		mail: MailTable;
	}
}
