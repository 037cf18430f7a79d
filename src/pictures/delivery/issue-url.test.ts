import { randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import type { Client } from "../../clients/policy/client.ts";
import { defaultPolicy } from "../../clients/policy/service.ts";
import type { KeyPair } from "../../platform/secrets.ts";
import { createUrlIssuer } from "./issue-url.ts";
import { readSignedUrl } from "./signed-url.ts";

const urlKeys: KeyPair = [randomBytes(32), randomBytes(32)];
const request = { arrivedAtMs: 1_000_000, clientAddress: "192.0.2.1" } as FastifyRequest;
const issue = createUrlIssuer({ urlKeys, base: () => "https://images.example.com", ttlSeconds: 900 });

function issued(policy: Partial<Client> = {}) {
	const client = { ...defaultPolicy, clientId: "ps_client_a", ...policy } as Client;
	const url = issue(request, client, { barcode: "4011", variant: "back", sizePx: 500 });
	const [, token = ""] = url.split("https://images.example.com/api/v1/image/");
	return readSignedUrl(token, urlKeys);
}

test("a URL grants one picture to one client at the caller's address, for 15 minutes", () => {
	expect(issued()).toEqual({
		urlId: expect.stringMatching(/^[0-9A-Z]{26}$/),
		expiresAtMs: 1_000_000 + 900_000,
		clientId: "ps_client_a",
		barcode: "4011",
		variant: "back",
		address: "192.0.2.1",
		multiUse: false,
		sizePx: 500,
	});
});

test("every URL has an id of its own", () => {
	expect(issued()?.urlId).not.toBe(issued()?.urlId);
});

test("a client's own URL lifetime takes precedence", () => {
	expect(issued({ urlTtlSeconds: 60 })?.expiresAtMs).toBe(1_060_000);
});

test("only an enterprise client's URL can be used more than once", () => {
	expect(issued({ multiUseUrls: true, tier: "enterprise" })?.multiUse).toBe(true);
	expect(issued({ multiUseUrls: true, tier: "standard" })?.multiUse).toBe(false);
	expect(issued({ tier: "enterprise" })?.multiUse).toBe(false);
});
