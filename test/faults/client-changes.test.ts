import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BuiltServer, MAIN, startBuiltServer } from "../support/built-server.ts";
import { testClock } from "../support/clock.ts";
import { everyScope } from "../support/products.ts";
import { startService } from "../support/service.ts";

/** How a server learns of changes that the command line makes to a client in another process, in real time (SPEC D14). */

const LATEST_MS = 5000;
const POLL_MS = 100;
const BARCODE = "0725272730706";
/** Enough for one request every `POLL_MS`. */
const HIGH_LIMITS = ["--rpm", "100000", "--rpd", "100000"];
const ENTERPRISE = ["--tier", "enterprise"];

let folder: string;
let server: BuiltServer;
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), "packshot-changes-"));
	const service = await startService({ folder, clock: testClock(Date.now()) });
	await service.product(everyScope(BARCODE));
	await service.picture(BARCODE, "front");
	await service.close();
	server = await startBuiltServer({ PACKSHOT_DATA: folder, PACKSHOT_LOG_LEVEL: "silent" });
});
afterAll(async () => {
	const gone = once(server.process, "exit");
	server.process.kill("SIGTERM");
	await gone;
	rmSync(folder, { recursive: true, force: true });
});

interface Reader {
	get(path: string): Promise<Response>;
	refusal(path: string): Promise<string>;
	/** Follows a fresh signed URL. */
	picture(): Promise<{ url: string; response: Response }>;
}

/** An observable effect of a change, before and after. */
interface Change {
	readonly options: readonly string[];
	readonly look: (client: Reader) => Promise<string>;
	readonly before: string;
	readonly after: string;
	/** Options with which the client is created. */
	readonly from?: readonly string[];
}

const read = (client: Reader) => client.refusal(`/products/${BARCODE}`);
const header = (name: string) => async (client: Reader) =>
	String((await client.get("/balance")).headers.get(name));

const changes: Readonly<Record<string, Change>> = {
	"a locked scope": {
		options: ["--lock", "nutrition"],
		look: (client) => client.refusal(`/products/${BARCODE}?include=nutrition`),
		before: "200",
		after: "403 scope_forbidden",
	},
	"a locked field": {
		options: ["--lock", "info.brand"],
		look: async (client) => {
			const { meta } = await (await client.get(`/products/${BARCODE}?include=info`)).json();
			return String(meta.redacted_fields);
		},
		before: "undefined",
		after: "info.brand",
	},
	"a locked variant": {
		options: ["--lock", "images.front"],
		look: (client) => client.refusal(`/products/${BARCODE}/image?variant=front`),
		before: "302",
		after: "403 scope_forbidden",
	},
	"a removed lock": {
		from: ["--lock", "nutrition"],
		options: ["--no-lock"],
		look: (client) => client.refusal(`/products/${BARCODE}?include=nutrition`),
		before: "403 scope_forbidden",
		after: "200",
	},
	"a barcode filter": {
		options: ["--barcode-prefix", "1"],
		look: read,
		before: "200",
		after: "403 out_of_scope",
	},
	"a brand filter": {
		options: ["--brand", "Other"],
		look: read,
		before: "200",
		after: "403 out_of_scope",
	},
	"a department filter, in the listing": {
		options: ["--department", "Frozen"],
		look: async (client) => String((await (await client.get("/products")).json()).pagination.total),
		before: "1",
		after: "0",
	},
	"an allowlist": {
		options: ["--allow-ip", "203.0.113.0/24"],
		look: read,
		before: "200",
		after: "403 client_ip_not_allowed",
	},
	"a new tier": {
		options: ENTERPRISE,
		look: async (client) => (await (await client.get("/balance")).json()).tier,
		before: "standard",
		after: "enterprise",
	},
	"an expiry in the past": {
		options: ["--expires", "2026-01-01"],
		look: read,
		before: "200",
		after: "403 client_disabled",
	},
	"a shorter URL lifetime": {
		from: ["--url-ttl", "1000"],
		options: ["--url-ttl", "60"],
		look: async (client) => {
			const asked = Date.now();
			const { url } = await client.picture();
			const [payload = ""] = url.split("/").at(-1)?.split(".") ?? [];
			const [, expiresAtMs] = JSON.parse(Buffer.from(payload, "base64url").toString());
			return expiresAtMs - asked > 500_000 ? "long" : "a minute";
		},
		before: "long",
		after: "a minute",
	},
	"multi-use URLs": {
		from: ENTERPRISE,
		options: ["--multi-use-urls"],
		look: async (client) => String((await fetch((await client.picture()).url)).status),
		before: "410",
		after: "200",
	},
	"a waived watermark": {
		from: ENTERPRISE,
		options: ["--watermark", "waived"],
		look: async (client) => String((await client.picture()).response.headers.get("x-watermarked")),
		before: "1",
		after: "0",
	},
	"a per-minute limit": {
		options: ["--rpm", "777"],
		look: header("x-ratelimit-limit-minute"),
		before: "100000",
		after: "777",
	},
	"a per-day limit": {
		options: ["--rpd", "1"],
		look: (client) => client.refusal("/balance"),
		before: "200",
		after: "429 rate_limited",
	},
};

// Concurrently, each with its own client: nearly all of the time is spent waiting.
describe.concurrent("within 5 seconds a running server applies", () => {
	test.each(Object.entries(changes))("%s", async (_, change) => {
		const { clientId, asking } = await newClient(change.from ?? []);
		expect(await change.look(asking)).toBe(change.before);
		await packshot("client", "update", clientId, ...change.options);
		expect(await lastLook(change.look, asking, change.after)).toBe(change.after);
	});

	test("the revocation of a client", async () => {
		const { clientId, asking } = await newClient([]);
		expect(await read(asking)).toBe("200");
		await packshot("client", "revoke", clientId);
		expect(await lastLook(read, asking, "403 client_disabled")).toBe("403 client_disabled");
	});

	test("the rotation of a key", async () => {
		const { clientId, asking } = await newClient([]);
		expect(await read(asking)).toBe("200");
		await packshot("client", "rotate", clientId);
		expect(await lastLook(read, asking, "401 unauthenticated")).toBe("401 unauthenticated");
	});

	test("a grant of credits", async () => {
		const { clientId, asking } = await newClient([]);
		const look = header("x-credits-remaining");
		expect(await look(asking)).toBe("10");
		await packshot("credits", "grant", clientId, "5");
		expect(await lastLook(look, asking, "15")).toBe("15");
	});
});

/** Polls until the expected value is seen or the time is up. @returns the last value seen. */
async function lastLook(look: Change["look"], asking: Reader, expected: string): Promise<string> {
	const changedAtMs = performance.now();
	for (;;) {
		const askedAtMs = performance.now();
		const seen = await look(asking);
		if (seen === expected || askedAtMs - changedAtMs > LATEST_MS) return seen;
		await new Promise((resolve) => setTimeout(resolve, POLL_MS));
	}
}

async function newClient(options: readonly string[]): Promise<{ clientId: string; asking: Reader }> {
	const create = ["client", "create", "--name", "Changed", "--credits", "10"];
	const { client_id, api_key } = await packshot(...create, ...HIGH_LIMITS, ...options);
	const signedIn = await fetch(`${server.url}/auth/token`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ client_id, api_key }),
	});
	const { access_token } = (await signedIn.json()) as { access_token: string };
	return { clientId: String(client_id), asking: readerWith(access_token) };
}

function readerWith(token: string): Reader {
	const get = (path: string) =>
		fetch(server.url + path, { headers: { authorization: `Bearer ${token}` }, redirect: "manual" });
	return {
		get,
		async refusal(path) {
			const response = await get(path);
			const text = await response.text();
			return response.status < 400 ? String(response.status) : `${response.status} ${JSON.parse(text).error}`;
		},
		async picture() {
			const redirect = await get(`/products/${BARCODE}/image?variant=front`);
			const url = redirect.headers.get("location") ?? "";
			const response = await fetch(url);
			await response.arrayBuffer();
			return { url, response };
		},
	};
}

async function packshot(...args: readonly string[]): Promise<Record<string, unknown>> {
	const { stdout } = await promisify(execFile)(process.execPath, [MAIN, ...args, "--json"], {
		env: { ...process.env, PACKSHOT_DATA: folder },
	});
	return JSON.parse(stdout);
}
