/** Products changed: fetch the changes with `packshot.products.changes({ cursor: event.data.cursor })`. */
export interface ProductsChangedEvent {
	readonly type: "products.changed";
	/** When the event was created, in ISO 8601. */
	readonly timestamp: string;
	readonly data: { readonly cursor: string; readonly next_cursor: string };
}

/** The balance fell below the threshold that the client's owner set. */
export interface BalanceLowEvent {
	readonly type: "balance.low";
	/** When it fell, in ISO 8601. */
	readonly timestamp: string;
	readonly data: {
		readonly client_id: string;
		readonly credit_balance: number;
		readonly low_balance_credits: number;
	};
}

/** A kosher alert was published, changed or ended: fetch it with `packshot.kosher.alert(event.data.alert_id)`. */
export interface KosherAlertEvent {
	readonly type: "kosher.alert";
	/** When the event was created, in ISO 8601. */
	readonly timestamp: string;
	readonly data: { readonly alert_id: string; readonly kind: string; readonly changed_at: string };
}

/** A webhook event, distinguished by its `type`. Ignore types that are not listed here: later versions of the service may send them. */
export type WebhookEvent = ProductsChangedEvent | BalanceLowEvent | KosherAlertEvent;

/** Headers of a request, as provided by any server. */
export type WebhookHeaders =
	| { get(name: string): string | null }
	| Readonly<Record<string, string | readonly string[] | undefined>>;

/** A message that does not come from the service, is too old, or cannot be read. */
export class WebhookRefused extends Error {
	override readonly name = "WebhookRefused";
}

/** How far the clocks of sender and receiver may differ; an older message is treated as a replay. */
const TOLERANCE_SECONDS = 5 * 60;

const SECRET_PREFIX = /^whsec_/;

/**
 * Verifies a webhook message (Standard Webhooks 1.0) with WebCrypto, in constant time. While a secret is being replaced a message carries
 * several signatures: one has to match.
 * @param body as received, before any parsing. @param secret as it was shown, with or without `whsec_`.
 * @returns the event. @throws WebhookRefused for anything else, whatever it is given.
 */
export async function verifyWebhook(
	body: string | Uint8Array | ArrayBuffer,
	headers: WebhookHeaders,
	secret: string,
	options: { readonly nowMs?: number } = {},
): Promise<WebhookEvent> {
	try {
		return await verified(bytesOfBody(body), headers, await keyOf(secret), options.nowMs ?? Date.now());
	} catch (cause) {
		// Callers in JavaScript may pass anything, and answer every refusal in the same way.
		throw cause instanceof WebhookRefused
			? cause
			: new WebhookRefused("the message is not readable", { cause });
	}
}

async function verified(
	body: Uint8Array,
	headers: WebhookHeaders,
	key: CryptoKey,
	nowMs: number,
): Promise<WebhookEvent> {
	const id = headerOf(headers, "webhook-id");
	const timestamp = headerOf(headers, "webhook-timestamp");
	const signatures = headerOf(headers, "webhook-signature");
	requireTimely(timestamp, nowMs);
	const signed = joined(new TextEncoder().encode(`${id}.${timestamp}.`), body);
	for (const signature of signatures.split(" ")) {
		const [version, text = ""] = signature.split(",");
		const given = version === "v1" ? bytesOf(text) : undefined;
		// `verify` compares in constant time.
		if (given && (await crypto.subtle.verify("HMAC", key, given, signed))) return eventOf(body);
	}
	throw new WebhookRefused("no signature of the message fits the secret");
}

function bytesOfBody(body: string | Uint8Array | ArrayBuffer): Uint8Array {
	if (typeof body === "string") return new TextEncoder().encode(body);
	if (body instanceof ArrayBuffer) return new Uint8Array(body);
	if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
	throw new WebhookRefused("pass the body as it was received: text or bytes, before any parsing");
}

async function keyOf(secret: string): Promise<CryptoKey> {
	const base64 = typeof secret === "string" ? secret.trim().replace(SECRET_PREFIX, "") : "";
	const raw = bytesOf(base64);
	if (!raw || raw.length === 0) throw new WebhookRefused("this is not the secret of a webhook");
	return crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}

function headerOf(headers: WebhookHeaders, name: string): string {
	const value = isGetter(headers) ? headers.get(name) : valueIn(headers, name);
	if (typeof value === "string" && value !== "") return value;
	throw new WebhookRefused(`the message has no header ${name}`);
}

function isGetter(headers: WebhookHeaders): headers is { get(name: string): string | null } {
	return typeof (headers as { get?: unknown }).get === "function";
}

/** Header names are case-insensitive; a header that occurs twice counts as missing. */
function valueIn(headers: Readonly<Record<string, string | readonly string[] | undefined>>, name: string) {
	const values = Object.entries(headers).flatMap(([each, value]) =>
		each.toLowerCase() === name && value !== undefined ? value : [],
	);
	return values.length === 1 ? values[0] : undefined;
}

function requireTimely(timestamp: string, nowMs: number): void {
	const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
	// Written so that NaN also fails.
	if (!(Math.abs(nowMs / 1000 - seconds) <= TOLERANCE_SECONDS)) {
		throw new WebhookRefused("the message was not sent within the last five minutes");
	}
}

function eventOf(bytes: Uint8Array): WebhookEvent {
	const event: unknown = JSON.parse(new TextDecoder().decode(bytes));
	if (typeof event === "object" && event !== null && "type" in event && typeof event.type === "string") {
		return event as WebhookEvent;
	}
	throw new WebhookRefused("the message is no event");
}

/** Decodes base64; `undefined` for any other text. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
	try {
		return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
	} catch {
		return undefined;
	}
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
	const bytes = new Uint8Array(first.length + second.length);
	bytes.set(first);
	bytes.set(second, first.length);
	return bytes;
}
