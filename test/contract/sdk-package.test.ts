import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { createContext, runInContext } from "node:vm";
import { gzipSync } from "node:zlib";
import ts from "typescript";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { alerting } from "../../src/alerts/alerting.fixture.ts";
import { codeSamples } from "../../web/src/calls/code-samples.ts";
import { sampledCalls } from "../support/code-samples.ts";
import { signIn } from "../support/credentials.ts";
import { everyScope } from "../support/products.ts";
import { sdkClient } from "../support/sdk.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";

/** The package as it ships, and its README. Programs that use it are placed where Node.js resolves it by name. */
const root = fileURLToPath(new URL("../..", import.meta.url));
const sdk = join(root, "sdk");
const folder = join(root, "node_modules", ".cache", "packshot-sdk-examples");

let service: TestService;
let client: TestClient;
beforeAll(async () => {
	mkdirSync(folder, { recursive: true });
	service = await startService();
	await service.product(everyScope("0725272730706"));
	await service.picture("0725272730706", "front");
	await service.picture("0725272730706", "front_clean");
	client = await service.client();
	vi.stubEnv("PACKSHOT_URL", service.origin);
	vi.stubEnv("PACKSHOT_CLIENT_ID", client.clientId);
	vi.stubEnv("PACKSHOT_API_KEY", client.apiKey);
});
afterAll(async () => {
	await service.close();
	rmSync(folder, { recursive: true, force: true });
	vi.unstubAllEnvs();
});

const built = (file: string) => readFileSync(join(sdk, "dist", file), "utf8");

describe("the built package", () => {
	test("imports nothing, in its code and in its types", () => {
		expect(built("index.js")).not.toMatch(/^import\b|\bimport\(|\brequire\(|from "/m);
		expect(built("index.d.ts")).not.toMatch(/^import\b|\bimport\(|from "|<reference/m);
	});

	test("exports six names, and uses nothing specific to Node.js or to browsers", () => {
		expect(built("index.js")).toMatch(
			/^export \{ ERROR_CODES, PackshotError, WebhookRefused, createPackshot, isPackshotError, verifyWebhook \};$/m,
		);
		expect(built("index.js")).not.toMatch(/\bprocess\.|\bBuffer\b|\bwindow\.|Storage\b/);
	});

	test("is smaller than 14,300 bytes gzipped", () => {
		expect(gzipSync(built("index.js")).length).toBeLessThan(14_300);
	});

	test("has the follower of alerts apart, complete in itself and small", () => {
		expect(built("kosher-alerts.js")).not.toMatch(
			/^import\b|\bimport\(|\brequire\(|from "|\bprocess\.|\bBuffer\b/m,
		);
		expect(gzipSync(built("kosher-alerts.js")).length).toBeLessThan(2200);
	});

	test("holds nothing of the command, of uploads or of a shop's credentials", () => {
		const ofTheCommand = /wordpress|aws|s3:|amz|shopify|upload|credentials file|node:/i;
		expect(built("index.js").match(ofTheCommand)).toBeNull();
		expect(built("pull.js")).toMatch(ofTheCommand);
	});

	test("ships its code, its types, its README and its licence", () => {
		const args = ["pack", "-w", "sdk", "--dry-run", "--json", "--ignore-scripts", "--loglevel", "silent"];
		const packed = JSON.parse(execFileSync("npm", args, { cwd: root, encoding: "utf8" }));
		const [entry] = Object.values(packed) as [{ files: { path: string }[] }];
		expect(entry.files.map(({ path }) => path).sort()).toEqual([
			"LICENSE",
			"README.md",
			"dist/index.d.ts",
			"dist/index.js",
			"dist/kosher-alerts.d.ts",
			"dist/kosher-alerts.js",
			"dist/pull-licences.txt",
			"dist/pull.js",
			"dist/pull/reading-words.js",
			"dist/pull/workbook.js",
			"package.json",
		]);
		const manifest = JSON.parse(readFileSync(join(sdk, "package.json"), "utf8"));
		expect(manifest.license).toBe(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).license);
		expect(readFileSync(join(sdk, "LICENSE"), "utf8")).toBe(readFileSync(join(root, "LICENSE"), "utf8"));
	});

	test("brings the command along, as version 1.0.0 did", () => {
		const { bin, version } = JSON.parse(readFileSync(join(sdk, "package.json"), "utf8"));
		const said = execFileSync(process.execPath, [join(sdk, bin["packshot-pull"]), "--version"], {
			encoding: "utf8",
		});
		expect(said).toBe(`${version}\n`);
	});

	test("runs in a web page, with nothing but browser globals", async () => {
		const { body } = await signIn(service, client);
		const page = createContext({ ...pageGlobals(), origin: service.origin, accessToken: body.access_token });
		const program = built("index.js").replace(/^export \{.*\};$/m, "");
		const used = `${program}
			const packshot = createPackshot({ baseUrl: origin, tokenProvider: () => accessToken });
			Promise.all([
				packshot.products.get("0725272730706", { include: ["info"] }).then(({ barcode }) => barcode),
				packshot.images.download("0725272730706", "front").then(({ contentType }) => contentType),
				packshot.products.bulkCheck(["0725272730706"]).then(({ results }) => Object.keys(results).length),
				packshot.products.get("9999").catch((error) => isPackshotError(error, "not_found")),
			]).then(JSON.stringify)`;
		expect(await runInContext(used, page)).toBe('["0725272730706","image/jpeg",1,true]');
	});

	test("works from plain JavaScript", async () => {
		const program = join(folder, "plain.mjs");
		writeFileSync(
			program,
			`import { createPackshot, isPackshotError } from "@packshot/sdk";
			const { PACKSHOT_URL: baseUrl, PACKSHOT_CLIENT_ID: clientId, PACKSHOT_API_KEY: apiKey } = process.env;
			const packshot = createPackshot({ baseUrl, clientId, apiKey });
			const { barcode } = await packshot.products.get("0725272730706", { include: "info" });
			const error = await packshot.products.get("9999").catch((reason) => reason);
			console.log(JSON.stringify([barcode, isPackshotError(error, "not_found")]));`,
		);
		expect(await runProgram(program)).toBe('["0725272730706",true]\n');
	});

	test("has types that compile in strict mode for a page without Node.js", () => {
		const program = join(folder, "page.ts");
		writeFileSync(
			program,
			`import { createPackshot, isPackshotError, type Product } from "@packshot/sdk";
			const packshot = createPackshot({ baseUrl: "", tokenProvider: () => "token" });
			export const product: Promise<Product> = packshot.products.get("4011", { include: ["info"], variants: undefined });
			export const blob = packshot.images.download("4011", "front").then(({ bytes }) => new Blob([bytes]));
			// @ts-expect-error no such scope
			packshot.products.get("4011", { include: ["flavour"] });
			// @ts-expect-error credentials or a provider, something is needed
			createPackshot({ baseUrl: "" });
			export const isIt = (error: unknown) => isPackshotError(error, "not_found");`,
		);
		const lib = ["lib.es2022.d.ts", "lib.dom.d.ts"];
		expect(
			complaints([program], { lib, types: [], exactOptionalPropertyTypes: true, skipDefaultLibCheck: true }),
		).toEqual([]);
	});
});

/** A page's global functions refuse to be called as methods of another object, as in `connection.fetch(…)`. */
function pageGlobals() {
	const ofThePage = (name: "fetch" | "setTimeout" | "clearTimeout") =>
		function (this: unknown, ...args: never[]): unknown {
			if (this !== undefined && !isPage(this)) throw new TypeError(`${name}: Illegal invocation`);
			return (globalThis[name] as (...given: never[]) => unknown)(...args);
		};
	const isPage = (object: unknown) => typeof object === "object" && object !== null && "document" in object;
	return {
		document: {},
		fetch: ofThePage("fetch"),
		setTimeout: ofThePage("setTimeout"),
		clearTimeout: ofThePage("clearTimeout"),
		URL,
		URLSearchParams,
		Headers,
		AbortController,
		AbortSignal,
		TextDecoder,
		TextEncoder,
		crypto,
		performance,
		DOMException,
	};
}

/** Runs a program without blocking the service in this process. */
async function runProgram(program: string): Promise<string> {
	return (await promisify(execFile)(process.execPath, [program])).stdout;
}

function complaints(files: string[], options: ts.CompilerOptions): string[] {
	const program = ts.createProgram(files, {
		target: ts.ScriptTarget.ES2022,
		module: ts.ModuleKind.NodeNext,
		moduleResolution: ts.ModuleResolutionKind.NodeNext,
		strict: true,
		noEmit: true,
		...options,
	});
	return ts
		.getPreEmitDiagnostics(program)
		.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

interface Example {
	readonly code: string;
	/** What its `console.log` calls print, according to the comments after them. */
	readonly prints: readonly string[];
}

/** Of the client, and of the command's functions, which work with it. */
const READMES = ["sdk/README.md", "pull/README.md"];

function examples(): readonly Example[] {
	const text = READMES.map((file) => readFileSync(join(root, file), "utf8")).join("\n");
	return [...text.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code = ""]) => ({
		code,
		prints: [...code.matchAll(/console\.log\(.*\).*?\/\/ (.*)$/gm)].map(([, printed = ""]) => printed),
	}));
}

/** Examples that create no client use the first example's. */
function asProgram(code: string): string {
	if (code.includes("createPackshot(")) return code;
	const [first] = examples();
	const setUp = first?.code.slice(0, first.code.indexOf("\n\nconst product")) ?? "";
	return `${setUp}\n${code}`;
}

describe("the READMEs", () => {
	beforeAll(async () => {
		await alerting(() => service.installation).publish(["0725272730706"], { withholds: false });
	});

	test("has examples that compile", () => {
		const files = examples().map(({ code }, index) => {
			const file = join(folder, `example-${index}.ts`);
			writeFileSync(file, asProgram(code));
			return file;
		});
		const lib = ["lib.es2023.d.ts", "lib.dom.d.ts"];
		const types = ["node"];
		const options = { lib, types, typeRoots: [join(root, "node_modules/@types")], skipLibCheck: true };
		expect(complaints(files, options)).toEqual([]);
	});

	test.each(examples().map((example, index) => [index, example] as const))(
		"example %i does what it says",
		async (index, { code, prints }) => {
			// Each example signs in, which a client may do ten times a minute.
			service.clock.advance(60_000);
			const file = join(folder, `example-${index}.mjs`);
			const compiled = ts.transpile(asProgram(code), {
				target: ts.ScriptTarget.ES2022,
				module: ts.ModuleKind.ESNext,
			});
			const placed = compiled.replaceAll(/"(matzah\.jpg|shop)"/g, (_, name) =>
				JSON.stringify(join(folder, name)),
			);
			writeFileSync(file, placed);
			standInForPage();
			const printed: string[] = [];
			const log = vi.spyOn(console, "log").mockImplementation((...values) => {
				printed.push(values.join(" "));
			});
			onTestFinished(() => log.mockRestore());
			await import(/* @vite-ignore */ pathToFileURL(file).href);
			expect(printed).toEqual(prints);
		},
	);
});

test("the TypeScript samples that the pages show run unmodified", async () => {
	const { order_id } = await sdkClient(service, client).sdk.orders.create({ items: ["0725272730706"] });
	const alert_id = await alerting(() => service.installation).publish(["0725272730706"], { symbol: "KSA" });
	const log = vi.spyOn(console, "log").mockImplementation(() => undefined);
	onTestFinished(() => log.mockRestore());
	const caller = { origin: service.origin, clientId: client.clientId };
	const saved = join(folder, "sample.bin");
	const told: string[] = [];
	for (const { endpoint, values } of sampledCalls({ order_id, alert_id })) {
		const { TypeScript: code } = codeSamples(endpoint, values, caller);
		if (code === undefined) continue;
		service.clock.advance(60_000);
		log.mockClear();
		rmSync(saved, { force: true });
		const file = join(folder, `sample-${endpoint.id}.mjs`);
		const compiled = ts.transpile(code, { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext });
		writeFileSync(file, compiled.replace(/writeFile\([^,]+,/, `writeFile(${JSON.stringify(saved)},`));
		await import(/* @vite-ignore */ pathToFileURL(file).href);
		if (typeof endpoint.returns === "object") expect(statSync(saved).size).toBeGreaterThan(500);
		if (log.mock.calls.length > 0) told.push(endpoint.id);
	}
	// Listings print nothing if nothing matches.
	expect(told).toEqual(
		expect.arrayContaining(["getProduct", "listProducts", "listChanges", "resolveBarcodes", "createOrder"]),
	);
});

/** Stubs for what the browser example finds in its page: an origin, and a backend that hands out access tokens. */
function standInForPage(): void {
	const { fetch } = globalThis;
	vi.stubGlobal("location", { origin: service.origin });
	vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
		if (url !== "/packshot-token") return fetch(url, init);
		const { body } = await signIn(service, client);
		return Response.json({ access_token: body.access_token, expires_in: body.expires_in });
	});
	onTestFinished(() => {
		vi.unstubAllGlobals();
	});
}
