import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { inject } from "vitest";
import { parseCredits } from "../../src/api/credits.ts";
import { apiDescription } from "../../src/api/openapi.ts";
import { buildApp } from "../../src/app.ts";
import { readBalance, readLedger } from "../../src/billing/balances/balance.ts";
import type { Variant } from "../../src/catalogue/fields/scopes.ts";
import { applyMetadata } from "../../src/catalogue/writing/apply-metadata.ts";
import type { MetadataChange } from "../../src/catalogue/writing/metadata-change.ts";
import type { ClientPolicy } from "../../src/clients/policy/client.ts";
import { defaultPolicy, issueClient } from "../../src/clients/policy/service.ts";
import { loadConfig } from "../../src/config.ts";
import { apiErrorCatalogue } from "../../src/errors.ts";
import { type Installation, openInstallation } from "../../src/installation.ts";
import type { Restoring } from "../../src/operations/backup/restoring.ts";
import { GLOBAL_MARK_SEED } from "../../src/pictures/delivery/mark-formats.ts";
import type { ImageOutcome } from "../../src/pictures/store/store.ts";
import { storePicture } from "../../src/pictures/store/store-picture.ts";
import { tryAgainIfTooLong } from "../../src/platform/db/write-in-parts.ts";
import { openApiDocument } from "../../src/platform/http/openapi.ts";
import type { OpenApiDocument } from "../../src/platform/http/openapi-document.ts";
import { initServiceState } from "../../src/platform/service-state.ts";
import { expanded } from "../../web/src/calls/expanded.ts";
import { ON_A_BUSY_MACHINE } from "./busy-machine.ts";
import { type TestClock, testClock } from "./clock.ts";
import { requireDescribed } from "./described.ts";
import { changePolicy } from "./operator.ts";
import { pastService } from "./past-service.ts";
import type { PictureOptions, TestPicture } from "./picture.ts";
import { apiRoutes } from "./routes.ts";
import { onPostgres, openMigrated } from "./schemas.ts";

export interface TestClient {
	readonly clientId: string;
	readonly apiKey: string;
	readonly policy: ClientPolicy;
	/** An access token; signs in once and keeps it. */
	token(): Promise<string>;
}

export interface Answer {
	readonly status: number;
	readonly headers: Headers;
	/** The JSON body; `undefined` when there is none. */
	// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of many shapes
	readonly body: any;
	readonly bytes: Uint8Array;
}

export interface CallOptions {
	readonly method?: string;
	readonly token?: string | undefined;
	readonly client?: TestClient;
	readonly json?: unknown;
	readonly body?: string | Uint8Array;
	readonly headers?: Record<string, string>;
}

export interface StoredPicture extends TestPicture {
	readonly outcome: ImageOutcome;
}

export interface TestService {
	/** `http://127.0.0.1:…` */
	readonly origin: string;
	readonly app: FastifyInstance;
	readonly installation: Installation;
	readonly clock: TestClock;
	readonly folder: string;
	/** The settings it was started with, for commands that run beside it. */
	readonly settings: Record<string, string>;
	/** Calls a path below `/api/v1`, or a whole URL. Redirects are not followed. */
	call(path: string, options?: CallOptions): Promise<Answer>;
	client(policy?: Partial<ClientPolicy>, credits?: string): Promise<TestClient>;
	updateClient(client: TestClient, policy: Partial<ClientPolicy>): Promise<void>;
	product(...changes: MetadataChange[]): Promise<void>;
	/** Gives a product a small real picture, as an import does, replacing any earlier one. */
	picture(barcode: string, variant: Variant, options?: PictureOptions): Promise<StoredPicture>;
	/** Opens the service's stores a second time, as another process would. */
	openAgain(): Promise<Installation>;
	/** Runs SQL directly on the database. */
	alter(sql: string): Promise<void>;
	/** Blocks every write to the database until the returned function is called. */
	holdWrites(): Promise<() => Promise<void>>;
	balance(client: TestClient): Promise<number>;
	ledger(client: TestClient): ReturnType<typeof readLedger>;
	close(): Promise<void>;
}

const document: OpenApiDocument = expanded(openApiDocument(apiRoutes, apiDescription(apiErrorCatalogue)));

const SETTINGS = {
	PACKSHOT_PORT: "0",
	PACKSHOT_LOG_LEVEL: "silent",
	...ON_A_BUSY_MACHINE,
	PACKSHOT_DATABASE_WAIT_SECONDS: "120",
};

interface StartOptions {
	readonly settings?: Record<string, string>;
	readonly clock?: TestClock;
	readonly folder?: string;
	/** Seed of the global codeword, in place of a random one. */
	readonly markSeed?: Uint8Array;
	/** How it restores backups, as a process does that serves alone. */
	readonly restoring?: Restoring;
}

/**
 * Starts a complete service on a free port with its own stores, as `packshot serve` does. The caller has to `close` it.
 * @param options.folder reuses the data of an earlier service.
 */
export async function startService(options: StartOptions = {}): Promise<TestService> {
	const { folder, clock, schema, settings, config, installation, app, origin } = await boot(options);
	const service: TestService = {
		origin,
		app,
		installation,
		clock,
		folder,
		settings,
		async call(path, call = {}) {
			const url = path.startsWith("http") ? path : `${origin}/api/v1${path}`;
			const method = call.method ?? (call.json === undefined && call.body === undefined ? "GET" : "POST");
			const answer = await answerOf(await send(url, method, call));
			const below = url.startsWith(`${origin}/api/v1`) ? url.slice(`${origin}/api/v1`.length) : undefined;
			if (below !== undefined) requireDescribed(document, method, below, answer);
			return answer;
		},
		async client(policy = {}, credits = "100") {
			const whole = { ...defaultPolicy, name: "Test client", ...policy };
			const { db, secrets } = installation;
			const issued = await issueClient({ db, clock, hashKeys: secrets.hashKeys }, whole, unitsOf(credits));
			let token: Promise<string> | undefined;
			const tokenOnce = () => {
				token ??= signIn(service, issued);
				return token;
			};
			return { ...issued, policy: whole, token: tokenOnce };
		},
		async updateClient({ clientId, policy: before }, policy) {
			const outcome = await changePolicy(installation.db, clientId, { ...before, ...policy }, clock.now());
			if (outcome.kind !== "done") throw new Error(JSON.stringify(outcome));
		},
		async product(...changes) {
			await tryAgainIfTooLong(() => installation.db.write(applyMetadata, { changes, existingOnly: false }));
		},
		async picture(barcode, variant, options = {}) {
			// Loaded on demand: most tests need no picture.
			const { testPicture } = await import("./picture.ts");
			const picture = await testPicture(variant, options, clock.now());
			const outcome = await storePicture(installation, {
				barcode,
				variant,
				...picture,
				watermarkVersion: "test",
				ownership: options.ownership ?? null,
				uploadedBy: options.uploadedBy ?? null,
				sourceBatch: options.sourceBatch ?? "zip_upload",
				uploadOffsetMinutes: config.images.uploadOffsetMinutes,
				existingOnly: false,
				clock,
			});
			return { ...picture, outcome };
		},
		openAgain: () => openInstallation(config, clock),
		alter: (sql) => pastService(folder, schema).run(sql),
		holdWrites: () => pastService(folder, schema).hold(),
		balance: (client) => readBalance(installation.db, client.clientId),
		ledger: (client) => readLedger(installation.db, client.clientId),
		async close() {
			await app.close();
			await installation.close();
			if (options.folder) return;
			rmSync(folder, { recursive: true, force: true });
			await schema?.drop();
		},
	};
	return service;
}

async function boot(options: StartOptions) {
	const folder = options.folder ?? mkdtempSync(join(tmpdir(), "packshot-test-"));
	const clock = options.clock ?? testClock();
	const schema = onPostgres ? await openMigrated(folder) : undefined;
	const isElsewhere = ["PACKSHOT_DATA", "PACKSHOT_DATABASE_URL"].some((name) => options.settings?.[name]);
	// Start from a migrated file: migrations have tests of their own.
	if (!schema && !options.folder && !isElsewhere)
		copyFileSync(inject("sqliteTemplate"), join(folder, "packshot.sqlite"));
	const settings = {
		...SETTINGS,
		PACKSHOT_DATA: folder,
		...(schema ? sharedDatabase(schema.url) : {}),
		...options.settings,
	};
	const config = loadConfig(settings);
	const installation = await openInstallation(config, clock);
	if (options.markSeed) {
		const seed = { name: GLOBAL_MARK_SEED, value: textOf(options.markSeed) };
		await installation.db.write(initServiceState, seed);
	}
	const app = await buildApp({
		config,
		...installation,
		...(options.restoring && { restoring: options.restoring }),
	});
	const origin = await app.listen({ host: "127.0.0.1", port: 0 });
	return { folder, clock, schema, settings, config, installation, app, origin };
}

const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

/** Settings of a service whose database is shared. */
export function sharedDatabase(url: string): Record<string, string> {
	return {
		PACKSHOT_DATABASE_URL: url,
		PACKSHOT_DATABASE_CONNECTIONS: "8",
		PACKSHOT_SECRET: "one secret for all nodes of the tests",
	};
}

async function send(url: string, method: string, call: CallOptions): Promise<Response> {
	const token = call.token ?? (await call.client?.token());
	return fetch(url, {
		method,
		redirect: "manual",
		headers: {
			...(call.json === undefined ? {} : { "content-type": "application/json" }),
			...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
			...call.headers,
		},
		...(call.json === undefined ? {} : { body: JSON.stringify(call.json) }),
		...(call.body === undefined ? {} : { body: call.body as BodyInit }),
	});
}

async function answerOf(response: Response): Promise<Answer> {
	const bytes = new Uint8Array(await response.arrayBuffer());
	const isJson = response.headers.get("content-type")?.startsWith("application/json") && bytes.length > 0;
	return {
		status: response.status,
		headers: response.headers,
		body: isJson ? JSON.parse(new TextDecoder().decode(bytes)) : undefined,
		bytes,
	};
}

async function signIn(
	service: TestService,
	{ clientId, apiKey }: { clientId: string; apiKey: string },
): Promise<string> {
	const answer = await service.call("/auth/token", { json: { client_id: clientId, api_key: apiKey } });
	if (answer.status !== 200) throw new Error(`sign-in failed: ${JSON.stringify(answer.body)}`);
	return answer.body.access_token;
}

function unitsOf(credits: string): number {
	const units = parseCredits(credits);
	if (units === undefined) throw new Error(`not an amount: ${credits}`);
	return units;
}
