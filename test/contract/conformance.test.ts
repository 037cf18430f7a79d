import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { runCommand } from "../../conformance/src/command.ts";
import { junitReport } from "../../conformance/src/report/junit.ts";
import { rules } from "../../conformance/src/rules.ts";
import { type Result, runRules } from "../../conformance/src/run.ts";
import { createTarget } from "../../conformance/src/target.ts";
import { alerting } from "../../src/alerts/alerting.fixture.ts";
import { unmovedClock } from "../support/clock.ts";
import { inBody, on } from "../support/fault-kinds.ts";
import { startFaultyServer } from "../support/faulty-server.ts";
import { everyScope, newBarcode } from "../support/products.ts";
import { faults } from "../support/seeded-faults.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";

let packshot: TestService;
let server: Awaited<ReturnType<typeof startFaultyServer>>;
const MANY = 1_000_000;

beforeAll(async () => {
	packshot = await startService({
		clock: unmovedClock(),
		settings: {
			PACKSHOT_TOKEN_REQUESTS_PER_MINUTE: "1000",
			PACKSHOT_TOKEN_REQUESTS_PER_MINUTE_PER_IP: "100000",
			PACKSHOT_IP_REQUESTS_PER_MINUTE: "100000",
		},
	});
	server = await startFaultyServer(packshot.origin);
	await packshot.product(...Array.from({ length: 12 }, () => everyScope(`0${newBarcode()}`)), {
		barcode: "4011",
		info: { brand: "Orchard" },
	});
	const pictured = [everyScope(`0${newBarcode()}`), everyScope(`0${newBarcode()}`)];
	await packshot.product(...pictured);
	for (const { barcode } of pictured) {
		await packshot.picture(barcode, "front");
		await packshot.picture(barcode, "back_clean");
	}
	const notice = { kind: "notice", symbol: null, withholds: false } as const;
	await alerting(() => packshot.installation).publish(["4011"], notice);
});
afterAll(async () => {
	await server.close();
	await packshot.close();
});

const unlimited = (): Promise<TestClient> =>
	packshot.client({ requestsPerMinute: MANY, requestsPerDay: MANY }, "1000");

async function results(chosen: typeof rules, client: TestClient, mayDisturb = true): Promise<Result[]> {
	const target = createTarget(server.url, client);
	return runRules(chosen, target, { mayDisturb, mostCredits: 1000 });
}

describe("a correct server", () => {
	test("keeps every rule, including disruptive ones", async () => {
		server.become({});
		const found = await results(
			rules,
			await packshot.client({ requestsPerMinute: 700, requestsPerDay: MANY }, "1000"),
		);
		expect(found.filter(({ outcome }) => outcome !== "kept")).toEqual([]);
	});

	test.each([
		["1.10.0", ["E12"], "the server is older than 1.11"],
		["1.9.0", ["E9", "E10", "E11"], "the server is older than 1.10"],
		["1.8.2", ["E1", "E4", "E5", "E7", "E8"], "the server is older than 1.9"],
	])("of version %s is not asked for the additions of later ones", async (version, later, reason) => {
		server.become(
			inBody(on(/(health|quote)$/), (body) => {
				if (body.api_version) body.api_version = version;
				for (const line of body.lines ?? []) delete line.alerts;
			}),
		);
		const additions = rules.filter(({ section }) => section.startsWith("E"));
		const found = await results(additions, await unlimited());
		const skipped = found.filter((each) => each.outcome === "skipped" && each.reason === reason);
		expect(new Set(skipped.map(({ section }) => section))).toEqual(new Set(later));
		expect(found.filter(({ outcome }) => outcome === "broken")).toEqual([]);
	});
});

describe("the conformance command", () => {
	const command = async (words: readonly string[], environment = {}) => {
		const written: string[] = [];
		const write = vi
			.spyOn(process.stdout, "write")
			.mockImplementation((text) => written.push(String(text)) > 0);
		const complain = vi
			.spyOn(process.stderr, "write")
			.mockImplementation((text) => written.push(String(text)) > 0);
		try {
			return { status: await runCommand(words, environment), written: written.join("") };
		} finally {
			write.mockRestore();
			complain.mockRestore();
		}
	};

	test("checks a server and writes reports that contain no secrets", async () => {
		const { clientId, apiKey } = await unlimited();
		const files = ["junit.xml", "page.html"].map((name) => join(packshot.folder, name)) as [string, string];
		const wrong = faults.find((each) => each.fault === "has pages of 20 rows")?.wrong ?? {};
		server.become(wrong);
		const { status, written } = await command(
			[server.url, "--client-id", clientId, "--junit", files[0], "--html", files[1]],
			{ PACKSHOT_API_KEY: apiKey },
		);
		expect(status).toBe(1);
		expect(written).toMatch(
			/✗ 4\.2 +a page has 50 rows unless asked otherwise\n +per_page should be 50, not 20\n/,
		);
		expect(written).toMatch(/\d+ kept, 1 broken, \d+ skipped/);
		const reports = files.map((file) => readFileSync(file, "utf8"));
		expect(reports[0]).toContain(`tests="${rules.length}" failures="1"`);
		expect(reports[1]).toContain("per_page should be 50, not 20");
		expect([written, ...reports].join()).not.toContain(apiKey);
		expect([written, ...reports].join()).not.toContain("eyJ");
	});

	test.each([
		[[], "give one URL"],
		[["photos.example.com", "--client-id", "a"], "not an http or https URL"],
		[["https://photos.example.com"], "give --client-id"],
		[
			["https://photos.example.com", "--client-id", "a", "--api-key", "b", "--max-credits", "none"],
			"above 0",
		],
		[["--no-such-option"], "no-such-option"],
	])("refuses %j and says why", async (words, reason) => {
		const { status, written } = await command(words);
		expect([status, written]).toEqual([2, expect.stringContaining(reason)]);
	});

	test("stops before buying anything if the client has no credits or a report cannot be written", async () => {
		server.become({});
		const poor = await packshot.client({ requestsPerMinute: MANY, requestsPerDay: MANY }, "0");
		const words = [server.url, "--client-id", poor.clientId, "--api-key", poor.apiKey];
		const refused = await command(words);
		expect([refused.status, refused.written]).toEqual([2, expect.stringContaining("has no credits")]);
		const rich = await unlimited();
		const nowhere = join(packshot.folder, "nowhere", "junit.xml");
		const { status, written } = await command(
			[server.url, "--client-id", rich.clientId, "--junit", nowhere],
			{ PACKSHOT_API_KEY: rich.apiKey },
		);
		expect([status, written]).toEqual([2, expect.stringContaining(nowhere)]);
		expect(await packshot.balance(rich)).toBe(10_000_000);
	});

	test("skips rules that the client can no longer pay for, instead of reporting them as broken", async () => {
		server.become({});
		const poor = await packshot.client({ requestsPerMinute: MANY, requestsPerDay: MANY }, "0.01");
		const found = await results(
			rules.filter(({ title }) => title === "info has the documented fields"),
			poor,
		);
		expect(found).toMatchObject([{ outcome: "skipped", reason: "the client has only 0.01 credits left" }]);
	});

	test("exits with 2 and invalid_credentials for a wrong API key", async () => {
		server.become({});
		const { clientId } = await unlimited();
		const { status, written } = await command([server.url, "--client-id", clientId, "--api-key", "wrong"]);
		expect([status, written]).toEqual([2, expect.stringContaining("invalid_credentials")]);
	});
});

describe("a server is reported as broken if it", () => {
	test("has one of at least 50 faults, each noticed by an existing rule", () => {
		expect(faults.length).toBeGreaterThanOrEqual(50);
		const titles = new Set(rules.map(({ title }) => title));
		expect(faults.filter(({ noticedBy }) => !titles.has(noticedBy))).toEqual([]);
	});

	test.each(faults)("$fault", async ({ noticedBy, wrong }) => {
		server.become(wrong);
		const chosen = rules.filter(({ title }) => title === noticedBy);
		const [found] = await results(chosen, await unlimited());
		expect(found?.outcome).toBe("broken");
		expect(
			junitReport({
				url: server.url,
				startedAt: new Date(),
				elapsedMs: 1,
				creditsSpent: 0,
				results: found ? [found] : [],
			}),
		).toContain("<failure");
	});
});
