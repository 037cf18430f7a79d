import { actionName, isAction } from "../../../billing/prices/actions.ts";
import { NEW_PRODUCT_FORMATS } from "../../../orders/shop-files/formats.ts";
import { amountFigure, amountText } from "../../../pages/amount-text.ts";
import { isolatedText } from "../../../platform/plain-text.ts";
import { VARIANT_WORDS } from "../../../storefront/product-page.ts";
import { NO_ACCOUNT } from "../../accounts/password-changes.ts";
import type { DescribedEvent } from "./read.ts";

export interface EventWords {
	readonly what: string;
	readonly changes: readonly NamedChange[];
}

type Describe = (event: DescribedEvent) => string;

const key: Describe = ({ client_name, client_id, subject }) =>
	isolatedText(client_name ?? client_id ?? subject);
/** An account is no key, though it buys as keys do, and has the name of its owner's address. */
const whose: Describe = (event) => `${event.buyer_id === null ? "Key" : "Account"} ${key(event)}`;
const account: Describe = ({ subject_email, subject }) => subject_email ?? subject;
const proposal: Describe = ({ detail }) => `Suggestion for product ${detail ?? ""}`;
/** An import is identified by the name of its file. */
const file: Describe = ({ detail, subject }) => isolatedText(detail ?? subject);
const leakCase: Describe = ({ detail, subject }) => isolatedText(detail ?? subject);
const price: Describe = ({ subject }) => (isAction(subject) ? actionName(subject) : subject);
const paid: Describe = ({ detail }) => amountText(Number(detail ?? 0));
const credits: Describe = ({ units }) => (units === null ? "credits" : amountText(units));

/** An order is identified by its name or size: its id is among the details. */
const order: Describe = ({ order_name: name, order_products: products }) => {
	if (name !== null) return `order “${isolatedText(name)}”`;
	if (products === null) return "an order";
	return `an order of ${products} ${products === 1 ? "product" : "products"}`;
};

/** Every action that is recorded, with its wording; names are the current ones. */
const words = {
	"certificate.set": ({ subject }) => `Certificate ${isolatedText(subject)} renewed or checked`,
	"account.created": (event) => `Account ${account(event)} opened`,
	"account.disabled": (event) => `Account ${account(event)} disabled`,
	"account.enabled": (event) => `Account ${account(event)} enabled`,
	"account.keys_allowed": (event) =>
		`Number of keys of ${account(event)} set to ${(event.detail ?? "null") === "null" ? "the default" : event.detail}`,
	"account.roles": (event) => `Roles of ${account(event)} changed`,
	"account.linked": (event) =>
		`${account(event)} signed in with ${event.detail ?? "a provider"} for the first time`,
	"account.proven": (event) =>
		`${account(event)} given to the holder of its mailbox alone: other sessions, members, invitations and earlier links ended`,
	"account.unlinked": (event) => `${account(event)} unlinked from single sign-on`,
	"account.proposes_as": (event) => `Right of ${account(event)} to suggest corrections changed`,
	"account.named": (event) => `Account ${account(event)} named`,
	"account.billing": (event) => `Invoice details of account ${account(event)} changed`,
	"member.invited": (event) => `Somebody invited to account ${account(event)}`,
	"member.invitation_withdrawn": (event) => `Invitation to account ${account(event)} withdrawn`,
	"member.joined": (event) => `Account ${account(event)} joined`,
	"member.role": (event) => `Role of ${account(event)} in an account changed`,
	"member.removed": (event) => `${account(event)} removed from an account`,
	"member.left": (event) => `${account(event)} left an account`,
	"email.verified": (event) => `${account(event)} verified their e-mail address`,
	"email.changed": (event) => `${account(event)} changed their e-mail address`,
	"mail.changed": (event) => `${account(event)} chose which mail to get`,
	"mail.unsubscribed": (event) => `${account(event)} unsubscribed from mail`,
	"password.changed": (event) => `${account(event)} changed their password`,
	"password.reset_issued": (event) => `Link for a new password made for ${account(event)}`,
	"password.reset_mailed": (event) =>
		event.subject === NO_ACCOUNT
			? "Link for a new password asked for by mail, for an address without a password"
			: `Link for a new password mailed to ${account(event)}`,
	"password.reset": (event) => `${account(event)} set a password with a link`,
	"totp.enabled": (event) => `Two-factor sign-in of ${account(event)} turned on`,
	"totp.removed": (event) => `Two-factor sign-in of ${account(event)} turned off`,
	"recovery_code.used": (event) => `${account(event)} signed in with a recovery code`,
	"key.created": (event) => `${whose(event)} created`,
	"key.changed": (event) => `${whose(event)} changed`,
	"key.rotated": (event) => `New secret for key ${key(event)}`,
	"key.revoked": (event) => `Key ${key(event)} revoked`,
	"key.try_token": (event) => `Calls tried with key ${key(event)}`,
	"webhook.set": (event) => `Webhook of key ${key(event)} set to ${event.detail ?? "a URL"}`,
	"webhook.removed": (event) => `Webhook of key ${key(event)} removed`,
	"webhook.tested": (event) => `Webhook of key ${key(event)} tested`,
	"top_up.requested": (event) => `Top-up of ${credits(event)} for ${key(event)} asked for`,
	"top_up.withdrawn": (event) => `Top-up of ${credits(event)} for ${key(event)} withdrawn`,
	"top_up.first_approved": (event) =>
		`Top-up of ${credits(event)} for ${key(event)} approved by the first of two`,
	"top_up.approved": (event) => `Top-up of ${credits(event)} for ${key(event)} approved`,
	"payment.begun": (event) => `Payment of ${paid(event)} for ${key(event)} begun`,
	"payment.paid": (event) => `${paid(event)} paid by card for ${key(event)}`,
	"payment.reversed": (event) => `Payment for ${key(event)} reversed by ${paid(event)}`,
	"payment.settled": (event) => `Debt of ${paid(event)} for ${key(event)} settled without payment`,
	"automatic_top_up.on": (event) => `Automatic top-up of ${key(event)} on, below ${paid(event)}`,
	"automatic_top_up.stopped": (event) => `Automatic top-up of ${key(event)} ended`,
	"top_up.rejected": (event) => `Top-up of ${credits(event)} for ${key(event)} rejected`,
	"order.placed": (event) => `${key(event)} bought ${order(event)}`,
	"order.archive_issued": (event) => `Archive of ${order(event)} fetched`,
	"order.picture_issued": (event) => `Picture ${event.detail ?? ""} of ${order(event)} fetched`,
	"order.metadata_fetched": (event) => `Data of ${order(event)} fetched ${fileWords(event.detail)}`,
	"proposal.made": (event) => `${proposal(event)} made`,
	"proposal.withdrawn": (event) => `${proposal(event)} withdrawn`,
	"proposal.approved": (event) => `${proposal(event)} approved`,
	"proposal.rejected": (event) => `${proposal(event)} rejected`,
	"credits.added": (event) => creditsAdded(event),
	"price.announced": (event) => `Price of “${price(event)}” announced`,
	"price.withdrawn": (event) => `Announced price of “${price(event)}” withdrawn`,
	"import.uploaded": (event) => `${file(event)} uploaded`,
	"import.deleted": (event) => `Upload ${file(event)} deleted`,
	"import.started": (event) => `Import of ${file(event)} started`,
	"import.stopped": (event) => `Import of ${file(event)} stopped`,
	"import.undone": (event) => `Import of ${file(event)} to be undone`,
	"case.opened": (event) => `Case ${leakCase(event)} opened`,
	"case.traced": (event) => `Tracing of case ${leakCase(event)} started`,
	"case.cancelled": (event) => `Tracing of case ${leakCase(event)} cancelled`,
	"case.changed": (event) => `Case ${event.subject} changed`,
	"case.fetched": (event) => `Case file of ${leakCase(event)} downloaded`,
	"case.noted": (event) => `Note added to case ${leakCase(event)}`,
	"case.link_made": (event) => `Link to case ${leakCase(event)} made`,
	"case.link_opened": (event) => `Case ${leakCase(event)} opened with a link`,
	"case.link_revoked": (event) => `Link to case ${leakCase(event)} revoked`,
	"case.deleted": (event) => `Case ${leakCase(event)} deleted`,
	"conflict.looked_at": (event) => `Conflict of ${event.subject} looked at`,
	"product.edited": (event) => `Product ${event.subject} edited: ${metadataNames(event.detail)}`,
	"product.merged": (event) => `Product ${event.detail ?? ""} merged into ${event.subject}`,
	"product.barcode_corrected": (event) =>
		`Barcode of product ${event.detail ?? ""} corrected to ${event.subject}`,
	"product.barcodes_filled_up": () => "Barcodes that had lost leading zeros filled up",
	"product.barcodes_taken_back": () => "Filled-up barcodes taken back",
	"product.removed": (event) => `Product ${event.subject} removed`,
	"picture.added": (event) => `Picture ${event.detail ?? ""} of ${event.subject} added`,
	"picture.replaced": (event) => `Picture ${event.detail ?? ""} of ${event.subject} replaced`,
	"picture.adjusted": (event) => `Picture ${event.detail ?? ""} of ${event.subject} turned or cropped`,
	"picture.removed": (event) => `Picture ${event.detail ?? ""} of ${event.subject} removed`,
	"picture.viewed": (event) => `Picture ${event.detail ?? ""} of ${event.subject} looked at in full size`,
	"change.undone": (event) => `A change of product ${event.subject} undone`,
	"watermark.changed": () => "Watermark changed",
	"rights.changed": () => "Texts about rights changed",
	"alert.written": ({ subject, detail }) =>
		`Kosher alert ${subject} ${detail === "mistaken" ? "to be ended as mistaken" : "written"}, for another person to approve`,
	"alert.approved": ({ subject }) => `Kosher alert ${subject} approved`,
	"alert.declined": ({ subject }) => `Kosher alert ${subject} declined`,
	"alert.published": ({ subject }) => `Kosher alert ${subject} published`,
	"alert.changed": ({ subject }) => `Kosher alert ${subject} changed`,
	"alert.ended": ({ subject, detail }) => `Kosher alert ${subject} ended as ${detail ?? ""}`,
	"labels.started": ({ detail }) =>
		`Reading of labels started${detail ? `; what is at least ${Math.round(100 * Number(detail))} % certain enters by itself` : ""}`,
	"labels.stopped": () => "Reading of labels stopped",
	"preparing.started": () => "Reprocessing of pictures started",
	"preparing.paused": () => "Reprocessing of pictures paused",
	"preparing.resumed": () => "Reprocessing of pictures resumed",
	"preparing.stopped": () => "Reprocessing of pictures ended early",
	"backup.stopped": ({ subject }) => (subject === "drill" ? "Drill stopped" : "Backup stopped"),
	"backup.restored": ({ subject, detail }) => {
		const what = subject === "back" ? "Going back to the state before a restore" : "Restore of a backup";
		return detail ? `${what} failed: ${detail}` : `${what} done`;
	},
	"export.listed": () => "Export of everything begun",
	"settings.changed": (event) =>
		event.detail?.startsWith("{") ? "Settings changed" : `Setting ${event.subject} set to ${event.detail}`,
} satisfies Readonly<Record<string, Describe>>;
type Words = typeof words;

declare module "../../../pages/events.ts" {
	interface RecordedActions extends Words {}
}

/** Describes an event. Actions of other versions are shown by their name. */
export function describeEvent(event: DescribedEvent): EventWords {
	const describe: Describe | undefined = Object.hasOwn(words, event.action)
		? words[event.action as keyof Words]
		: undefined;
	return { what: describe?.(event) ?? `${event.action} ${event.subject}`, changes: changesOf(event) };
}

const SHOPS: ReadonlyMap<string, string> = new Map(
	Object.entries(NEW_PRODUCT_FORMATS).map(([name, { label }]) => [name, label]),
);

function fileWords(format: string | null): string {
	const shop = SHOPS.get(format ?? "");
	return shop === undefined ? `as ${format?.toUpperCase() ?? "a file"}` : `for ${shop}`;
}

function creditsAdded(event: DescribedEvent): string {
	const { units, note } = JSON.parse(event.detail ?? "{}") as { units?: number; note?: string | null };
	const amount = amountText(Math.abs(units ?? 0));
	const done = (units ?? 0) < 0 ? `${amount} taken back from` : `${amount} added to`;
	return `${done} ${key(event)}${note ? `: ${note}` : ""}`;
}

interface NamedChange {
	readonly name: string;
	/** Null in events of versions that did not record it. */
	readonly before: string | null;
	readonly after: string;
}

/** Display names of changed things; others are shown under their stored name. */
const names: ReadonlyMap<string, string> = new Map(
	Object.entries({
		client_name: "Name",
		name: "Name",
		owner: "Owner",
		tier: "Tier",
		requests_per_minute: "Requests a minute",
		requests_per_day: "Requests a day",
		expires_at: "Expires",
		allow_ip: "Allowed addresses",
		locks: "Locks",
		barcode_prefixes: "Barcode prefixes",
		brands: "Brands",
		departments: "Departments",
		url_ttl_seconds: "Seconds that image URLs live",
		multi_use_urls: "Multi-use URLs",
		watermark: "Watermark",
		watermark_mark: "What is drawn",
		place: "Place",
		width_percent: "Width, in percent",
		opacity_percent: "Opacity, in percent",
		creator: "Creator",
		credit_line: "Credit line",
		copyright_notice: "Copyright notice",
		usage_terms: "Usage terms",
		web_statement: "Web statement",
		licensor_name: "Licensor",
		licensor_url: "Licensor's address",
		data_mining: "Data mining",
		low_balance_credits: "Low-balance mark",
		balance: "Balance",
		moved_credits: "Credits taken along",
		daily_cap_credits: "Daily cap",
		monthly_cap_credits: "Monthly cap",
		roles: "Roles",
		proposes_as: "Suggests as",
		note: "Note",
		holder: "Held by",
		state: "State",
		price: "Price",
		effective_from: "From",
		sign_up_open: "Anybody may sign up",
		keys_per_account: "Keys per account",
		two_approvals_above_units: "Two approvals above",
		two_for_alerts: "Two people for kosher alerts",
		credit_price: "Price of a credit",
		currency: "Currency",
		payment_note: "Payment",
		lowBalanceUnits: "Low-balance mark",
		dailyCapUnits: "Daily cap",
		monthlyCapUnits: "Monthly cap",
	}),
);

const CHANGES: ReadonlySet<string> = new Set([
	"account.roles",
	"account.proposes_as",
	"case.changed",
	"key.changed",
	"price.announced",
	"price.withdrawn",
	"rights.changed",
	"settings.changed",
	"watermark.changed",
]);

/** What an event changed: its detail is an object of `[before, after]`, or of the new values only in events of earlier versions. */
function changesOf({ action, detail }: Pick<DescribedEvent, "action" | "detail">): NamedChange[] {
	if (!CHANGES.has(action) || !detail?.startsWith("{")) return [];
	return Object.entries<unknown>(JSON.parse(detail)).map(([stored, value]) => {
		const isPair = Array.isArray(value) && value.length === 2;
		const [before, after] = isPair ? value : [undefined, value];
		return {
			name: names.get(stored) ?? stored,
			before: isPair ? valueText(stored, before) : null,
			after: valueText(stored, after),
		};
	});
}

/** The wording of stored values that are codes. */
const values: ReadonlyMap<string, (code: string) => string> = new Map([
	["locks", metadataName],
	["roles", sentence],
	["watermark", (choice: string) => WATERMARKS.get(choice) ?? choice],
]);

const WATERMARKS: ReadonlyMap<string, string> = new Map(
	Object.entries({ required: "the default", invisible: "invisible only", waived: "none" }),
);

/** Metadata keys as they are recorded, or scopes in events of earlier versions. */
function metadataNames(detail: string | null): string {
	return (detail ?? "").split(", ").map(metadataName).join(", ");
}

/** As on the pages (web/src/format/metadata-words.ts): `info` as `Product facts`, `nutrition.total_fat` as `Nutrition: Total fat`. */
function metadataName(key: string): string {
	const [scope = "", field] = key.split(".");
	const action = `products.get.${scope === "images" ? "per_image" : scope}`;
	const name = isAction(action) ? actionName(action) : scope;
	if (field === undefined) return name;
	const words: Readonly<Record<string, string>> = VARIANT_WORDS;
	return `${name}: ${words[field] ?? sentence(field)}`;
}

function sentence(code: string): string {
	const spaced = code.replaceAll("_", " ");
	return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

function valueText(stored: string, value: unknown): string {
	if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return "none";
	const words = values.get(stored);
	if (Array.isArray(value)) return value.map((one) => words?.(String(one)) ?? one).join(", ");
	if (words && typeof value === "string") return words(value);
	if (typeof value === "boolean") return value ? "yes" : "no";
	return typeof value === "number" && /units$/i.test(stored) ? amountFigure(value) : String(value);
}
