import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { newWebhookSecret, signedHeaders } from "./signature.ts";

const nowSeconds = () => Math.floor(Date.now() / 1000);
const body = JSON.stringify({ type: "products.changed", text: 'Ünï שלום 🧀 "' });
const message = (timestampSeconds = nowSeconds()) => ({ id: "evt_1", timestampSeconds, body });

test("the reference library verifies a signature with the current and with the previous secret", () => {
	const [current, former] = [newWebhookSecret(), newWebhookSecret()];
	const headers = signedHeaders(message(), [current, former]);
	for (const secret of [current, former]) {
		expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
	}
	expect(headers["webhook-signature"]).toMatch(/^v1,[A-Za-z0-9+/]{43}= v1,[A-Za-z0-9+/]{43}=$/);
});

test.each([
	["another secret", () => new Webhook(newWebhookSecret()), body, {}],
	["another body", (secret: string) => new Webhook(secret), `${body} `, {}],
	["another id", (secret: string) => new Webhook(secret), body, { "webhook-id": "evt_2" }],
	[
		"another time",
		(secret: string) => new Webhook(secret),
		body,
		{ "webhook-timestamp": String(nowSeconds() - 1) },
	],
])("the reference library rejects a signature with %s", (_what, verifier, given, other) => {
	const secret = newWebhookSecret();
	const headers = { ...signedHeaders(message(), [secret]), ...other };
	expect(() => verifier(secret).verify(given, headers)).toThrow("No matching signature found");
});

test("the signature equals the reference library's byte for byte", () => {
	const secret = newWebhookSecret();
	const at = new Date("2027-05-15T12:30:30Z");
	const headers = signedHeaders(message(at.getTime() / 1000), [secret]);
	expect(headers["webhook-signature"]).toBe(new Webhook(secret).sign("evt_1", at, body));
});

test("a secret is 32 random bytes after its prefix", () => {
	const secrets = Array.from({ length: 100 }, newWebhookSecret);
	expect(new Set(secrets).size).toBe(100);
	for (const secret of secrets) {
		expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
		expect(Buffer.from(secret.slice(6), "base64")).toHaveLength(32);
	}
});
