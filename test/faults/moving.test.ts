import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type BuiltServer, MAIN, startBuiltServer } from "../support/built-server.ts";
import { testClock } from "../support/clock.ts";
import { type PostgresServer, postgresPrograms, startPostgres } from "../support/postgres-server.ts";
import { type S3Server, startS3 } from "../support/s3.ts";
import { startService, type TestClient } from "../support/service.ts";
import { repetitions } from "../support/thoroughness.ts";

/** The built `packshot move`: from a file and a folder to PostgreSQL and S3 and back, under load, with kills on the way. */

const programs = postgresPrograms();
if (!programs) console.info("PostgreSQL is not installed: nothing is moved");
const PRODUCTS = 10_000;
const PICTURES = 40;
const CALLERS = 4;
/** When the command is killed, in milliseconds after its start. */
const KILLS_MS = [1500, 3000, 900, 2200, 4000].slice(0, repetitions({ gate: 2, long: 5 }));
const AWS = { AWS_ACCESS_KEY_ID: "S3RVER", AWS_SECRET_ACCESS_KEY: "S3RVER" };

describe.skipIf(!programs)("moving an installation under load", () => {
	const folder = mkdtempSync(join(tmpdir(), "packshot-moving-"));
	const settingsFile = join(folder, "moved.env");
	let postgres: PostgresServer;
	let s3: S3Server;
	let client: TestClient;
	let home: Record<string, string>;
	let away: string[];
	let server: BuiltServer | undefined;
	beforeAll(async () => {
		[postgres, s3] = await Promise.all([startPostgres(programs as string), startS3()]);
		home = { PACKSHOT_DATA: folder, PACKSHOT_LOG_LEVEL: "silent", ...AWS };
		client = await fill(folder);
		const place = s3.location("moved");
		const query = new URLSearchParams({ endpoint: place.endpoint ?? "", region: place.region });
		away = ["--to", postgres.url, "--blobs", `s3://${place.bucket}/${place.prefix}?${query}`];
	});
	afterAll(async () => {
		server?.process.kill("SIGKILL");
		await postgres.remove();
		await s3.close();
		rmSync(folder, { recursive: true, force: true });
	});

	test("to PostgreSQL and S3, killed midway, loses nothing acknowledged, and what was used stays used", async () => {
		server = await startBuiltServer(home);
		const tokens = await signIn(server, client);
		const [used, unused] = [
			await imageUrl(server, tokens.access_token),
			await imageUrl(server, tokens.access_token),
		];
		const picture = await bytesOf(used);
		const spent = await refresh(server, tokens.refresh_token);
		const before = await chargedRequests(client, home);
		const load = callers(() => server as BuiltServer, tokens.access_token);

		const command = ["move", ...away, "--settings-file", settingsFile, "--json"];
		for (const afterMs of KILLS_MS) await runKilled(command, home, afterMs);
		const moved = await run(command, home);
		expect(moved.stderr).not.toMatch(/postgres:\/\/|S3RVER/);
		const report = JSON.parse(moved.stdout);
		expect(report.tables.find(({ table }: { table: string }) => table === "product").rows).toBe(PRODUCTS);
		expect(moved.stdout).not.toContain(readFileSync(join(folder, "secret"), "utf8").trim());
		expect(statSync(settingsFile).mode & 0o777).toBe(0o600);
		console.info(
			`there: ${load.paid.length} calls paid, callers waited ${report.maintenance_ms} ms for the command`,
		);

		server = await replaced(server, { ...home, ...settingsIn(settingsFile) });
		await sleep(1500);
		await load.stop();
		expect(load.wrong).toEqual([]);
		const doctor = await run(["doctor", "--read", "--json"], { ...home, ...settingsIn(settingsFile) });
		expect(JSON.parse(doctor.stdout).healthy).toBe(true);
		const charged = await chargedRequests(client, { ...home, ...settingsIn(settingsFile) });
		expect(charged.sort()).toEqual([...before, ...load.paid].sort());

		expect((await fetch(at(server, used))).status).toBe(410);
		expect(await bytesOf(at(server, unused))).toEqual(picture);
		expect((await refreshAnswer(server, tokens.refresh_token)).status).toBe(401);
		expect((await signInAgain(server, spent)).status).toBe(401);
		const again = await run(["move", ...away, "--json"], home);
		expect(JSON.parse(again.stdout).done_before).toBe(true);
	});

	test("back into its original folder, killed midway, loses no paid call and charges nothing twice", async () => {
		const there = { ...home, ...settingsIn(settingsFile) };
		const tokens = await signIn(server as BuiltServer, client);
		const load = callers(() => server as BuiltServer, tokens.access_token);
		const command = ["move", "--to", "sqlite", "--blobs", "folder", "--full-check", "--json"];
		for (const afterMs of [1200, 2500]) await runKilled(command, there, afterMs);
		const report = JSON.parse((await run(command, there)).stdout);
		expect(report.tables.every(({ sha256 }: { sha256?: string }) => sha256?.length === 64)).toBe(true);
		console.info(
			`back: ${load.paid.length} calls paid, callers waited ${report.maintenance_ms} ms for the command`,
		);

		server = await replaced(server as BuiltServer, home);
		await sleep(1500);
		await load.stop();
		expect(load.wrong).toEqual([]);
		const doctor = await run(["doctor", "--read", "--json"], home);
		expect(JSON.parse(doctor.stdout).healthy).toBe(true);
		const charged = await chargedRequests(client, home);
		expect(load.paid.filter((id) => !charged.includes(id))).toEqual([]);
		expect(new Set(charged).size).toBe(charged.length);
		expect((await refreshAnswer(server, tokens.refresh_token)).status).toBe(200);
	});
});

async function fill(folder: string): Promise<TestClient> {
	// Always on SQLite, even if other tests run on PostgreSQL: this installation moves there.
	const settings = { PACKSHOT_DATABASE_URL: "", PACKSHOT_SECRET: "" };
	const packshot = await startService({ folder, settings, clock: testClock(Date.now()) });
	const barcodes = Array.from({ length: PRODUCTS }, (_, place) => String(4_000_000_000_000 + place));
	for (let start = 0; start < PRODUCTS; start += 200) {
		const part = barcodes.slice(start, start + 200);
		await packshot.product(
			...part.map((barcode) => ({ barcode, info: { brand: "Own", product_name: "x".repeat(500) } })),
		);
	}
	for (const barcode of barcodes.slice(0, PICTURES)) await packshot.picture(barcode, "front");
	const client = await packshot.client(
		{ requestsPerMinute: 1_000_000, requestsPerDay: 10_000_000 },
		"100000",
	);
	await packshot.close();
	return client;
}

interface Ran {
	readonly stdout: string;
	readonly stderr: string;
}

/** Runs the command to completion. @throws if it fails. */
async function run(command: readonly string[], environment: Record<string, string>): Promise<Ran> {
	const { child, said } = start(command, environment);
	const [code] = (await once(child, "close")) as [number | null];
	if (code !== 0) throw new Error(`${command[0]} ended with ${code}: ${said.stderr}${said.stdout}`);
	return said;
}

async function runKilled(command: readonly string[], environment: Record<string, string>, afterMs: number) {
	const { child } = start(command, environment);
	const gone = once(child, "close");
	await sleep(afterMs);
	child.kill("SIGKILL");
	await gone;
}

function start(
	command: readonly string[],
	environment: Record<string, string>,
): { child: ChildProcess; said: Ran } {
	const child = spawn(process.execPath, [MAIN, ...command], {
		env: { PATH: process.env.PATH, ...environment },
		stdio: ["ignore", "pipe", "pipe"],
	});
	const said = { stdout: "", stderr: "" };
	child.stdout.on("data", (part) => {
		said.stdout += part;
	});
	child.stderr.on("data", (part) => {
		said.stderr += part;
	});
	return { child, said };
}

/** Settings in shell syntax. */
function settingsIn(file: string): Record<string, string> {
	const lines = readFileSync(file, "utf8").trim().split("\n");
	return Object.fromEntries(lines.map((line) => /^(\w+)='(.*)'$/.exec(line)?.slice(1) ?? []));
}

async function replaced(before: BuiltServer, environment: Record<string, string>): Promise<BuiltServer> {
	const gone = once(before.process, "exit");
	before.process.kill("SIGTERM");
	await gone;
	return startBuiltServer(environment);
}

/** Callers that check barcodes, repeating each check under one key until it is paid; told to wait, they retry. */
function callers(server: () => BuiltServer, token: string) {
	const paid: string[] = [];
	const wrong: number[] = [];
	let stopped = false;
	async function untilPaid(): Promise<void> {
		const headers = {
			authorization: `Bearer ${token}`,
			"content-type": "application/json",
			"idempotency-key": randomUUID(),
		};
		const body = JSON.stringify({ barcodes: ["4000000000001"] });
		for (;;) {
			const answer = await fetch(`${server().url}/products/bulk-check`, {
				method: "POST",
				headers,
				body,
			}).then(
				async (response) => ({ status: response.status, body: (await response.json()) as Paid }),
				() => undefined,
			);
			if (answer?.status === 200) return void paid.push(answer.body.meta.request_id);
			if (answer && answer.status !== 503) return void wrong.push(answer.status);
			await sleep(50);
		}
	}
	const calling = Array.from({ length: CALLERS }, async () => {
		// Pauses keep the callers from taking the CPU from the command that they run against.
		for (; !stopped; await sleep(10)) await untilPaid();
	});
	return {
		paid,
		wrong,
		async stop() {
			stopped = true;
			await Promise.all(calling);
		},
	};
}

interface Paid {
	readonly meta: { readonly request_id: string };
}

interface Tokens {
	readonly access_token: string;
	readonly refresh_token: string;
}

async function post(server: BuiltServer, path: string, body: unknown): Promise<Response> {
	const headers = { "content-type": "application/json" };
	return fetch(server.url + path, { method: "POST", headers, body: JSON.stringify(body) });
}

async function signIn(server: BuiltServer, { clientId, apiKey }: TestClient): Promise<Tokens> {
	return (
		await post(server, "/auth/token", { client_id: clientId, api_key: apiKey })
	).json() as Promise<Tokens>;
}

const refreshAnswer = (server: BuiltServer, token: string) =>
	post(server, "/auth/refresh", { refresh_token: token });

async function refresh(server: BuiltServer, token: string): Promise<Tokens> {
	return (await refreshAnswer(server, token)).json() as Promise<Tokens>;
}

/** Reusing a consumed refresh token revokes the whole family. */
const signInAgain = (server: BuiltServer, { refresh_token }: Tokens) => refreshAnswer(server, refresh_token);

async function imageUrl(server: BuiltServer, token: string): Promise<string> {
	const answer = await fetch(`${server.url}/products/4000000000000/image?variant=front`, {
		headers: { authorization: `Bearer ${token}` },
		redirect: "manual",
	});
	return answer.headers.get("location") ?? "";
}

/** The same URL on another server. */
function at(server: BuiltServer, url: string): string {
	const { pathname, search } = new URL(url);
	return new URL(server.url).origin + pathname + search;
}

async function bytesOf(url: string): Promise<string> {
	const answer = await fetch(url);
	expect(answer.status).toBe(200);
	return Buffer.from(await answer.arrayBuffer()).toString("base64");
}

async function chargedRequests(
	{ clientId }: TestClient,
	environment: Record<string, string>,
): Promise<string[]> {
	const { stdout } = await run(["credits", "ledger", clientId, "--json"], environment);
	const rows = JSON.parse(stdout) as { kind: string; request_id: string }[];
	return rows.filter(({ kind }) => kind === "charge").map((row) => row.request_id);
}
