import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { alerting } from "../../src/alerts/alerting.fixture.ts";
import { codeSamples, type Language } from "../../web/src/calls/code-samples.ts";
import { type SampledCall, sampledCalls } from "../support/code-samples.ts";
import { everyScope } from "../support/products.ts";
import { sdkClient } from "../support/sdk.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";

/** Runs the code samples of the pages unchanged. The TypeScript samples run in sdk-package.test.ts, with the built package. */

const noRequests = spawnSync("python3", ["-c", "import requests"]).status !== 0;
if (noRequests) console.info("Python code of the pages is not run: python3 with requests is not installed");

const BARCODE = "0725272730706";
let service: TestService;
let client: TestClient;
let calls: readonly SampledCall[];
let folder: string;
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), "packshot-samples-"));
	service = await startService();
	await service.product(everyScope(BARCODE));
	await service.picture(BARCODE, "front");
	client = await service.client();
	const { order_id } = await sdkClient(service, client).sdk.orders.create({ items: [BARCODE] });
	const alert_id = await alerting(() => service.installation).publish([BARCODE], { symbol: "KSA" });
	calls = sampledCalls({ order_id, alert_id });
});
afterAll(async () => {
	await service.close();
	rmSync(folder, { recursive: true, force: true });
});

function codeOf({ endpoint, values }: SampledCall, language: Language): string {
	const caller = { origin: service.origin, clientId: client.clientId };
	return codeSamples(endpoint, values, caller)[language] ?? "";
}

/** Runs a sample in the test's folder, with the API key in the environment variable that the samples read. */
async function run(program: string, ...words: string[]): Promise<string> {
	// Each sample signs in, which a client may do ten times a minute.
	service.clock.advance(60_000);
	const env = { PATH: process.env.PATH, PACKSHOT_API_KEY: client.apiKey };
	return (await promisify(execFile)(program, words, { cwd: folder, env })).stdout;
}

/** Checks that the command printed or saved what the call returns. */
function requireReturned({ endpoint }: SampledCall, printed: string): void {
	const { id, method, returns } = endpoint;
	if (method === "HEAD") expect(printed, id).toMatch(/^HTTP\/1\.1 200 /);
	else if (returns === "json") expect(JSON.parse(printed), id).not.toHaveProperty("error");
	else if (returns === "nothing") expect(printed, id).toBe("");
	else expect(isFile(returns.fileName), id).toBe(true);
}

/** Whether a file is a picture or an archive, by its first bytes. */
function isFile(name: string): boolean {
	const start = readFileSync(join(folder, name)).subarray(0, 2).toString("latin1");
	return statSync(join(folder, name)).size > 500 && ["\xff\xd8", "PK"].includes(start);
}

test("every curl sample runs unchanged, including sign-in", async () => {
	expect(calls.length).toBeGreaterThan(20);
	for (const call of calls) requireReturned(call, await run("sh", "-ec", codeOf(call, "curl")));
});

test.skipIf(noRequests)("every Python sample compiles, and those of each kind run unchanged", async () => {
	const compiles = "import json, sys; [compile(code, 'code', 'exec') for code in json.loads(sys.argv[1])]";
	await run("python3", "-c", compiles, JSON.stringify(calls.map((call) => codeOf(call, "Python"))));
	const kinds = ["getProduct", "headProduct", "quoteOrder", "getProductImage"];
	for (const call of calls.filter(({ endpoint }) => kinds.includes(endpoint.id))) {
		const printed = await run("python3", "-c", codeOf(call, "Python"));
		if (typeof call.endpoint.returns === "object") requireReturned(call, printed);
		else expect(printed, call.endpoint.id).toMatch(/^200 \{/);
	}
});
