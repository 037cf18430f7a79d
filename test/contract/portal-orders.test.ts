import { readSheet } from "read-excel-file/node";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ClientPolicy } from "../../src/clients/policy/client.ts";
import { defaultPolicy } from "../../src/clients/policy/service.ts";
import { attributePictures } from "../../src/leaks/attribution/leak-report.ts";
import { MINUTE_MS } from "../../src/platform/time/durations.ts";
import { order } from "../support/orders.ts";
import { fundedKey, newPerson, separateKey } from "../support/portal.ts";
import { everyScope } from "../support/products.ts";
import { unversioned } from "../support/pulling.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";
import { from, TRUST_LOCAL_PROXY } from "../support/signed-urls.ts";
import { unzipped } from "../support/unzipped.ts";

/** Buying with one's own key in the browser, and downloading the purchase. */

const WHOLE = "0725272730706";
const PLAIN = "4011";

let packshot: TestService;
let owner: Awaited<ReturnType<typeof newPerson>>;
let administrator: Awaited<ReturnType<typeof newPerson>>;
let made = 0;
/** The idempotency key that a page creates for each order. */
const newOrderKey = () => `order-key-of-a-page-${++made}`;

beforeAll(async () => {
	packshot = await startService({
		settings: {
			...TRUST_LOCAL_PROXY,
			PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000",
			PACKSHOT_SESSION_IDLE_MINUTES: "10000",
		},
	});
	await packshot.product(everyScope(WHOLE), {
		barcode: PLAIN,
		info: { brand: "=Elite", product_name: "במבה" },
	});
	await packshot.picture(WHOLE, "front", { seed: 3 });
	await packshot.picture(WHOLE, "back_clean", { seed: 4 });
	owner = await newPerson(packshot);
	administrator = await newPerson(packshot, { isAdministrator: true });
	const path = { account_id: owner.accountId };
	await administrator.ask("PATCH /admin/accounts/{account_id}", { path, body: { keys_allowed: 1000 } });
});
afterAll(() => packshot.close());
beforeEach(() => packshot.clock.advance(MINUTE_MS));

const key = (credits = 100) => fundedKey(packshot, administrator, owner, credits);
type Path = { client_id: string };

const buy = (path: Path, body: object, by = owner) =>
	by.ask("POST /keys/{client_id}/orders", { path, body: { idempotency_key: newOrderKey(), ...body } });
const quote = (path: Path, body: object) => owner.ask("POST /keys/{client_id}/orders/quote", { path, body });
const balance = async (path: Path) =>
	(await owner.ask("GET /keys/{client_id}", { path })).body.credit_balance as number;
const items = [{ barcode: WHOLE }, { barcode: PLAIN, include: ["info"] }, { barcode: "99999" }];

/** Changes a key's policy, as an administrator does. */
const decide = (clientId: string, policy: Partial<ClientPolicy>) =>
	packshot.updateClient({ clientId, policy: { ...defaultPolicy, name: "A shop" } } as TestClient, policy);

async function bought(path: Path, body: object = { items }) {
	const { body: placed } = await buy(path, body);
	return { ...path, order_id: placed.order_id as string };
}

describe("a quote", () => {
	test("lists line by line what the API would charge, with names, and what is left; nothing is stored", async () => {
		const { path } = await key();
		const { body } = await quote(path, { items });
		expect(body.lines).toMatchObject([
			{ barcode: WHOLE, found: true, variants: ["front", "back_clean"], thumbnail: expect.any(String) },
			{ barcode: PLAIN, found: true, name: "במבה", brand: "=Elite", scopes: ["info"], credits: 0.1 },
			{ barcode: "99999", found: false, name: null, credits: 0 },
		]);
		expect(body.lines[0].scopes).toEqual(
			expect.arrayContaining(["info", "hechshers", "nutrition", "ingredients", "catalog_meta", "image_meta"]),
		);
		// 0.1 for info, 0.05 for each of five other scopes, 0.25 for each of two pictures, 0.1 for the other product's info.
		expect(body).toMatchObject({ credits: 0.95, balance: 100, balance_after: 99.05, is_affordable: true });
		expect(body).toMatchObject({ pictures: 2, drawn_pictures: 2 });
		expect(await balance(path)).toBe(100);
		expect((await owner.ask("GET /keys/{client_id}/orders", { path })).body.data).toEqual([]);
	});

	test("reports that the balance or the daily cap is too low", async () => {
		const { path } = await key(0.5);
		expect((await quote(path, { items })).body).toMatchObject({ is_affordable: false, balance_after: -0.45 });
		const capped = await key(10);
		await owner.ask("PATCH /keys/{client_id}", { path: capped.path, body: { daily_cap_credits: 0.2 } });
		const { body } = await quote(capped.path, { items });
		expect(body).toMatchObject({ is_affordable: false, balance_after: 9.05, left_of_caps: 0.2 });
	});

	test("says what orders hold already, and on how many pictures the visible mark is drawn", async () => {
		const { path, clientId } = await key();
		const order = await bought(path, {
			items: [{ barcode: WHOLE, include: ["info", "images"], variants: ["front"] }],
		});
		await decide(clientId, { watermark: "invisible" });
		const { body } = await quote(path, { items });
		const held = { order_id: order.order_id, size: null, scopes: ["info"], variants: ["front"] };
		expect(body.lines[0].held).toMatchObject(held);
		expect([body.lines[1].held, body.lines[2].held]).toEqual([null, null]);
		expect(body).toMatchObject({ credits: 0.95, pictures: 2, drawn_pictures: 0 });
		expect((await owner.ask("GET /keys/{client_id}/orders/{order_id}", { path: order })).body).toMatchObject({
			pictures: 1,
			drawn_pictures: 0,
		});
		const other = await key();
		expect((await quote(other.path, { items })).body.lines[0].held).toBeNull();
	});

	test("hides names and pictures that are locked, and refuses a locked scope", async () => {
		const { path, clientId } = await key();
		await decide(clientId, { locks: ["info.product_name", "images.front"] });
		const { body } = await quote(path, { items });
		expect(body.lines[1]).toMatchObject({ name: null, brand: "=Elite" });
		expect(body.lines[0]).toMatchObject({ thumbnail: null, variants: ["back_clean"] });
		await decide(clientId, { locks: ["nutrition"] });
		const refused = await quote(path, { items });
		expect([refused.status, refused.body.error]).toEqual([403, "scope_forbidden"]);
	});

	test("is limited to ten long lists a minute", async () => {
		const { path } = await key();
		const long = { items: Array.from({ length: 51 }, (_, place) => ({ barcode: String(1000 + place) })) };
		for (let time = 0; time < 10; time++) expect((await quote(path, long)).status).toBe(200);
		const refused = await quote(path, long);
		expect([refused.status, refused.body.error]).toEqual([429, "rate_limited"]);
		expect((await quote(path, { items })).status).toBe(200);
	});
});

describe("an order", () => {
	test("is a regular order of the API: one ledger row, in both order lists, with an event", async () => {
		const { path, clientId, token } = await key();
		const { status, body } = await buy(path, { items, name: "סתיו", max_credits: 0.95 });
		expect([status, body.credits, body.balance, body.is_repeat]).toEqual([201, 0.95, 99.05, false]);
		const headers = { authorization: `Bearer ${token}` };
		const seen = await fetch(`${packshot.origin}/api/v1/orders/${body.order_id}`, { headers });
		expect(await seen.json()).toMatchObject({ credits: 0.95, name: "סתיו" });
		const { db } = packshot.installation;
		const rows = await db.read
			.selectFrom("ledger")
			.select(["units", "note"])
			.where("client_id", "=", clientId)
			.where("kind", "=", "charge")
			.execute();
		expect(rows).toEqual([{ units: -9500, note: body.order_id }]);
		const events = db.read.selectFrom("portal_event").select("detail").where("action", "=", "order.placed");
		expect(await events.where("subject", "=", body.order_id).execute()).toEqual([{ detail: clientId }]);
		const listed = await owner.ask("GET /keys/{client_id}/orders", { path });
		expect(listed.body).toMatchObject({
			data: [{ order_id: body.order_id, found_count: 2 }],
			next_cursor: null,
		});
		const one = await owner.ask("GET /keys/{client_id}/orders/{order_id}", {
			path: { ...path, order_id: body.order_id },
		});
		expect(one.body.lines.map(({ credits }: { credits: number }) => credits)).toEqual([0.85, 0.1, 0]);
	});

	test("has its own line in ledger, calls and log while it can be fetched; the ledger later lists what was charged", async () => {
		const { path } = await key();
		const { body } = await buy(path, { items, name: "סתיו" });
		const shown = { order_id: body.order_id, name: "סתיו", found_count: 2 };
		const read = async (route: "ledger" | "calls") =>
			(await owner.ask(`GET /keys/{client_id}/${route}`, { path })).body.data[0];
		const csv = async () =>
			(await owner.ask("GET /keys/{client_id}/ledger.csv", { path })).text.split("\r\n")[1];
		const event = async () => (await administrator.ask("GET /admin/events", { query: {} })).body.data[0].what;
		for (const list of ["ledger", "calls"] as const) {
			expect(await read(list)).toMatchObject({ what: "Order “סתיו” · 2 products", order: shown });
		}
		expect(await csv()).toMatch(
			new RegExp(`,${body.order_id},,Order “סתיו” · 2 products,${path.client_id}$`),
		);
		expect(await event()).toMatch(/ bought order “\u2068סתיו\u2069”$/);
		const admins = await administrator.ask("GET /keys/{client_id}/ledger", { path });
		expect(admins.body.data[0].order).toEqual(shown);

		await packshot.alter(`update client_order set expires_at = 1 where order_id = '${body.order_id}'`);
		expect(await read("ledger")).toMatchObject({
			note: body.order_id,
			what: expect.stringMatching(/^Order: 2 × product facts, .*, 2 pictures$/),
			order: null,
		});
	});

	test("is not confused with a refund whose note is the order's id", async () => {
		const { path, clientId } = await key();
		const { body } = await buy(path, { items });
		const refund = { credits: 0.95, note: body.order_id };
		await administrator.ask("POST /keys/{client_id}/credits", {
			path: { client_id: clientId },
			body: refund,
		});
		const { data } = (await owner.ask("GET /keys/{client_id}/ledger", { path })).body;
		expect(data[0]).toMatchObject({ note: body.order_id, what: "", order: null });
		expect(data[1].order).toMatchObject({ name: null, found_count: 2 });
	});

	test("sent again is the same order, paid once; with other products it is refused", async () => {
		const { path } = await key();
		const body = { items, idempotency_key: newOrderKey() };
		const clicks = await Promise.all([buy(path, body), buy(path, body), buy(path, body)]);
		expect(new Set(clicks.map((click) => click.body.order_id)).size).toBe(1);
		expect(clicks.filter((click) => click.body.is_repeat)).toHaveLength(2);
		expect(await balance(path)).toBe(99.05);
		packshot.clock.advance(3 * 86_400_000);
		expect((await buy(path, body)).body).toMatchObject({ is_repeat: true, credits: 0.95 });
		const other = await buy(path, { ...body, items: items.slice(1) });
		expect([other.status, other.body.error]).toEqual([409, "idempotency_key_mismatch"]);
		expect(await balance(path)).toBe(99.05);
	});

	test.each([
		["402 for an insufficient balance", 0.5, {}, 402, "insufficient_credits"],
		["422 when it costs more than was shown", 100, { max_credits: 0.94 }, 422, "max_credits_exceeded"],
		["400 for an unknown size", 100, { size: "12" }, 400, "bad_request"],
		["400 for a word as barcode", 100, { items: [{ barcode: "matzah" }] }, 400, "invalid_barcode"],
	])("%s, and nothing is bought", async (_, credits, more, status, error) => {
		const { path } = await key(credits);
		const answer = await buy(path, { items, ...more });
		expect([answer.status, answer.body.error]).toEqual([status, error]);
		expect(await balance(path)).toBe(credits);
		expect((await owner.ask("GET /keys/{client_id}/orders", { path })).body.data).toEqual([]);
	});

	test("is refused from an address that the key does not allow, and so is its download", async () => {
		const { path, clientId } = await key();
		const at = await bought(path);
		await decide(clientId, { allowlist: ["203.0.113.9"] });
		const refused = await buy(path, { items });
		expect([refused.status, refused.body.error]).toEqual([403, "client_ip_not_allowed"]);
		const archive = await owner.ask("POST /keys/{client_id}/orders/{order_id}/archive", {
			path: at,
			body: {},
		});
		expect([archive.status, archive.body.error]).toEqual([403, "client_ip_not_allowed"]);
	});

	test("of a revoked key is inaccessible", async () => {
		const { path } = await key();
		const at = await bought(path);
		const { body } = await owner.ask("POST /keys/{client_id}/orders/{order_id}/archive", {
			path: at,
			body: {},
		});
		await owner.ask("POST /keys/{client_id}/revoke", { path, body: { confirm: "A shop" } });
		const asked = [
			await owner.ask("GET /keys/{client_id}/orders", { path }),
			await owner.ask("GET /keys/{client_id}/orders/{order_id}", { path: at }),
			await owner.ask("POST /keys/{client_id}/orders/{order_id}/archive", { path: at, body: {} }),
			await owner.ask("GET /keys/{client_id}/orders/{order_id}/metadata", {
				path: at,
				query: { format: "csv" },
			}),
			await quote(path, { items }),
			await buy(path, { items }),
		];
		for (const answer of asked) expect([answer.status, answer.body.error]).toEqual([409, "key_not_active"]);
		expect((await fetch(body.url)).status).toBe(403);
	});

	test("of one key is not found through another key of the same account", async () => {
		const { path } = await key();
		const at = await bought(path);
		const { clientId } = await separateKey(owner);
		const other = { ...at, client_id: clientId };
		const asked = [
			await owner.ask("GET /keys/{client_id}/orders/{order_id}", { path: other }),
			await owner.ask("POST /keys/{client_id}/orders/{order_id}/archive", { path: other, body: {} }),
			await owner.ask("POST /keys/{client_id}/orders/{order_id}/picture", {
				path: other,
				body: { barcode: WHOLE, variant: "front" },
			}),
		];
		expect(asked.map(({ status }) => status)).toEqual([404, 404, 404]);
	});
});

describe("downloading an order", () => {
	test("as a ZIP works once, from the same address, with files named by barcode or by GS1", async () => {
		const { path } = await key();
		const at = await bought(path);
		const ask = (body: object) =>
			owner.ask("POST /keys/{client_id}/orders/{order_id}/archive", { path: at, body });
		const plain = (await ask({})).body.url;
		expect((await fetch(plain, from("198.51.100.7"))).status).toBe(403);
		const files = await unzipped(Buffer.from(await (await fetch(plain)).arrayBuffer()));
		expect([...files.keys()].slice(0, 2)).toEqual([
			`pictures/${WHOLE}_front.jpg`,
			`pictures/${WHOLE}_back_clean.png`,
		]);
		expect((await fetch(plain)).status).toBe(410);
		const gs1 = await fetch((await ask({ names: "gs1" })).body.url);
		const named = await unzipped(Buffer.from(await gs1.arrayBuffer()));
		expect([...named.keys()].slice(0, 2)).toEqual([
			`pictures/00725272730706_C1N1.jpg`,
			`pictures/00725272730706_A7N1.png`,
		]);
	});

	test("as a single picture works once, and the picture traces to the key", async () => {
		const { path, clientId } = await key();
		const at = await bought(path);
		const ask = (body: object) =>
			owner.ask("POST /keys/{client_id}/orders/{order_id}/picture", { path: at, body });
		const { body } = await ask({ barcode: WHOLE, variant: "front" });
		const answer = await fetch(body.url);
		expect([answer.status, (await fetch(body.url)).status]).toEqual([200, 410]);
		const copy = Buffer.from(await answer.arrayBuffer());
		const { candidates } = await attributePictures(packshot.installation, [copy], { barcode: WHOLE });
		expect(candidates[0]?.clientId).toBe(clientId);
		const absent = await ask({ barcode: WHOLE, variant: "back" });
		expect([absent.status, absent.body.error]).toEqual([404, "variant_not_available"]);
		expect((await ask({ barcode: "4012", variant: "front" })).status).toBe(404);
	});

	test("as metadata returns 429 after 20 files in a minute", async () => {
		const { path } = await key();
		const at = await bought(path);
		const take = () =>
			owner.ask("GET /keys/{client_id}/orders/{order_id}/metadata", { path: at, query: { format: "csv" } });
		const answers = await Promise.all(Array.from({ length: 21 }, take));
		const refused = answers.filter(({ status }) => status !== 200);
		expect(refused.map(({ status, body }) => [status, body.error])).toEqual([[429, "rate_limited"]]);
	});

	test("as metadata gives CSV with formulas escaped, NDJSON, and XLSX with only text cells", async () => {
		const { path } = await key();
		const at = await bought(path);
		const take = async (format: string) => {
			const url = `${packshot.origin}/portal/api/keys/${path.client_id}/orders/${at.order_id}/metadata?format=${format}`;
			const answer = await fetch(url, { headers: { cookie: owner.cookie ?? "" } });
			expect(answer.headers.get("content-disposition")).toBe(
				`attachment; filename="${at.order_id}.${format}"`,
			);
			return Buffer.from(await answer.arrayBuffer());
		};
		const csv = (await take("csv")).toString("utf8");
		expect(csv.split("\r\n")[2]).toContain(`${PLAIN},'=Elite`);
		const lines = (await take("ndjson")).toString("utf8").trim().split("\n");
		expect(lines.map((line) => JSON.parse(line).barcode)).toEqual([WHOLE, PLAIN]);
		const rows = await readSheet(await take("xlsx"));
		expect(rows.map(([barcode]) => barcode)).toEqual(["barcode", WHOLE, PLAIN]);
		expect(rows[2]).toContain("=Elite");
		expect(rows.flat().filter((cell) => cell !== null && typeof cell !== "string")).toEqual([]);
	});

	test("as an import of a shop names pictures, or their addresses where the shop needs them", async () => {
		const { path } = await key();
		const at = await bought(path);
		const take = (query: { format: string; image_base_url?: string }, by = owner) =>
			by.ask("GET /keys/{client_id}/orders/{order_id}/metadata", { path: at, query });
		const woocommerce = await take({ format: "woocommerce" });
		expect(woocommerce.headers.get("content-disposition")).toContain(`${at.order_id}-woocommerce.csv`);
		expect(unversioned(woocommerce.text)).toContain(`"${WHOLE}_front.jpg, ${WHOLE}_back_clean.png"`);
		expect(woocommerce.text).toContain("'=Elite במבה");
		const link = `https://cdn.example/files/${WHOLE}_front.jpg?v=1`;
		const shopify = (await take({ format: "shopify", image_base_url: link })).text;
		expect(unversioned(shopify)).toContain(`https://cdn.example/files/${WHOLE}_back_clean.png`);
		// The other product has no description, so Google would refuse it.
		const google = await take({ format: "google-merchant", image_base_url: "https://shop.example/p" });
		expect(google.headers.get("content-type")).toBe("text/tab-separated-values; charset=utf-8");
		const ids = [...google.text.matchAll(/^\w+(?=\t)/gm)].map(([id]) => id);
		expect(ids).toEqual(["id", WHOLE]);
		for (const more of [{}, { image_base_url: "javascript:alert(1)" }]) {
			const refused = await take({ format: "shopify", ...more });
			expect([refused.status, refused.body.error]).toEqual([400, "bad_request"]);
			expect(refused.body.message).toContain("image_base_url");
		}
		const stranger = await newPerson(packshot);
		expect((await take({ format: "woocommerce" }, stranger)).status).toBe(404);
	});
});

test("concurrent API calls, API orders and portal orders never overdraw, and each is charged once", async () => {
	const { path, clientId, token } = await key(10);
	const client = { clientId, token: async () => token } as unknown as TestClient;
	const one = { items: [{ barcode: PLAIN, include: ["info"] }] };
	const doings = Array.from({ length: 120 }, (_, turn) => async () => {
		if (turn % 3 === 0) return (await buy(path, one)).status === 201;
		if (turn % 3 === 1) return (await order(packshot, client, one)).status === 201;
		const answer = await packshot.call(`/products/${PLAIN}?include=info`, { client });
		return answer.status === 200;
	});
	const paid = (await Promise.all(doings.map((act) => act()))).filter(Boolean).length;
	expect(paid).toBe(100);
	expect(await balance(path)).toBe(0);
	const { units } = await packshot.installation.db.read
		.selectFrom("ledger")
		.select((row) => row.fn.sum<number>("units").as("units"))
		.where("client_id", "=", clientId)
		.executeTakeFirstOrThrow();
	expect(Number(units)).toBe(0);
});
