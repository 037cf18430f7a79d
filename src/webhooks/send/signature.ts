import { createHmac, randomBytes } from "node:crypto";

/** Standard Webhooks 1.0 (github.com/standard-webhooks/standard-webhooks): symmetric secrets and signatures. */

const PREFIX = "whsec_";
const SECRET_BYTES = 32;

/** A new signing secret: `whsec_` and 32 random bytes in base64. */
export function newWebhookSecret(): string {
	return PREFIX + randomBytes(SECRET_BYTES).toString("base64");
}

/** A message, and when it is sent. */
export interface SignedMessage {
	readonly id: string;
	/** Of this attempt, in whole seconds since 1970. */
	readonly timestampSeconds: number;
	readonly body: string;
}

/** The three headers of a message, with one signature per secret. */
export function signedHeaders(message: SignedMessage, secrets: readonly string[]): Record<string, string> {
	return {
		"webhook-id": message.id,
		"webhook-timestamp": String(message.timestampSeconds),
		"webhook-signature": secrets.map((secret) => signatureOf(message, secret)).join(" "),
	};
}

function signatureOf({ id, timestampSeconds, body }: SignedMessage, secret: string): string {
	const key = Buffer.from(secret.slice(PREFIX.length), "base64");
	const signed = createHmac("sha256", key).update(`${id}.${timestampSeconds}.${body}`).digest("base64");
	return `v1,${signed}`;
}
