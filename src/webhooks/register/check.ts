import type { ClientFault } from "../../api/client-fault.ts";
import type { Database } from "../../platform/db/database.ts";
import type { KeyPair } from "../../platform/secrets.ts";
import type { ChangeFeed } from "../send/feed.ts";
import type { WebhookTable } from "../tables.ts";
import { signingSecrets } from "./secrets.ts";
import { parseWebhookUrl } from "./url-rules.ts";

export interface WebhookCheck {
	readonly webhooks: number;
	readonly faults: readonly ClientFault[];
}

/** Checks that every active webhook could be sent to: its secrets can be decrypted, its URL is valid, and its position is within the feed. */
export async function checkWebhooks(
	db: Database,
	sealKeys: KeyPair,
	{ head }: Pick<ChangeFeed, "head">,
): Promise<WebhookCheck> {
	const rows = await db.scan
		.selectFrom("webhook")
		.selectAll()
		.where("active", "=", 1)
		.orderBy("client_id")
		.execute();
	// Read after the rows, so that no row can be ahead of it merely by being newer.
	const newest = await head();
	const faults = rows.flatMap((row) =>
		problemsOf(row, sealKeys, newest).map((problem) => ({ clientId: row.client_id, problem })),
	);
	return { webhooks: rows.length, faults };
}

function problemsOf(row: WebhookTable, sealKeys: KeyPair, head: number): string[] {
	const problems: string[] = [];
	try {
		signingSecrets(row, sealKeys, 0);
	} catch {
		problems.push("its secret cannot be decrypted: set the webhook again");
	}
	if (typeof parseWebhookUrl(row.url) === "string")
		problems.push("its URL is not valid: set the webhook again");
	if (Math.max(row.position, row.event_position ?? 0) > head) {
		problems.push("its position is beyond the newest change: set the webhook again");
	}
	if ((row.event_id === null) !== (row.retry_at === null))
		problems.push("its event would never be attempted");
	if ((row.alert_event_id === null) !== (row.alert_retry_at === null))
		problems.push("its event about an alert would never be attempted");
	if ((row.notices === null) !== (row.notice_retry_at === null))
		problems.push("its event about a low balance would never be attempted");
	return problems;
}
