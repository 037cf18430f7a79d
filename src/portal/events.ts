import { isClientId } from "../clients/policy/client-id.ts";
import { insertRow } from "../platform/db/rows.ts";
import type { Tx } from "../platform/db/tx.ts";

/** The actor of an event, and their address. */
export interface Actor {
	/** Null for the command line. */
	readonly accountId: string | null;
	readonly address: string | null;
	readonly requestId: string;
	readonly atMs: number;
}

export type EventAction =
	| "account.created"
	| "account.disabled"
	| "account.enabled"
	| "account.keys_allowed"
	| "account.roles"
	| "account.linked"
	| "account.unlinked"
	| "account.proposes_as"
	| "account.named"
	| "member.invited"
	| "member.invitation_withdrawn"
	| "member.joined"
	| "member.role"
	| "member.removed"
	| "member.left"
	| "password.changed"
	| "password.reset_issued"
	| "password.reset_mailed"
	| "password.reset"
	| "email.verified"
	| "email.changed"
	| "mail.changed"
	| "mail.unsubscribed"
	| "totp.enabled"
	| "totp.removed"
	| "recovery_code.used"
	| "key.created"
	| "key.changed"
	| "key.rotated"
	| "key.revoked"
	| "key.try_token"
	| "webhook.set"
	| "webhook.removed"
	| "webhook.tested"
	| "order.placed"
	| "order.archive_issued"
	| "order.picture_issued"
	| "order.metadata_fetched"
	| "top_up.requested"
	| "top_up.withdrawn"
	| "top_up.first_approved"
	| "top_up.approved"
	| "top_up.rejected"
	| "credits.added"
	| "price.announced"
	| "price.withdrawn"
	| "proposal.made"
	| "proposal.withdrawn"
	| "proposal.approved"
	| "proposal.rejected"
	| "import.uploaded"
	| "import.deleted"
	| "import.started"
	| "import.stopped"
	| "import.undone"
	| "case.opened"
	| "case.traced"
	| "case.cancelled"
	| "case.changed"
	| "case.fetched"
	| "case.noted"
	| "case.link_made"
	| "case.link_opened"
	| "case.link_revoked"
	| "case.deleted"
	| "product.edited"
	| "product.merged"
	| "product.removed"
	| "picture.added"
	| "picture.replaced"
	| "picture.adjusted"
	| "picture.removed"
	| "picture.viewed"
	| "change.undone"
	| "watermark.changed"
	| "rights.changed"
	| "preparing.started"
	| "preparing.paused"
	| "preparing.resumed"
	| "preparing.stopped"
	| "settings.changed";

/** Values before and after, by the name of what was changed. */
export type Changes = Readonly<Record<string, readonly [before: unknown, after: unknown]>>;

/** Records an event in the transaction of the change it describes. @param clientId the key concerned, if the subject is something else. */
export async function recordEvent(
	tx: Tx,
	actor: Actor,
	action: EventAction,
	subject: string,
	detail: string | null = null,
	clientId: string | null = isClientId(subject) ? subject : null,
): Promise<void> {
	await insertRow(tx, "portal_event", {
		at: actor.atMs,
		account_id: actor.accountId,
		action,
		subject,
		client_id: clientId,
		detail,
		address: actor.address,
		request_id: actor.requestId,
	});
}
