import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { revokeClient } from "../../src/clients/policy/store.ts";
import type { ErrorCode } from "../../src/errors.ts";
import { expectError } from "../support/answers.ts";
import { everyScope, newBarcode } from "../support/products.ts";
import { type Answer, startService, type TestClient, type TestService } from "../support/service.ts";

let packshot: TestService;
/** A product with metadata and a front picture. */
let known: string;
beforeAll(async () => {
	packshot = await startService({ settings: { PACKSHOT_TOKEN_REQUESTS_PER_MINUTE_PER_IP: "1000" } });
	known = newBarcode();
	await packshot.product(everyScope(known));
	await packshot.picture(known, "front");
});
afterAll(() => packshot.close());

const UNKNOWN = "99999999";

/** Clients that are each refused for one reason. */
const faults = {
	none: async () => packshot.client(),
	"without credits": async () => packshot.client({}, "0"),
	revoked: async () => {
		const client = await packshot.client();
		await client.token();
		const { clientId } = client;
		await packshot.installation.db.write(revokeClient, { clientId, nowMs: packshot.clock.now() });
		packshot.clock.advance(5000);
		return client;
	},
	"expired since": async () => {
		const client = await packshot.client({ expiresAtMs: packshot.clock.now() + 1 });
		await client.token();
		packshot.clock.advance(1);
		return client;
	},
	"with a stale token": async () => {
		const client = await packshot.client();
		await client.token();
		packshot.clock.advance(3_600_000);
		return client;
	},
	"at another address": () => elsewhere(),
	"over its limit": async () => {
		const client = await packshot.client({ requestsPerMinute: 1 });
		await packshot.call("/balance", { client });
		return client;
	},
	"with another brand": async () => packshot.client({ brands: ["Other"] }),
	"with another prefix": async () => packshot.client({ barcodePrefixes: ["77"] }),
	locked: async () => packshot.client({ locks: ["info", "images"] }),
} satisfies Record<string, () => Promise<TestClient>>;

/** Signed in before the allowlist was set, because the allowlist applies to signing in as well. */
async function elsewhere(): Promise<TestClient> {
	const client = await packshot.client();
	await client.token();
	await packshot.updateClient(client, { allowlist: ["192.0.2.0/24"] });
	packshot.clock.advance(5000);
	return client;
}

type Fault = keyof typeof faults;
const get = "GET";
const head = "HEAD";

/** Every refusal of the three endpoints that charge per product. */
const refusals: readonly [code: ErrorCode, method: string, path: () => string, fault: Fault][] = [
	["invalid_barcode", get, () => "/products/12x", "none"],
	["invalid_barcode", head, () => "/products/123456789012345", "none"],
	["invalid_barcode", get, () => "/products/12x/image?variant=front", "none"],
	["bad_request", get, () => `/products/${known}?include=`, "none"],
	["bad_request", get, () => `/products/${known}?variants=side`, "none"],
	["bad_request", get, () => `/products/${known}/image`, "none"],
	["bad_request", get, () => `/products/${known}/image?variant=side`, "none"],
	["bad_request", get, () => `/products/${known}/image?variant=front&variant=back`, "none"],
	["bad_request", get, () => `/products/${known}/image?variant=`, "none"],
	["unauthenticated", get, () => `/products/${known}`, "with a stale token"],
	["unauthenticated", head, () => `/products/${known}`, "with a stale token"],
	["insufficient_credits", get, () => `/products/${known}`, "without credits"],
	["insufficient_credits", head, () => `/products/${known}`, "without credits"],
	["insufficient_credits", get, () => `/products/${known}/image?variant=front`, "without credits"],
	["client_disabled", get, () => `/products/${known}`, "revoked"],
	["client_disabled", head, () => `/products/${known}`, "expired since"],
	["client_ip_not_allowed", get, () => `/products/${known}`, "at another address"],
	["client_ip_not_allowed", get, () => `/products/${known}/image?variant=front`, "at another address"],
	["out_of_scope", get, () => `/products/${known}`, "with another brand"],
	["out_of_scope", head, () => `/products/${known}`, "with another prefix"],
	["out_of_scope", get, () => `/products/${known}/image?variant=front`, "with another brand"],
	["scope_forbidden", get, () => `/products/${known}`, "locked"],
	["scope_forbidden", get, () => `/products/${known}/image?variant=front`, "locked"],
	["not_found", get, () => `/products/${UNKNOWN}`, "none"],
	["not_found", head, () => `/products/${UNKNOWN}`, "none"],
	["not_found", get, () => `/products/${UNKNOWN}/image?variant=front`, "none"],
	["not_found", get, () => `/products/${known}/picture`, "none"],
	["variant_not_available", get, () => `/products/${known}/image?variant=back`, "none"],
	["rate_limited", get, () => `/products/${known}`, "over its limit"],
	["rate_limited", head, () => `/products/${known}`, "over its limit"],
	["rate_limited", get, () => `/products/${known}/image?variant=front`, "over its limit"],
];

test.each(refusals)(
	"%s on %s leaves balance and ledger untouched (%#)",
	async (code, method, path, fault) => {
		const client = await faults[fault]();
		const before = { balance: await packshot.balance(client), ledger: await packshot.ledger(client) };
		const answer = await packshot.call(path(), { client, method });
		expectRefusal(answer, code, method);
		expect(answer.headers.has("location")).toBe(false);
		expect({ balance: await packshot.balance(client), ledger: await packshot.ledger(client) }).toEqual(
			before,
		);
	},
);

function expectRefusal(answer: Answer, code: ErrorCode, method: string): void {
	if (method === head) {
		expect(answer.bytes).toHaveLength(0);
		expect(answer.headers.get("x-credits-debited")).toBe("0");
	} else expectError(answer, code, code === "scope_forbidden" ? { blocked_scopes: expect.any(Array) } : {});
}

describe("with two errors, the one that is checked first is reported", () => {
	/** In the order of SPEC D3: each row fails for its own reason, combined with every reason of later rows that can occur together. */
	const pairs: readonly [
		first: ErrorCode,
		second: string,
		path: () => string,
		client: () => Promise<TestClient>,
	][] = [
		["unauthenticated", "a disabled client", () => "/products/12x", staleAndRevoked],
		["client_disabled", "another address", () => `/products/${known}`, revokedElsewhere],
		["client_ip_not_allowed", "over the limit", () => `/products/${known}`, limitedElsewhere],
		["rate_limited", "a malformed barcode", () => "/products/12x", faults["over its limit"]],
		["rate_limited", "a bad parameter", () => `/products/${known}?include=`, faults["over its limit"]],
		["invalid_barcode", "outside the scope filter", () => "/products/12x", faults["with another prefix"]],
		["bad_request", "outside the filter", () => `/products/${known}?include=`, faults["with another prefix"]],
		["out_of_scope", "unknown", () => `/products/${UNKNOWN}`, faults["with another prefix"]],
		[
			"out_of_scope",
			"locked",
			() => `/products/${known}`,
			() => packshot.client({ brands: ["x"], locks: ["info"] }),
		],
		["not_found", "locked", () => `/products/${UNKNOWN}`, faults.locked],
		["variant_not_available", "locked", () => `/products/${known}/image?variant=back`, faults.locked],
		[
			"scope_forbidden",
			"no credits",
			() => `/products/${known}`,
			() => packshot.client({ locks: ["info"] }, "0"),
		],
		[
			"scope_forbidden",
			"no credits",
			() => `/products/${known}/image?variant=front`,
			() => packshot.client({ locks: ["images"] }, "0"),
		],
	];

	test.each(pairs)("%s before %s (%#)", async (first, _second, path, makeClient) => {
		const answer = await packshot.call(path(), { client: await makeClient() });
		expect(answer.body.error).toBe(first);
	});

	test("an unknown path before a missing token", async () => {
		expectError(await packshot.call("/product/12345678"), "not_found");
	});

	async function staleAndRevoked(): Promise<TestClient> {
		const client = await faults.revoked();
		packshot.clock.advance(3_600_000);
		return client;
	}
	async function revokedElsewhere(): Promise<TestClient> {
		const client = await elsewhere();
		const { clientId } = client;
		await packshot.installation.db.write(revokeClient, { clientId, nowMs: packshot.clock.now() });
		packshot.clock.advance(5000);
		return client;
	}
	async function limitedElsewhere(): Promise<TestClient> {
		const client = await packshot.client({ requestsPerDay: 1 });
		await packshot.call("/balance", { client });
		await packshot.updateClient(client, { allowlist: ["192.0.2.0/24"] });
		packshot.clock.advance(5000);
		return client;
	}
});
