import { afterAll, beforeAll, expect, test } from "vitest";
import { alerting } from "../../src/alerts/alerting.fixture.ts";
import { isoTime } from "../../src/platform/time/clock.ts";
import { DAY_MS } from "../../src/platform/time/durations.ts";
import { type Browser, newPerson } from "../support/portal.ts";
import { startService, type TestService } from "../support/service.ts";
import { visit } from "../support/visitors.ts";

let packshot: TestService;
let administrator: Browser;
beforeAll(async () => {
	packshot = await startService({ settings: { PACKSHOT_STOREFRONT: "on" } });
	administrator = await newPerson(packshot, { roles: ["administrator"] });
	await packshot.product({
		barcode: BARCODE,
		info: { product_name: "מצה" },
		hechshers: [
			{ symbol: "OU", org: "Orthodox Union", certificate: { certificate_id: "OU-1", valid_until: day(1) } },
			{ symbol: "CRC", certificate: { certificate_id: "CRC-1", valid_until: day(-1) } },
			{ symbol: "</script>" },
		],
	});
});
afterAll(() => packshot.close());

const BARCODE = "0725272730706";
const day = (days: number) => isoTime(packshot.clock.now() + days * DAY_MS).slice(0, 10);
const shown = async () => {
	const { text } = await visit(packshot, `/p/${BARCODE}`);
	const [, json = "{}"] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text) ?? [];
	return { text, certifications: JSON.parse(json).hasCertification };
};
const renew = (certificate_id: string, valid_until: string) =>
	administrator.ask("POST /admin/kosher/certificates", {
		body: { certificate_ids: [certificate_id], valid_until },
	});

test("a public page shows nothing of certificates at first", async () => {
	const { text, certifications } = await shown();
	expect(text).not.toContain("OU-1");
	expect([text.includes("<h2>Kosher</h2>"), certifications]).toEqual([false, undefined]);
});

test("where the operator wants it, each hechsher has its status, and search engines get those alone that are current", async () => {
	await administrator.ask("PATCH /admin/storefront", { body: { kosher_status: true } });
	const { text, certifications } = await shown();
	expect(text).toContain(`<bdi>OU · Orthodox Union</bdi>: current, until ${day(1)}`);
	expect(text).toContain(`<bdi>CRC</bdi>: expired on ${day(-1)}`);
	expect(text).toContain("<bdi>&lt;/script&gt;</bdi>: no date is known");
	expect(certifications).toEqual([
		{
			"@type": "Certification",
			name: "Kosher OU",
			certificationStatus: "https://schema.org/CertificationActive",
			issuedBy: { "@type": "Organization", name: "Orthodox Union" },
			certificationIdentification: "OU-1",
			expires: day(1),
		},
	]);
});

const FACTS = {
	barcode: "4011",
	info: { product_name: "Cracker", kosher_for_passover: true, net_weight: "16 oz <b>", vegan: false },
	hechshers: [
		{ symbol: "CRC", dairy_meat_pareve: "dairy" as const },
		{ symbol: "Star-K", dairy_meat_pareve: "dairy" as const },
	],
};
const SHOWN = ["CRC", "Star-K", "Dairy", "Kosher for Passover", "16 oz &lt;b&gt;"];
const factsAt = async (path: string) => {
	const { text } = await visit(packshot, path);
	return [...text.matchAll(/<span class="known">(.*?)<\/span>/gs)].flatMap(([, line = ""]) =>
		[...line.matchAll(/<bdi>(.*?)<\/bdi>/g)].map(([, fact]) => fact),
	);
};
const show = (body: object) => administrator.ask("PATCH /admin/storefront", { body });

test("cards and pages show facts only where the operator gives them away, and never a hechsher that is withheld", async () => {
	await packshot.product(FACTS);
	await show({ kosher_status: false });
	for (const path of ["/products?q=cracker", "/p/4011"]) {
		await show({ kosher_facts: false });
		expect(await factsAt(path), path).toEqual([]);
		expect((await visit(packshot, path)).text).not.toMatch(/Star-K|16 oz/);
		await show({ kosher_facts: true });
		expect(await factsAt(path), path).toEqual(SHOWN);
	}
	await alerting(() => packshot.installation).publish(["4011"], { symbol: "Star-K" });
	for (const path of ["/products?q=cracker", "/p/4011"])
		expect(await factsAt(path), path).toEqual(SHOWN.filter((fact) => fact !== "Star-K"));
	await show({ kosher_facts: false, kosher_status: true });
});

test("what a credit costs is said where the operator says it, with what there is in money", async () => {
	const settings = { credit_price: 0.5, currency: "USD" };
	await administrator.ask("PATCH /admin/settings", { body: settings });
	const front = async () => (await visit(packshot, "/")).text;
	expect(await front()).not.toContain("$");
	await show({ credit_price: true });
	expect(await front()).toContain("A credit costs $0.50.");
	expect((await visit(packshot, "/p/4011")).text).toMatch(/0\.15 credits <span class="money">\(\$0\.08\)/);
});

test("a renewal and the end of a certificate are on the page at once", async () => {
	await renew("CRC-1", day(300));
	expect((await shown()).certifications).toHaveLength(2);
	const ends = day(1);
	packshot.clock.advance(2 * DAY_MS);
	const { text, certifications } = await shown();
	expect(text).toContain(`: expired on ${ends}`);
	expect(certifications).toMatchObject([{ certificationIdentification: "CRC-1" }]);
});

test("cards and pages name no hechsher whose certificate has ended", async () => {
	administrator = await newPerson(packshot, { roles: ["administrator"] });
	await show({ kosher_facts: true });
	const certificate = { certificate_id: "HALF-1", valid_until: day(1) };
	const hechshers = [{ symbol: "Half-K", certificate }];
	await packshot.product({ barcode: "4012", info: { product_name: "Herring" }, hechshers });
	const factsNow = () =>
		Promise.all(
			["/p/4012", "/products?q=herring", "/products", "/"].map(async (path) => [path, await factsAt(path)]),
		);
	for (const [path, facts] of await factsNow()) expect(facts, String(path)).toContain("Half-K");
	packshot.clock.advance(2 * DAY_MS);
	for (const [path, facts] of await factsNow()) expect(facts, String(path)).not.toContain("Half-K");
	await show({ kosher_facts: false });
});

test("a list of alerts goes on after an alert alone, so that callers make up no pages", async () => {
	const alertId = await alerting(() => packshot.installation).publish([BARCODE]);
	const { published_at } = (await listed(alertId)) ?? {};
	const place = `${published_at} ${alertId}`;
	const after = async (text: string) =>
		(await visit(packshot, `/alerts?after=${encodeURIComponent(text)}`)).status;
	expect(await after(place)).toBe(200);
	for (const made of [`1${place}`, `0${place}`, `${published_at} alr_0`, `${place} `, `5 ${alertId}`, ""])
		expect([made, await after(made)]).toEqual([made, 404]);
});

const listed = (alert_id: string) =>
	packshot.installation.db.read
		.selectFrom("kosher_alert")
		.select("published_at")
		.where("alert_id", "=", alert_id)
		.executeTakeFirst();
