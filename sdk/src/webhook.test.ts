import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { verifyWebhook, WebhookRefused } from "./webhook.ts";

const SECRET = `whsec_${Buffer.from("0123456789abcdef0123456789abcdef").toString("base64")}`;
const OTHER = `whsec_${Buffer.from("another secret of thirty-two byt").toString("base64")}`;
const SENT_AT = new Date(Date.UTC(2027, 4, 15, 12));
const nowMs = SENT_AT.getTime();
const ID = "msg_01JV9Y3Q6ZP0W8M4N2K7T5R1XS";
const BODY = JSON.stringify({
	type: "products.changed",
	timestamp: "2027-05-15T12:00:00.000Z",
	data: { cursor: "c1", next_cursor: "c2" },
});

/** Headers as the reference implementation writes them. */
function headersFor(body = BODY, secret = SECRET, at = SENT_AT) {
	return {
		"webhook-id": ID,
		"webhook-timestamp": String(at.getTime() / 1000),
		"webhook-signature": new Webhook(secret).sign(ID, at, body),
	};
}

const refused = (promise: Promise<unknown>) => expect(promise).rejects.toBeInstanceOf(WebhookRefused);

describe("a webhook message signed by the reference implementation", () => {
	test("is verified, in whatever form its body and headers are passed", async () => {
		const headers = headersFor();
		const event = JSON.parse(BODY);
		expect(await verifyWebhook(BODY, headers, SECRET, { nowMs })).toEqual(event);
		expect(await verifyWebhook(Buffer.from(BODY), new Headers(headers), SECRET, { nowMs })).toEqual(event);
		const capitals = Object.fromEntries(
			Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]),
		);
		expect(await verifyWebhook(BODY, capitals, SECRET, { nowMs })).toEqual(event);
	});

	test("can be narrowed by its type", async () => {
		const low = { client_id: "ps_client_1", credit_balance: 4.2, low_balance_credits: 5 };
		const body = JSON.stringify({ type: "balance.low", timestamp: SENT_AT.toISOString(), data: low });
		const event = await verifyWebhook(body, headersFor(body), SECRET, { nowMs });
		expect(event.type === "balance.low" && event.data.credit_balance).toBe(4.2);
	});

	test("is refused when any part of it was altered", async () => {
		const headers = headersFor();
		await refused(verifyWebhook(`${BODY} `, headers, SECRET, { nowMs }));
		await refused(verifyWebhook(BODY, { ...headers, "webhook-id": "msg_x" }, SECRET, { nowMs }));
		const later = String(nowMs / 1000 + 1);
		await refused(verifyWebhook(BODY, { ...headers, "webhook-timestamp": later }, SECRET, { nowMs }));
		await refused(verifyWebhook(BODY, headers, OTHER, { nowMs }));
	});

	test("is verified by one of several signatures, and the others are ignored", async () => {
		const [right, wrong] = [headersFor(), headersFor(BODY, OTHER)];
		const signature = `v1a,unknown ${wrong["webhook-signature"]} v1,%%% ${right["webhook-signature"]}`;
		const both = { ...right, "webhook-signature": signature };
		for (const secret of [SECRET, OTHER]) {
			expect(await verifyWebhook(BODY, both, secret, { nowMs })).toMatchObject({ type: "products.changed" });
		}
		const older = { ...right, "webhook-signature": right["webhook-signature"].replace("v1,", "v0,") };
		await refused(verifyWebhook(BODY, older, SECRET, { nowMs }));
	});

	test("is refused more than five minutes before or after it was sent, or with an invalid timestamp", async () => {
		for (const seconds of [-300, 300]) {
			const late = { nowMs: nowMs + seconds * 1000 };
			expect(await verifyWebhook(BODY, headersFor(), SECRET, late)).toBeDefined();
		}
		for (const seconds of [-301, 301])
			await refused(verifyWebhook(BODY, headersFor(), SECRET, { nowMs: nowMs + seconds * 1000 }));
		for (const timestamp of ["", "soon", "1e9", "-1"])
			await refused(
				verifyWebhook(BODY, { ...headersFor(), "webhook-timestamp": timestamp }, SECRET, { nowMs }),
			);
	});

	test.each(["webhook-id", "webhook-timestamp", "webhook-signature"])(
		"is refused when %s is missing or given twice",
		async (name) => {
			const headers: Record<string, string> = headersFor();
			const { [name]: value = "", ...rest } = headers;
			await refused(verifyWebhook(BODY, rest, SECRET, { nowMs }));
			await refused(verifyWebhook(BODY, { ...rest, [name]: [value, value] }, SECRET, { nowMs }));
		},
	);
});

test("a secret is taken with or without its prefix, and with white space around it", async () => {
	for (const secret of [SECRET, SECRET.slice(6), ` ${SECRET}\n`])
		expect(await verifyWebhook(BODY, headersFor(), secret, { nowMs })).toEqual(JSON.parse(BODY));
});

test("a body is taken as text or as any view of bytes", async () => {
	const bytes = new TextEncoder().encode(`--${BODY}`);
	const views = [
		bytes.slice(2).buffer,
		bytes.subarray(2),
		new DataView(bytes.buffer, 2) as unknown as Uint8Array,
	];
	for (const body of views)
		expect(await verifyWebhook(body, headersFor(), SECRET, { nowMs })).toEqual(JSON.parse(BODY));
});

describe("WebhookRefused is all that is thrown", () => {
	const anything: readonly unknown[] = [
		undefined,
		null,
		"",
		0,
		7n,
		true,
		{},
		[],
		[1, 2],
		Symbol("x"),
		() => "",
		new Map(),
	];

	test.each(["", "null", "7", '"text"', "[]", "{}", '{"type": 7}', "{", "<html>", "\ufeff", "\u0000"])(
		"for the signed body %j",
		async (body) => {
			await refused(verifyWebhook(body, headersFor(body), SECRET, { nowMs }));
			await refused(verifyWebhook(Buffer.from(body), headersFor(body), SECRET, { nowMs }));
		},
	);

	test("for bodies, headers, secrets and options of any other type", async () => {
		const call = verifyWebhook as (...given: unknown[]) => Promise<unknown>;
		const headers = headersFor();
		for (const odd of anything) {
			await refused(call(odd, headers, SECRET, { nowMs }));
			await refused(call(BODY, odd, SECRET, { nowMs }));
			await refused(call(BODY, headers, odd, { nowMs }));
			await refused(call(BODY, { ...headers, "webhook-id": odd }, SECRET, { nowMs }));
			await refused(call(BODY, { get: () => odd }, SECRET, { nowMs }));
			await refused(call(BODY, headers, SECRET, { nowMs: Number.NaN }));
		}
		await refused(call(BODY, headers, SECRET, null));
		await refused(call());
		const failing = () => {
			throw new TypeError("closed");
		};
		await refused(call(BODY, { get: failing }, SECRET, { nowMs }));
	});

	test.each(["whsec_", "whsec_%%%", "%%%", "  "])("for the secret %j", async (secret) => {
		await refused(verifyWebhook(BODY, headersFor(), secret, { nowMs }));
	});
});
