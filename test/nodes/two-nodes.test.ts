import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { revokeClient } from "../../src/clients/policy/store.ts";
import { refresh, signIn, tokensOf } from "../support/credentials.ts";
import { verifiedBalance } from "../support/ledger.ts";
import { hammer, startTwoNodes, type TwoNodes } from "../support/nodes.ts";
import { announce, rotate } from "../support/operator.ts";
import { newBarcode } from "../support/products.ts";
import { postgresUrl } from "../support/schemas.ts";
import type { Answer, TestService } from "../support/service.ts";

/** Two services on one PostgreSQL under heavy load: what must be exact is exact across both. */

if (!postgresUrl) console.info("PostgreSQL is not installed: nothing is tested on two nodes");

describe.skipIf(!postgresUrl)("two nodes on one database", () => {
	let two: TwoNodes;
	let here: TestService;
	let there: TestService;
	beforeAll(async () => {
		two = await startTwoNodes();
		[here, there] = two.nodes;
	});
	afterAll(() => two.close());

	const statuses = (answers: readonly Answer[]) => {
		const counts: Record<number, number> = {};
		for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
		return counts;
	};

	test("charge exactly 200 of 1,000 HEAD requests, a hundred at a time, against 10.00 credits", async () => {
		const client = await here.client({ requestsPerMinute: 100_000 }, "10");
		const barcode = newBarcode();
		await here.product({ barcode });
		const token = await client.token();
		const answers = await hammer(two, 1000, (node) =>
			node.call(`/products/${barcode}`, { method: "HEAD", token }),
		);
		expect(statuses(answers)).toEqual({ 200: 200, 402: 800 });
		const ledger = await here.ledger(client);
		expect(ledger.filter(({ kind }) => kind === "charge")).toHaveLength(200);
		expect(verifiedBalance(ledger)).toBe(0);
		expect(await there.balance(client)).toBe(0);
		const { body } = await there.call("/account", { token });
		expect(body.usage).toMatchObject({ credits_spent_today: 10, requests_today: 1000 });
	});

	test("count a request answered by one node in the next response of the other", async () => {
		const client = await here.client({ requestsPerMinute: 1000 });
		const token = await client.token();
		for (let asked = 0; asked < 20; asked += 2) {
			await here.call("/balance", { token });
			const { body } = await there.call("/account", { token });
			expect(body.usage.requests_today).toBe(asked + 1);
		}
	});

	test("many clients charged by both nodes at once: every ledger adds up", async () => {
		const barcode = newBarcode();
		await here.product({ barcode });
		const clients = await Promise.all(
			Array.from({ length: 7 }, () => here.client({ requestsPerMinute: 1000 }, "1")),
		);
		await Promise.all(clients.map((client) => client.token()));
		const answers = await hammer(two, 400, (node, place) =>
			node.call(`/products/${barcode}`, { method: "HEAD", client: clients[place % 7]! }),
		);
		expect(statuses(answers)).toEqual({ 200: 140, 402: 260 });
		for (const client of clients) {
			expect(verifiedBalance(await there.ledger(client))).toBe(await here.balance(client));
		}
	});

	test("share a limit of 60 requests a minute, and count all rejected requests towards the day", async () => {
		const client = await here.client();
		const token = await client.token();
		const answers = await hammer(two, 150, (node) => node.call("/balance", { token }));
		expect(statuses(answers)).toEqual({ 200: 60, 429: 90 });
		const left = answers
			.filter(({ status }) => status === 200)
			.map(({ headers }) => headers.get("x-ratelimit-remaining-minute"));
		expect(new Set(left).size).toBe(60);
		two.clock.advance(60_000);
		const next = await there.call("/balance", { token });
		expect(next.headers.get("x-ratelimit-remaining-day")).toBe("9849");
	});

	test("one signed URL gives one 200, whichever node is asked", async () => {
		const client = await here.client();
		const barcode = newBarcode();
		await here.product({ barcode });
		await here.picture(barcode, "front");
		const redirect = await here.call(`/products/${barcode}/image?variant=front`, { client });
		const path = new URL(redirect.headers.get("location")!).pathname;
		const answers = await hammer(two, 40, (node) => node.call(node.origin + path));
		expect(statuses(answers)).toEqual({ 200: 1, 410: 39 });
	});

	test("answer one refresh token with a single 200, and its reuse invalidates the new one on both", async () => {
		const client = await here.client();
		const { refresh: token } = await tokensOf(here, client);
		const answers = await hammer(two, 30, (node) => refresh(node, token));
		expect(statuses(answers)).toEqual({ 200: 1, 401: 29 });
		const { body } = answers.find(({ status }) => status === 200)!;
		for (const node of two.nodes)
			expect((await refresh(node, body.refresh_token)).body.error).toBe("refresh_token_invalid");
	});

	test("leave no token valid after a refresh concurrent with a key rotation", async () => {
		for (let time = 0; time < 5; time++) {
			const client = await here.client();
			const { refresh: token } = await tokensOf(here, client);
			const { db, secrets } = there.installation;
			const [answer] = await Promise.all([
				refresh(here, token),
				rotate({ db, clock: two.clock, hashKeys: secrets.hashKeys }, client.clientId),
			]);
			const next = answer.body.refresh_token ?? token;
			expect((await refresh(there, next)).status).toBe(401);
		}
	});

	test("one idempotency key is charged once, and every other answer is its replay", async () => {
		const client = await here.client();
		const token = await client.token();
		const headers = { "idempotency-key": "one-key-for-both-nodes" };
		const answers = await hammer(two, 40, (node) =>
			node.call("/products/bulk-check", { token, headers, json: { barcodes: ["4011", "4012"] } }),
		);
		expect(statuses(answers)).toEqual({ 200: 40 });
		expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
		expect(answers.filter(({ headers }) => headers.get("idempotency-replayed"))).toHaveLength(39);
		expect((await here.ledger(client)).filter(({ kind }) => kind === "charge")).toHaveLength(1);
	});

	test("check only five of many parallel wrong keys, and both lock the client out", async () => {
		const client = await here.client();
		const wrong = "x".repeat(44);
		const answers = await hammer(two, 10, (node) => signIn(node, client, { apiKey: wrong }));
		expect(statuses(answers)).toEqual({ 401: 5, 429: 5 });
		two.clock.advance(60_000);
		for (const node of two.nodes) expect((await signIn(node, client)).status).toBe(429);
	});

	test("share a limit of ten sign-ins a minute for one client", async () => {
		const client = await here.client();
		const answers = await hammer(two, 25, (node) => signIn(node, client));
		expect(statuses(answers)).toEqual({ 200: 10, 429: 15 });
	});

	test("reject within 5 seconds what was revoked or rotated on the other node", async () => {
		const [revoked, rotated, single] = await Promise.all([here.client(), here.client(), here.client()]);
		const tokens = await Promise.all([revoked, rotated, single].map((client) => client.token()));
		for (const token of tokens) expect((await there.call("/balance", { token })).status).toBe(200);
		const { db, clock, secrets } = here.installation;
		await db.write(revokeClient, { clientId: revoked.clientId, nowMs: clock.now() });
		await rotate({ db, clock, hashKeys: secrets.hashKeys }, rotated.clientId);
		await here.call("/auth/revoke", { method: "POST", token: tokens[2] });
		two.clock.advance(5000);
		const answers = await Promise.all(tokens.map((token) => there.call("/balance", { token })));
		expect(answers.map(({ status }) => status)).toEqual([403, 401, 401]);
	});

	test("apply within 5 seconds the locks and announced prices set on the other node", async () => {
		const client = await here.client();
		const barcode = newBarcode();
		await here.product({ barcode, info: { brand: "Golden Sheaf" } });
		expect((await there.call(`/products/${barcode}?include=info`, { client })).status).toBe(200);
		await here.updateClient(client, { locks: ["info"] });
		const effectiveAtMs = two.clock.now() + 31 * 86_400_000;
		const order = { action: "products.head", units: 7, nowMs: two.clock.now(), immediately: false } as const;
		await announce(here.installation.db, { ...order, effectiveAtMs });
		two.clock.advance(5000);
		expect((await there.call(`/products/${barcode}?include=info`, { client })).status).toBe(403);
		const { body } = await there.call("/pricing");
		expect(body.upcoming).toHaveLength(1);
	});
});
