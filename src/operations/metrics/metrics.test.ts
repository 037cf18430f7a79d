import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../../../test/support/free-port.ts";
import { createRequestCounts } from "../../api/request-counts.ts";
import { readFeedAge } from "../../catalogue/changes/feed-state.ts";
import { applyMetadata } from "../../catalogue/writing/apply-metadata.ts";
import { defaultPolicy, issueClient } from "../../clients/policy/service.ts";
import { loadConfig } from "../../config.ts";
import { recordImport } from "../../imports/progress-state.ts";
import { collectMetrics } from "../../metrics.ts";
import { type RunningServer, startServer } from "../../server.ts";

const TOKEN = "a token for prometheus";
const deployed = (name: string) =>
	readFileSync(fileURLToPath(new URL(`../../../docs/deploy/${name}`, import.meta.url)), "utf8");

let folder: string;
let server: RunningServer;
let metricsUrl: string;
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), "packshot-metrics-"));
	const port = await freePort();
	metricsUrl = `http://127.0.0.1:${port}/metrics`;
	const settings = {
		PACKSHOT_DATA: folder,
		PACKSHOT_PORT: "0",
		PACKSHOT_LOG_LEVEL: "silent",
		PACKSHOT_LAG_MILLISECONDS: "60000",
		PACKSHOT_CONNECTIONS_PER_IP: "50",
	};
	server = await startServer(
		loadConfig({ ...settings, PACKSHOT_METRICS_PORT: String(port), PACKSHOT_METRICS_TOKEN: TOKEN }),
	);
});
afterAll(async () => {
	await server.stop();
	rmSync(folder, { recursive: true });
});

async function scrape(): Promise<string> {
	const response = await fetch(metricsUrl, { headers: { authorization: `bearer ${TOKEN}` } });
	expect(response.status).toBe(200);
	expect(response.headers.get("content-type")).toMatch(/^text\/plain; version=0\.0\.4/);
	return response.text();
}

test("counts connections closed because there are too many", async () => {
	const port = Number(new URL(server.url).port);
	const callers = Array.from({ length: 52 }, () =>
		connect({ port, host: "127.0.0.1", localAddress: "127.0.0.9" }).on("error", () => undefined),
	);
	await expect.poll(async () => shownValue(await scrape(), "packshot_connections_refused_total")).toBe(2);
	for (const caller of callers) caller.destroy();
});

test("what needs no database is shown without one, and without a data folder", async () => {
	const { db, ...installation } = server.installation;
	const read = {
		selectFrom() {
			throw new Error("the database is gone");
		},
	} as unknown as typeof db.read;
	const registry = await collectMetrics({
		...installation,
		db: { ...db, read, scan: read },
		requests: createRequestCounts(),
		changeDays: 1,
		dataFolder: join(folder, "nowhere"),
	});
	const text = await registry.metrics();
	expect(text).toContain("packshot_info{");
	expect(text).not.toMatch(/^packshot_(disk|backup|mails)_/m);
});

test("counts requests refused before routing by status and cause", async () => {
	const port = Number(new URL(server.url).port);
	const refused = async (head: string) => {
		const caller = connect({ port, host: "127.0.0.1" });
		caller.end(head);
		for await (const _chunk of caller);
	};
	await refused("GET / HTTP/1.1\r\nno colon\r\n\r\n");
	await refused(`GET / HTTP/1.1\r\nhost: a\r\nx: ${"x".repeat(20_000)}\r\n\r\n`);
	await refused("CONNECT a:443 HTTP/1.1\r\nhost: a\r\n\r\n");
	const text = await scrape();
	const refusals = (status: number, cause: string) =>
		shownValue(text, `packshot_refusals_total{status="${status}",cause="${cause}"}`);
	expect([refusals(400, "malformed"), refusals(431, "headers_too_large"), refusals(404, "connect")]).toEqual([
		1, 1, 1,
	]);
});

/** The value of a metric; 0 if there is none yet. */
function shownValue(text: string, line: string): number {
	const found = text.split("\n").find((each) => each.startsWith(`${line} `));
	return found ? Number(found.slice(line.length + 1)) : 0;
}

/** A client with credits for one read. */
async function poorClient() {
	const { db, clock, secrets } = server.installation;
	const policy = { ...defaultPolicy, name: "Poor", requestsPerMinute: 3 };
	const issued = await issueClient({ db, clock, hashKeys: secrets.hashKeys }, policy, 1000);
	const response = await fetch(`${server.url}/api/v1/auth/token`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ client_id: issued.clientId, api_key: issued.apiKey }),
	});
	const { access_token } = (await response.json()) as { access_token: string };
	return access_token;
}

test("reads, refusals, charges and commits are counted", async () => {
	const { db } = server.installation;
	const changes = [{ barcode: "4011", info: { brand: "Golden Sheaf" } }];
	await db.write(applyMetadata, { changes, existingOnly: false });
	const authorization = `Bearer ${await poorClient()}`;
	const statuses: number[] = [];
	for (let call = 0; call < 4; call++) {
		const url = `${server.url}/api/v1/products/4011?include=info`;
		statuses.push((await fetch(url, { headers: { authorization } })).status);
	}
	expect(statuses).toEqual([200, 402, 402, 429]);
	await fetch(`${server.url}/api/v1/nowhere`);
	// Threads start with their first query.
	await db.scan.selectFrom("product").select("barcode").execute();

	const text = await scrape();
	const route = 'method="GET",route="/api/v1/products/:barcode"';
	const answers = (status: number) =>
		shownValue(text, `packshot_requests_total{${route},status="${status}"}`);
	expect([answers(200), answers(402), answers(429)]).toEqual([1, 2, 1]);
	expect(shownValue(text, "packshot_debits_total")).toBe(1);
	expect(shownValue(text, "packshot_debited_credits_total")).toBe(0.1);
	expect(shownValue(text, `packshot_request_seconds_bucket{le="+Inf",${route}}`)).toBe(4);
	expect(shownValue(text, `packshot_request_seconds_count{${route}}`)).toBe(4);
	expect(shownValue(text, "packshot_commit_batch_writes_sum")).toBeGreaterThan(4);
	expect(shownValue(text, 'packshot_database_pool_open{pool="scan"}')).toBeGreaterThan(0);
	expect(shownValue(text, "packshot_requests_in_flight")).toBe(0);
});

test("an import shows its progress, until it stops reporting", async () => {
	const { db, clock } = server.installation;
	const state = { lines: 12, pictures: 3, refused: 1, running: true };
	await db.write(recordImport, { ...state, atMs: clock.now() });
	const running = await scrape();
	expect(shownValue(running, "packshot_import_lines")).toBe(12);
	expect(shownValue(running, "packshot_import_running")).toBe(1);
	await db.write(recordImport, { ...state, atMs: clock.now() - 60_000 });
	expect(shownValue(await scrape(), "packshot_import_running")).toBe(0);
});

describe("metrics cannot be read", () => {
	test.each([undefined, "Bearer", "Bearer another token for it", `bearer ${TOKEN}x`])(
		"without the token: %s",
		async (authorization) => {
			const response = await fetch(metricsUrl, authorization ? { headers: { authorization } } : {});
			expect([response.status, await response.text()]).toEqual([401, "a token is needed\n"]);
		},
	);

	test("through the API", async () => {
		expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
		expect((await fetch(metricsUrl.replace("/metrics", "/api/v1/health"))).status).toBe(401);
	});
});

test("no label contains a client id, an IP address, a request id or a token", async () => {
	const [access, inPath] = [await poorClient(), "a-token-in-a-path"];
	const headers = { authorization: `Bearer ${access}` };
	for (const path of ["balance", `image/${inPath}`, inPath]) {
		await (await fetch(`${server.url}/api/v1/${path}?token=${inPath}`, { headers })).text();
	}
	const text = await scrape();
	expect(text).toContain('route="/api/v1/balance"');
	expect(text).not.toMatch(/ps_client_|127\.0\.0\.\d|req_/);
	for (const token of [access, inPath, TOKEN]) expect(text).not.toContain(token);
});

describe.each(["grafana-dashboard.json", "prometheus-rules.yml"])("%s", (name) => {
	test("queries only metrics that exist", async () => {
		const text = await scrape();
		const there = new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, metric]) => metric));
		const asked = new Set(
			[...deployed(name).matchAll(/\b(?:packshot|nodejs|process)_[a-z0-9_]+/g)].map(([metric]) => metric),
		);
		const missing = [...asked].filter(
			(metric) => !there.has(metric) && !there.has(metric.replace(/_(bucket|sum|count)$/, "")),
		);
		expect(asked.size).toBeGreaterThan(3);
		expect(missing).toEqual([]);
	});
});

test("the change feed reports its position, how many changes are kept, and how overdue they are", async () => {
	const before = await scrape();
	const position = Number(/^packshot_change_position (\d+)$/m.exec(before)?.[1]);
	const changes = [
		{ barcode: "7001", info: {} },
		{ barcode: "7002", info: {} },
	];
	const { db } = server.installation;
	await db.write(applyMetadata, { changes, existingOnly: false });
	const text = await scrape();
	expect(text).toMatch(new RegExp(`^packshot_change_position ${position + 2}$`, "m"));
	expect(text).toMatch(new RegExp(`^packshot_changes_kept ${position + 2}$`, "m"));
	expect(text).toMatch(/^packshot_changes_overdue_seconds 0$/m);
	expect(text).toMatch(/^packshot_changes_held 0$/m);
	const stale = Date.now() - 100 * 86_400_000;
	const age = await readFeedAge(db.read, Date.now() + 100 * 86_400_000, 90 * 86_400_000);
	expect(age.overdueSeconds).toBeGreaterThan(9 * 86_400);
	expect((await readFeedAge(db.read, stale, 90 * 86_400_000)).overdueSeconds).toBe(0);
});
