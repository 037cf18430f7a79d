import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { alerting } from "../../src/alerts/alerting.fixture.ts";
import { setOwner } from "../../src/clients/policy/store.ts";
import type { RouteName } from "../../src/routes.ts";
import { readAtom } from "../support/atom.ts";
import { commandLine } from "../support/command-line.ts";
import { newPerson } from "../support/portal.ts";
import { queries } from "../support/portal-bodies.ts";
import { everyScope } from "../support/products.ts";
import { letPropose, propose } from "../support/proposals.ts";
import { apiRoutes, routes } from "../support/routes.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";
import { unzipped } from "../support/unzipped.ts";
import { decide, visit } from "../support/visitors.ts";

/** Walks whatever customers and visitors can ask for: a withheld hechsher leaves by no way, and alerts are where they belong. */

const BARCODE = "0725272730706";
/** Stands nowhere else. */
const SYMBOL = "Qz-Withheld";
const NOTE = "Qz-internal";
/** What says that it is withheld, and what it was. */
const SAYS_SO = /^GET \/(products\/\{barcode\}\/kosher|kosher-alerts.*)$/;

let packshot: TestService;
let client: TestClient;
let owner: Awaited<ReturnType<typeof newPerson>>;
beforeAll(async () => {
	packshot = await startService({
		settings: {
			PACKSHOT_STOREFRONT: "on",
			PACKSHOT_WEBHOOKS: "on",
			PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000",
			PACKSHOT_SESSION_IDLE_MINUTES: "10000",
		},
	});
	await packshot.product({
		...everyScope(BARCODE),
		hechshers: [
			{ symbol: SYMBOL, org: "Withheld agency" },
			{ symbol: "OU", certificate: { certificate_id: "OU-1", valid_until: "2999-01-01", note: NOTE } },
		],
	});
	await packshot.product({ barcode: "4011", info: { product_name: "Bananas" } });
	await packshot.picture(BARCODE, "front");
	const person = await newPerson(packshot);
	owner = person;
	client = await packshot.client({}, "1000");
	await packshot.installation.db.write(setOwner, { clientId: client.clientId, ownerId: person.accountId });
});
afterAll(() => packshot.close());
const alerts = alerting(() => packshot.installation);

/** Everything that the API, the pages of a customer and the public pages answer, by name. */
async function walk(): Promise<Map<string, string>> {
	const said = new Map<string, string>();
	packshot.clock.advance(60_000);
	const order = await packshot.call("/orders", { client, json: { items: [{ barcode: BARCODE }] } });
	const order_id: string = order.body.order_id;
	said.set("POST /orders", JSON.stringify(order.body));
	await walkApi(order_id, said);
	await walkPages(order_id, said);
	for (const path of ["/", "/products", "/brands", `/p/${BARCODE}`, "/sitemap.xml"])
		said.set(`page ${path}`, (await visit(packshot, path)).text);
	return said;
}

async function walkApi(orderId: string, said: Map<string, string>): Promise<void> {
	const bodies: Readonly<Record<string, object>> = {
		"POST /products/bulk-check": { barcodes: [BARCODE] },
		"POST /metadata/bulk-check": { barcodes: [BARCODE], fields: true },
		"POST /barcodes/resolve": { barcodes: [BARCODE] },
		"POST /orders/quote": { items: [{ barcode: BARCODE }] },
	};
	const filters: Readonly<Record<string, string>> = {
		"GET /metadata/products": "?has=hechshers",
		"GET /metadata-fields": "?counts=true",
		"GET /products/{barcode}/image": "?variant=front",
	};
	for (const name of Object.keys(apiRoutes)) {
		const [method = "", path = ""] = name.split(" ");
		const { [name]: json } = bodies;
		if (!["GET", "HEAD"].includes(method) && !json) continue;
		if (path.includes("{token}")) continue;
		packshot.clock.advance(1000);
		const filled = path
			.replace("{barcode}", BARCODE)
			.replace("{order_id}", orderId)
			.replace("{alert_id}", "alr_none");
		const answer = await packshot.call(filled + (filters[name] ?? ""), {
			method,
			client,
			...(json ? { json } : {}),
		});
		said.set(name, new TextDecoder().decode(answer.bytes));
		if (path.endsWith("/archive")) {
			const files = await unzipped((await packshot.call(answer.headers.get("location") ?? "")).bytes);
			for (const [file, bytes] of files) said.set(`${name} ${file}`, bytes.toString());
		}
	}
}

async function walkPages(orderId: string, said: Map<string, string>): Promise<void> {
	const path = { client_id: client.clientId, barcode: BARCODE, order_id: orderId };
	const names = (Object.keys(routes) as RouteName[]).filter(
		(name) => name.startsWith("GET /keys/") || name === "GET /basket" || name === "GET /lists",
	);
	for (const name of names) {
		const formats = name.endsWith("/metadata")
			? ["csv", "ndjson", "woocommerce", "shopify", "google-merchant"]
			: [""];
		for (const format of formats) {
			packshot.clock.advance(1000);
			const query = format === "" ? { ...queries[name] } : { format };
			const answer = await owner.ask(name, { path, ...(Object.keys(query).length > 0 ? { query } : {}) });
			said.set(`${name} ${format}`.trim(), answer.text);
		}
	}
}

const naming = (said: Map<string, string>) =>
	[...said]
		.filter(([, text]) => text.includes(SYMBOL) || text.includes("Withheld agency"))
		.map(([name]) => name);

test("a withheld hechsher leaves by no way, and comes back by all of them", async () => {
	await decide(packshot, { kosher_facts: true, kosher_status: true });
	const said = await walk();
	const before = naming(said);
	expect([...said].filter(([, text]) => text.includes("OU-1")).map(([name]) => name)).toContain(
		"GET /products/{barcode}/kosher",
	);
	// What the operator notes of a certificate is nobody else's.
	expect([...said].filter(([, text]) => text.includes(NOTE)).map(([name]) => name)).toEqual([]);
	expect(before).toEqual(
		expect.arrayContaining([
			"GET /products/{barcode}",
			"GET /orders/{order_id}/products",
			"GET /orders/{order_id}/archive products.csv",
			"GET /keys/{client_id}/product-filters",
			"GET /keys/{client_id}/orders/{order_id}/metadata woocommerce",
			...["page /", "page /products", `page /p/${BARCODE}`],
		]),
	);
	const alertId = await alerts.publish([BARCODE], { symbol: SYMBOL, message: "Do not rely on it." });
	const during = naming(await walk()).filter((name) => !SAYS_SO.test(name));
	// An alert names the symbol where the product is shown, and in the archive.
	expect(during).toEqual(["GET /orders/{order_id}/archive alerts.csv", `page /p/${BARCODE}`]);
	await alerts.end(alertId, "mistaken");
	expect(naming(await walk()).filter((name) => before.includes(name))).toEqual(before);
});

test("a withheld hechsher is not charged for", async () => {
	const price = async () =>
		(await packshot.call(`/products/${BARCODE}?include=hechshers`, { client })).body.meta.credits_debited;
	await packshot.product({ barcode: BARCODE, hechshers: [{ symbol: SYMBOL }] });
	expect(await price()).toBe(0.05);
	const alertId = await alerts.publish([BARCODE], { symbol: SYMBOL });
	expect(await price()).toBe(0);
	await alerts.end(alertId, "settled");
	expect(await price()).toBe(0);
	await packshot.product({ barcode: BARCODE, hechshers: [{ symbol: SYMBOL }] });
	expect(await price()).toBe(0.05);
});

test("a withheld hechsher comes back by no edit and no suggestion, which say that it is stored", async () => {
	const barcode = "7290000000008";
	const hechshers = [{ symbol: SYMBOL }, { symbol: "OU" }];
	await packshot.product({ barcode, hechshers: [{ symbol: "OU" }] });
	const alertId = await alerts.publish([barcode], { symbol: SYMBOL });
	const administrator = await newPerson(packshot, { isAdministrator: true });
	const path = { barcode };
	const served = async () =>
		(
			await packshot.call(`/products/${barcode}?include=hechshers`, { client })
		).body.product_meta.hechshers.map(({ symbol }: { symbol: string }) => symbol);
	const stored = async () =>
		(await administrator.ask("GET /admin/catalogue/products/{barcode}", { path })).body;
	const edited = await administrator.ask("PATCH /admin/catalogue/products/{barcode}", {
		path,
		body: { base: { hechshers: [{ symbol: "OU" }] }, change: { hechshers } },
	});
	expect([edited.status, JSON.stringify(edited.body)]).toEqual([200, expect.stringContaining(SYMBOL)]);
	expect([await served(), JSON.stringify(await stored())]).toEqual([["OU"], expect.stringContaining(SYMBOL)]);
	await packshot.product({ barcode, hechshers: [{ symbol: "OU" }] });
	await letPropose(administrator, owner);
	const { body } = await propose(owner, { barcode, fields: { hechshers } });
	const review = await administrator.ask("GET /admin/review", { query: { per_page: "200" } });
	const found = review.body.data.find(
		(each: { proposal_id: string }) => each.proposal_id === body.proposal_id,
	);
	const approved = await administrator.ask("POST /admin/review/{proposal_id}/approve", {
		path: { proposal_id: body.proposal_id },
		body: { compared_with: found.compared_with },
	});
	expect(approved.status).toBe(200);
	expect([await served(), JSON.stringify(await stored())]).toEqual([["OU"], expect.stringContaining(SYMBOL)]);
	await alerts.end(alertId, "mistaken");
	expect(await served()).toEqual([SYMBOL, "OU"]);
});

test("the report of an import says what an alert withholds", async () => {
	const alertId = await alerts.publish([BARCODE], { symbol: SYMBOL });
	const folder = mkdtempSync(join(tmpdir(), "packshot-withheld-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	const file = join(folder, "p.ndjson");
	writeFileSync(file, JSON.stringify({ barcode: BARCODE, hechshers: [{ symbol: SYMBOL, org: "Again" }] }));
	const { stdout } = await commandLine(packshot.settings).packshot("import", file);
	expect(stdout).toContain("1 hechshers stored, but not served while a kosher alert withholds them");
	await alerts.end(alertId, "settled");
});

describe("the public pages", () => {
	test("show alerts about public products in a list, on a page of their own and in a valid feed", async () => {
		const wording = {
			symbol: "OU",
			message: "<b>Do not eat</b> & כשר",
			lots: "L1",
			source: "https://agency.example/1",
		};
		const alertId = await alerts.publish([BARCODE, "4011"], wording);
		const list = await visit(packshot, "/alerts");
		expect([list.status, list.text]).toEqual([200, expect.stringContaining(`href="/alerts/${alertId}"`)]);
		expect(list.text).toContain("<bdi>Bananas</bdi>");
		const page = await visit(packshot, `/alerts/${alertId}`);
		expect(page.text).toContain("&lt;b&gt;Do not eat&lt;/b&gt; &amp; כשר");
		expect(page.text).toContain('<a href="/p/4011"><bdi>Bananas</bdi></a>');
		expect(page.text).toContain('rel="nofollow noopener"');
		const feed = await visit(packshot, "/alerts.atom");
		expect(feed.headers.get("content-type")).toMatch(/^application\/atom\+xml/);
		expect(feed.text).toMatch(
			/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom"><id>http/,
		);
		const entry = feed.text.split("<entry>").find((each) => each.includes(alertId)) ?? "";
		expect(entry).toMatch(/<content type="text">[^\n]*Bananas[^\n]*\n/);
		expect(entry).toContain("<title>Certification withdrawn: OU</title>");
		expect(entry).toContain("&lt;b&gt;Do not eat&lt;/b&gt; &amp; כשר\nLots: L1");
		for (const text of [feed.text, entry])
			expect(text).toMatch(/<updated>\d{4}-\d\d-\d\dT[\d:.]+Z<\/updated>/);
		const { problems, entries } = readAtom(feed.text);
		expect(problems).toEqual([]);
		expect(entries.length).toBe(feed.text.split("<entry>").length - 1);
		expect((await visit(packshot, `/p/4011`)).text).toContain(`/alerts/${alertId}`);
		await alerts.end(alertId, "settled");
		expect((await visit(packshot, `/alerts/${alertId}`)).text).toContain("settled");
		expect((await visit(packshot, "/p/4011")).text).not.toContain(`/alerts/${alertId}`);
		expect((await visit(packshot, "/alerts/alr_none")).status).toBe(404);
	});

	test("show no alert about products that are not public", async () => {
		const alertId = await alerts.publish(["4011"], { kind: "notice", symbol: null, withholds: false });
		await decide(packshot, { departments: ["Passover"] });
		expect((await visit(packshot, `/alerts/${alertId}`)).status).toBe(404);
		expect((await visit(packshot, "/alerts")).text).not.toContain(alertId);
		expect((await visit(packshot, "/alerts.atom")).text).not.toContain(alertId);
	});
});
