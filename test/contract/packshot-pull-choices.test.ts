import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { PLAIN, WHOLE } from "../support/orders.ts";
import { csvRows, emptyFolder, packshotPull, spentBy, startListService } from "../support/pulling.ts";
import type { TestService } from "../support/service.ts";

let service: TestService;
beforeAll(async () => {
	service = await startListService();
});
afterAll(() => service.close());
// Each test gets a fresh minute, so that no test runs into limits used up by another.
beforeEach(() => service.clock.advance(60_000));

const newClient = () => service.client({ requestsPerMinute: 10_000 }, "10");
/** The barcode of WHOLE with a wrong check digit. */
const WRONG = "725272730705";
/** A case of WHOLE. */
const CASE = "10725272730703";

/** Pulls a list of barcodes as the command line does. */
async function pulledInto(out: string, list: readonly string[], ...more: string[]) {
	const file = join(emptyFolder(), "codes.txt");
	writeFileSync(file, list.join("\n"));
	const client = await newClient();
	const run = await packshotPull(service, client, file, "--out", out, "--yes", "--include", "info", ...more);
	return { client, ...run };
}
const reported = (out: string) => csvRows(readFileSync(join(out, "report.csv")));

describe("a product that is not on the list to the letter", () => {
	test("is not bought unless that is wanted, and how to want it is said", async () => {
		const out = emptyFolder();
		const { code, stderr } = await pulledInto(out, [WRONG, CASE, PLAIN]);
		expect(code).toBe(0);
		expect(stderr).toContain("With --accept-suggestions, the products that are probably meant are taken.");
		expect(stderr).toContain("With --units, the items inside the cases are taken.");
		expect(reported(out).map(({ status }) => status)).toEqual(["wrong check digit", "case", "found"]);
	});

	test.each([
		["--accept-suggestions", WRONG, `not on the list: taken for ${WHOLE}`],
		["--units", CASE, "the item inside the case on the list"],
	])("is bought with %s, and the report says so", async (option, text, note) => {
		const out = emptyFolder();
		await pulledInto(out, [text], option);
		expect(reported(out)).toMatchObject([{ text, status: "found", barcode: WHOLE, note }]);
		expect(readFileSync(join(out, "products.ndjson"), "utf8")).toContain(WHOLE);
	});

	test("stays in the folder when it is refreshed, and is not taken for removed when it is no longer wanted", async () => {
		const out = emptyFolder();
		const { client } = await pulledInto(out, [CASE], "--units");
		const again = await packshotPull(service, client, "--refresh", "--out", out);
		expect([again.code, reported(out)[0]?.barcode]).toEqual([0, WHOLE]);
		const file = join(emptyFolder(), "codes.txt");
		writeFileSync(file, CASE);
		await packshotPull(service, client, file, "--out", out, "--yes");
		expect(reported(out)).toMatchObject([{ status: "case", note: `a case of ${WHOLE}` }]);
	});
});

test("--only-with-pictures buys nothing of a product that has none of the pictures wanted", async () => {
	const out = emptyFolder();
	const list = [WHOLE, PLAIN];
	const more = ["--include", "info,images", "--variants", "front_clean", "--only-with-pictures"];
	const { client, stderr } = await pulledInto(out, list, ...more);
	expect(stderr).toContain("1 product without a picture: left out.");
	expect(reported(out).map(({ barcode, pictures }) => [barcode, pictures])).toEqual([
		[WHOLE, "front_clean"],
		[PLAIN, ""],
	]);
	// 0.1 for the texts and 0.25 for the picture.
	expect(await spentBy(service, client)).toBe(3500);
});

test.each([
	["required", "A visible mark is drawn on the pictures."],
	["invisible", "No visible mark is drawn on the pictures: marks that nobody sees"],
] as const)(
	"says before anything is bought how pictures look to a key with the policy %s",
	async (watermark, said) => {
		const file = join(emptyFolder(), "codes.txt");
		writeFileSync(file, [WHOLE, PLAIN].join("\n"));
		const client = await service.client({ watermark }, "10");
		const unasked = await packshotPull(service, client, file, "--out", emptyFolder());
		expect([unasked.code, unasked.stderr]).toEqual([3, expect.stringContaining(said)]);
		const texts = await packshotPull(service, client, file, "--out", emptyFolder(), "--include", "info");
		expect(texts.stderr).not.toContain("mark");
		expect(await spentBy(service, client)).toBe(0);
	},
);

/** What `--json` reported. */
const events = (stdout: string) =>
	stdout
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line) as Record<string, unknown>);

describe("--json", () => {
	test("reports messages, progress and the result on stdout, and nothing else anywhere", async () => {
		const out = emptyFolder();
		const { stdout, stderr } = await pulledInto(out, [WHOLE], "--json", "--include", "info,images");
		const all = events(stdout);
		expect(stderr).toBe("");
		expect(all.map(({ event }) => event)).toContain("message");
		expect(all.find(({ event }) => event === "progress")).toMatchObject({
			what: "pictures",
			done: 2,
			total: 2,
		});
		expect(all.at(-1)).toMatchObject({ event: "done", out, products: 1, pictures: 2 });
	});

	test("reports what failed, and asks nobody", async () => {
		const file = join(emptyFolder(), "codes.txt");
		writeFileSync(file, WHOLE);
		const run = await packshotPull(service, await newClient(), file, "--out", emptyFolder(), "--json");
		expect(run.code).toBe(3);
		expect(events(run.stdout).at(-1)).toMatchObject({ event: "failed", exit_code: 3, code: null });
		const mistaken = await packshotPull(service, await newClient(), "--json", "--colour");
		expect(events(mistaken.stdout)).toMatchObject([
			{ event: "failed", exit_code: 2, message: expect.stringContaining("--colour") },
		]);
	});
});

describe("--watch", () => {
	test("refreshes, waits, and ends at once when it is told to", async () => {
		const out = emptyFolder();
		const { client } = await pulledInto(out, [PLAIN]);
		await service.product({ barcode: PLAIN, info: { brand: "Vissotzky" } });
		const watching = packshotPull(service, client, "--refresh", "--watch", "5", "--out", out, "--json");
		await vi.waitUntil(
			() => readFileSync(join(out, "products.ndjson"), "utf8").includes("Vissotzky"),
			30_000,
		);
		process.emit("SIGTERM");
		const { code, stdout } = await watching;
		expect([code, events(stdout).map(({ event }) => event)]).toEqual([0, expect.arrayContaining(["done"])]);
	});

	test("does not go on with a key that is refused", async () => {
		const out = emptyFolder();
		const { client } = await pulledInto(out, [PLAIN]);
		const wrong = { clientId: client.clientId, apiKey: `${client.apiKey}0` };
		const refused = await packshotPull(service, wrong, "--refresh", "--watch", "5", "--out", out);
		expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("invalid_credentials")]);
	});

	test("belongs to --refresh", async () => {
		const run = await packshotPull(service, await newClient(), "codes.csv", "--watch", "5");
		expect([run.code, run.stderr]).toEqual([2, expect.stringContaining("--watch belongs to --refresh")]);
	});
});
