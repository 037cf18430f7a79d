import { formatCredits, UNITS_PER_CREDIT } from "../../api/credits.ts";
import type { EventAction } from "../events.ts";
import { changesOf, type NamedChange } from "./change-words.ts";
import type { DescribedEvent } from "./read.ts";

/** An event in words. */
export interface EventWords {
	readonly what: string;
	readonly changes: readonly NamedChange[];
}

type Describe = (event: DescribedEvent) => string;

const key: Describe = ({ client_name, client_id, subject }) => client_name ?? client_id ?? subject;
const account: Describe = ({ subject_email, subject }) => subject_email ?? subject;
const proposal: Describe = ({ detail }) => `Proposal for product ${detail ?? ""}`;
/** An import is identified by the name of its file. */
const file: Describe = ({ detail, subject }) => detail ?? subject;
const credits: Describe = ({ units }) => (units === null ? "credits" : amountText(units));

/** An order is identified by its name or size: its id is among the details. */
const order: Describe = ({ order_name: name, order_products: products }) => {
	if (name !== null) return `order “${name}”`;
	if (products === null) return "an order";
	return `an order of ${products} ${products === 1 ? "product" : "products"}`;
};

/** The wording of each action; names are the current ones. */
const words: Readonly<Record<EventAction, Describe>> = {
	"account.created": (event) => `Account ${account(event)} opened`,
	"account.disabled": (event) => `Account ${account(event)} disabled`,
	"account.enabled": (event) => `Account ${account(event)} enabled`,
	"account.keys_allowed": (event) =>
		`Number of keys of ${account(event)} set to ${event.detail ?? "null"}`.replace("null", "the default"),
	"account.roles": (event) => `Roles of ${account(event)} changed`,
	"account.linked": (event) =>
		`${account(event)} signed in with ${event.detail ?? "a provider"} for the first time`,
	"account.unlinked": (event) => `${account(event)} unlinked from single sign-on`,
	"account.proposes_as": (event) => `Right of ${account(event)} to propose changed`,
	"email.verified": (event) => `${account(event)} verified their e-mail address`,
	"email.changed": (event) => `${account(event)} changed their e-mail address`,
	"mail.changed": (event) => `${account(event)} chose which mail to get`,
	"mail.unsubscribed": (event) => `${account(event)} unsubscribed from mail`,
	"password.changed": (event) => `${account(event)} changed their password`,
	"password.reset_issued": (event) => `Link for a new password made for ${account(event)}`,
	"password.reset": (event) => `${account(event)} set a password with a link`,
	"totp.enabled": (event) => `Two-factor sign-in of ${account(event)} turned on`,
	"totp.removed": (event) => `Two-factor sign-in of ${account(event)} turned off`,
	"recovery_code.used": (event) => `${account(event)} signed in with a recovery code`,
	"key.created": (event) => `Key ${key(event)} created`,
	"key.changed": (event) => `Key ${key(event)} changed`,
	"key.rotated": (event) => `Secret of ${key(event)} rotated`,
	"key.revoked": (event) => `Key ${key(event)} revoked`,
	"key.try_token": (event) => `Calls tried with ${key(event)}`,
	"webhook.set": (event) => `Webhook of ${key(event)} set to ${event.detail ?? "a URL"}`,
	"webhook.removed": (event) => `Webhook of ${key(event)} removed`,
	"webhook.tested": (event) => `Webhook of ${key(event)} tested`,
	"top_up.requested": (event) => `Top-up of ${credits(event)} for ${key(event)} asked for`,
	"top_up.withdrawn": (event) => `Top-up of ${credits(event)} for ${key(event)} withdrawn`,
	"top_up.first_approved": (event) =>
		`Top-up of ${credits(event)} for ${key(event)} approved by the first of two`,
	"top_up.approved": (event) => `Top-up of ${credits(event)} for ${key(event)} approved`,
	"top_up.rejected": (event) => `Top-up of ${credits(event)} for ${key(event)} rejected`,
	"order.placed": (event) => `${key(event)} bought ${order(event)}`,
	"order.archive_issued": (event) => `Archive of ${order(event)} fetched`,
	"order.picture_issued": (event) => `Picture ${event.detail ?? ""} of ${order(event)} fetched`,
	"order.metadata_fetched": (event) => `Metadata of ${order(event)} fetched as ${event.detail ?? "a file"}`,
	"proposal.made": (event) => `${proposal(event)} made`,
	"proposal.withdrawn": (event) => `${proposal(event)} withdrawn`,
	"proposal.approved": (event) => `${proposal(event)} approved`,
	"proposal.rejected": (event) => `${proposal(event)} rejected`,
	"credits.added": (event) => creditsAdded(event),
	"price.announced": (event) => `Price of ${event.subject} announced`,
	"price.withdrawn": (event) => `Announced price of ${event.subject} withdrawn`,
	"import.uploaded": (event) => `${file(event)} uploaded`,
	"import.deleted": (event) => `Upload ${file(event)} deleted`,
	"import.started": (event) => `Import of ${file(event)} started`,
	"import.stopped": (event) => `Import of ${file(event)} stopped`,
	"import.undone": (event) => `Import of ${file(event)} to be undone`,
	"case.opened": (event) => `Case ${event.detail ?? event.subject} opened`,
	"case.traced": (event) => `Tracing of case ${event.detail ?? event.subject} started`,
	"case.cancelled": (event) => `Tracing of case ${event.detail ?? event.subject} cancelled`,
	"case.changed": (event) => `Case ${event.subject} changed`,
	"case.fetched": (event) => `Case file of ${event.detail ?? event.subject} downloaded`,
	"case.deleted": (event) => `Case ${event.detail ?? event.subject} deleted`,
	"product.edited": (event) => `Product ${event.subject} edited: ${event.detail ?? ""}`,
	"product.merged": (event) => `Product ${event.detail ?? ""} merged into ${event.subject}`,
	"product.removed": (event) => `Product ${event.subject} removed`,
	"picture.removed": (event) => `Picture ${event.detail ?? ""} of ${event.subject} removed`,
	"picture.viewed": (event) => `Picture ${event.detail ?? ""} of ${event.subject} looked at in full size`,
	"change.undone": (event) => `A change of product ${event.subject} undone`,
	"watermark.changed": () => "Watermark changed",
	"preparing.started": () => "Reprocessing of pictures started",
	"preparing.paused": () => "Reprocessing of pictures paused",
	"preparing.resumed": () => "Reprocessing of pictures resumed",
	"preparing.stopped": () => "Reprocessing of pictures ended early",
	"settings.changed": (event) =>
		event.detail?.startsWith("{") ? "Settings changed" : `Setting ${event.subject} set to ${event.detail}`,
};

/** Describes an event. Actions of other versions are shown by their name. */
export function describeEvent(event: DescribedEvent): EventWords {
	const describe: Describe | undefined = Object.hasOwn(words, event.action)
		? words[event.action as EventAction]
		: undefined;
	return { what: describe?.(event) ?? `${event.action} ${event.subject}`, changes: changesOf(event) };
}

function creditsAdded(event: DescribedEvent): string {
	const { units, note } = JSON.parse(event.detail ?? "{}") as { units?: number; note?: string | null };
	const amount = amountText(Math.abs(units ?? 0));
	const done = (units ?? 0) < 0 ? `${amount} taken back from` : `${amount} added to`;
	return `${done} ${key(event)}${note ? `: ${note}` : ""}`;
}

function amountText(units: number): string {
	const [whole = "", decimals] = formatCredits(units).split(".");
	const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
	return `${decimals === undefined ? grouped : `${grouped}.${decimals}`} ${units === UNITS_PER_CREDIT ? "credit" : "credits"}`;
}
