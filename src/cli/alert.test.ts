import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { runCommands } from "../../test/support/command-line.ts";
import { startService, type TestClient, type TestService } from "../../test/support/service.ts";
import { addAlert } from "./alert.ts";
import { exitCodes } from "./command-line.ts";

let packshot: TestService;
let client: TestClient;
beforeAll(async () => {
	packshot = await startService();
	client = await packshot.client();
});
afterAll(() => packshot.close());

const [ONE, OTHER] = ["40120001", "40120002"];
beforeEach(() =>
	packshot.product(
		...[ONE, OTHER].map((barcode) => ({
			barcode,
			hechshers: [{ symbol: "OU", dairy_meat_pareve: "pareve" as const }, { symbol: "CRC" }],
		})),
	),
);

const alert = (...words: string[]) => runCommands([addAlert], ["alert", ...words], packshot.settings);
const publish = (...words: string[]) =>
	alert("publish", "--symbol", "OU", "--barcode", ONE, "--message", "Not certified.", ...words, "--json");
const withEnd = async (alertId: string) => expect((await alert("end", alertId, "--settled")).code).toBe(0);
const served = async (barcode = ONE) =>
	(await packshot.call(`/products/${barcode}?include=hechshers`, { client })).body.product_meta.hechshers;

test("publish withholds at once, change keeps the earlier wording, and end serves again what was withheld by mistake", async () => {
	const { document } = await publish("--kind", "withdrawn", "--barcode", OTHER);
	expect(document).toMatchObject({ kind: "withdrawn", withholds: true, barcodes: [ONE, OTHER], earlier: [] });
	expect(await served()).toMatchObject([{ symbol: "CRC" }]);
	const changed = await alert("change", document.alert_id, "--barcode", OTHER, "--message", "One.", "--json");
	expect(changed.document).toMatchObject({
		message: "One.",
		barcodes: [OTHER],
		earlier: [{ message: "Not certified.", barcodes: [ONE, OTHER], by: null }],
	});
	expect([await served(), await served(OTHER)]).toMatchObject([
		[{ symbol: "OU" }, { symbol: "CRC" }],
		[{ symbol: "CRC" }],
	]);
	const ended = await alert("end", document.alert_id, "--mistaken", "--json");
	expect(ended.document).toMatchObject({ outcome: "mistaken", ended_at: expect.any(String) });
	expect(await served(OTHER)).toHaveLength(2);
});

test.each([
	["withdrawn", [], true],
	["unauthorised", [], true],
	["withdrawn", ["--lots", "L1"], false],
	["withdrawn", ["--no-withhold"], false],
	["recalled", [], false],
	["recalled", ["--withhold"], true],
] as const)("%s with %j withholds: %s", async (kind, words, withholds) => {
	const { document } = await publish("--kind", kind, ...words);
	expect(document.withholds).toBe(withholds);
	expect(await served()).toHaveLength(withholds ? 1 : 2);
	await withEnd(document.alert_id);
});

test("a correction is written in the same act", async () => {
	const words = ["--correct-status", "dairy", "--correct-designation", "Cholov Yisroel"];
	const { document } = await publish("--kind", "mislabelled", ...words);
	expect((await served())[0]).toMatchObject({
		symbol: "OU",
		dairy_meat_pareve: "dairy",
		additional_designation: "Cholov Yisroel",
	});
	await withEnd(document.alert_id);
});

test("list names the live ones or all of them, and show one", async () => {
	const { document } = await publish("--kind", "notice");
	const ids = async (...words: string[]) =>
		(await alert("list", ...words, "--json")).document.map((each: { alert_id: string }) => each.alert_id);
	expect(await ids("--live")).toEqual([document.alert_id]);
	expect((await ids()).length).toBeGreaterThan(1);
	expect((await alert("list", "--live")).stdout).toBe(
		`${document.alert_id} live notice OU 1 product: Not certified.\n`,
	);
	expect((await alert("show", document.alert_id)).stdout).toContain(`barcodes      ${ONE}\nNot certified.\n`);
	await withEnd(document.alert_id);
	expect((await alert("list", "--live")).stdout).toBe("there are no alerts\n");
});

const barcodes = (count: number) => Array.from({ length: count }, (_, at) => String(60_000_000 + at));

test("an alert names up to 1,000 products and says up to 2,000 characters", async () => {
	const named = barcodes(1000);
	await packshot.product(...named.map((barcode) => ({ barcode, hechshers: [{ symbol: "OU" }] })));
	const message = "מ".repeat(2000);
	const words = ["--kind", "withdrawn", "--symbol", "OU", "--barcode", named.join(","), "--json"];
	const { document } = await alert("publish", ...words, "--message", message);
	expect(document).toMatchObject({ barcodes: named, message });
	expect(await served(named.at(-1))).toEqual([]);
	await withEnd(document.alert_id);
});

test.each([
	[["publish", "--message", "M", "--barcode", ONE], exitCodes.usage, "say which --kind of alert it is"],
	[["publish", "--kind", "notice", "--message", "M"], exitCodes.usage, "name the products with --barcode"],
	[
		["publish", "--kind", "notice", "--message", "M", "--barcode", "12x"],
		exitCodes.usage,
		'4 to 14 digits, not "12x"',
	],
	[
		["publish", "--kind", "notice", "--message", "M", "--barcode", "40129999"],
		exitCodes.failure,
		"not in the catalogue: 40129999; nothing was published",
	],
	[["publish", "--kind", "notice", "--barcode", ONE], exitCodes.usage, "message is needed"],
	[
		["publish", "--kind", "withdrawn", "--withhold", "--message", "M", "--barcode", ONE],
		exitCodes.usage,
		"give the symbol, or do not withhold",
	],
	[
		[
			"publish",
			"--kind",
			"mislabelled",
			"--symbol",
			"OU",
			"--correct-designation",
			"a\u0007b",
			"--message",
			"M",
			"--barcode",
			ONE,
		],
		exitCodes.usage,
		"corrected designation",
	],
	[["end", "alr_none"], exitCodes.usage, "--settled or --mistaken"],
	[["end", "alr_none", "--settled", "--mistaken"], exitCodes.usage, "--settled or --mistaken"],
	[["change", "alr_none", "--lots", "L1"], exitCodes.failure, "there is no alert alr_none"],
	[["end", "alr_none", "--settled"], exitCodes.failure, "there is no alert alr_none"],
	[["show", "alr_none"], exitCodes.failure, "there is no alert alr_none"],
])("%j is refused, and nothing is published", async (words, code, reason) => {
	const { document: before } = await alert("list", "--json");
	const done = await alert(...words);
	expect([done.code, done.stderr]).toEqual([code, expect.stringContaining(reason)]);
	expect((await alert("list", "--json")).document).toEqual(before);
});

test.each([
	["a kind that there is not", "kind takes withdrawn, unauthorised", ["--kind", "nonsense"]],
	["a longer message", "message takes at most 2000 characters", ["--message", "m".repeat(2001)]],
	["longer lots", "lots takes at most 500 characters", ["--lots", "l".repeat(501)]],
	["a longer source", "source takes at most 500 characters", ["--source", "s".repeat(501)]],
	["another URL", "source takes an https URL, or a text", ["--source", "http://agency.example"]],
	["a designation of no symbol", "designation needs a symbol", ["--designation", "Yoshon"]],
	["a correction of a notice", "mislabelled and changed", ["--symbol", "OU", "--correct-status", "dairy"]],
	["a correction of no symbol", "needs the symbol", ["--kind", "changed", "--correct-status", "dairy"]],
	["another status", "dairy, meat, pareve", ["--kind", "changed", "--correct-status", "vegan"]],
	["more products", "at most 1000 products", ["--barcode", barcodes(1001).join(",")]],
])("%s is wrong usage: %s", async (_, reason, words) => {
	const said = ["--kind", "notice", "--message", "M", "--barcode", ONE];
	const { code, stderr } = await alert("publish", ...said, ...words);
	expect([code, stderr]).toEqual([exitCodes.usage, expect.stringContaining(reason)]);
});
