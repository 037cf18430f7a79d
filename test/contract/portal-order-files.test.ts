import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ClientPolicy } from "../../src/clients/policy/client.ts";
import { defaultPolicy } from "../../src/clients/policy/service.ts";
import { remove } from "../../src/pictures/store/remove.ts";
import { MINUTE_MS } from "../../src/platform/time/durations.ts";
import { fundedKey, newPerson } from "../support/portal.ts";
import { everyScope } from "../support/products.ts";
import { emptyFolder, packshotPull, unversioned } from "../support/pulling.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";
import { unzipped } from "../support/unzipped.ts";

/** The file for a shop of an order that other orders complete: somebody left out what they had. */

const WHOLE = "0725272730706";
const PLAIN = "4011";

let packshot: TestService;
let owner: Awaited<ReturnType<typeof newPerson>>;
let administrator: Awaited<ReturnType<typeof newPerson>>;

beforeAll(async () => {
	packshot = await startService({ settings: { PACKSHOT_SESSION_IDLE_MINUTES: "10000" } });
	await packshot.product(everyScope(WHOLE), { barcode: PLAIN, info: { product_name: "במבה" } });
	await packshot.picture(WHOLE, "front", { seed: 3 });
	await packshot.picture(WHOLE, "back_clean", { seed: 4 });
	owner = await newPerson(packshot);
	administrator = await newPerson(packshot, { isAdministrator: true });
	const path = { account_id: owner.accountId };
	await administrator.ask("PATCH /admin/accounts/{account_id}", { path, body: { keys_allowed: 100 } });
});
afterAll(() => packshot.close());
beforeEach(() => packshot.clock.advance(MINUTE_MS));

async function shop() {
	const { path, apiKey } = await fundedKey(packshot, administrator, owner, 100);
	const { client_id } = path;
	let made = 0;
	return {
		clientId: client_id,
		apiKey,
		async buy(items: object[], name?: string) {
			packshot.clock.advance(1000);
			const idempotency_key = `order-key-of-a-page-${client_id}-${++made}`;
			const body = { items, idempotency_key, ...(name ? { name } : {}) };
			return (await owner.ask("POST /keys/{client_id}/orders", { path, body })).body.order_id as string;
		},
		async completedBy(order_id: string) {
			const at = { path: { client_id, order_id } };
			return (await owner.ask("GET /keys/{client_id}/orders/{order_id}", at)).body.completed_by;
		},
		async file(order_id: string, with_other_orders: boolean) {
			const query = { format: "woocommerce", with_other_orders: String(with_other_orders) };
			const at = { path: { client_id, order_id }, query };
			return unversioned((await owner.ask("GET /keys/{client_id}/orders/{order_id}/metadata", at)).text);
		},
		decide: (policy: Partial<ClientPolicy>) =>
			packshot.updateClient(
				{ clientId: client_id, policy: { ...defaultPolicy, name: "A shop" } } as TestClient,
				policy,
			),
	};
}

const rowOf = (file: string, barcode: string) =>
	file.split("\r\n").find((line) => line.startsWith(`simple,${barcode}`)) ?? "";

test("an order is completed by others that have more of its products, for its products alone", async () => {
	const { buy, completedBy, file } = await shop();
	const facts = await buy([{ barcode: WHOLE, include: ["info", "hechshers"] }, { barcode: PLAIN }], "Facts");
	const front = await buy([{ barcode: WHOLE, include: ["images"], variants: ["front"] }]);
	const back = await buy([{ barcode: WHOLE, include: ["images"], variants: ["back_clean"] }], "Backs");
	const named = (orders: { order_id: string }[]) => orders.map(({ order_id }) => order_id);
	expect(named(await completedBy(back))).toEqual([front, facts]);
	expect((await completedBy(back))[1]).toMatchObject({
		name: "Facts",
		facts_of: [WHOLE],
		has_more_pictures: false,
	});
	expect((await completedBy(back))[0]).toMatchObject({ name: null, facts_of: [], has_more_pictures: true });
	expect(named(await completedBy(facts))).toEqual([back, front]);

	const alone = await file(back, false);
	expect(rowOf(alone, WHOLE)).toContain(`,${WHOLE}_back_clean.png,`);
	expect(rowOf(alone, WHOLE)).not.toContain("front");
	const whole = await file(back, true);
	expect(rowOf(whole, WHOLE)).toContain(`"${WHOLE}_front.jpg, ${WHOLE}_back_clean.png"`);
	expect(rowOf(whole, WHOLE).length).toBeGreaterThan(rowOf(alone, WHOLE).length + 20);
	expect(rowOf(whole, PLAIN)).toBe("");
	expect(rowOf(await file(facts, true), PLAIN)).toContain("במבה");
});

test("names pictures as the archive for shops and packshot-pull do, and otherwise once they are replaced", async () => {
	const { buy, clientId, apiKey } = await shop();
	const order_id = await buy([{ barcode: WHOLE }]);
	const path = { client_id: clientId, order_id };
	const imagesOf = async () => {
		const query = { format: "woocommerce" };
		const { text } = await owner.ask("GET /keys/{client_id}/orders/{order_id}/metadata", { path, query });
		return text.match(/\d+_(?:front|back)(?:_clean)?-[\da-f]{10}\.\w+/g) as string[];
	};
	const page = await imagesOf();
	expect(page.map(unversioned)).toEqual([`${WHOLE}_front.jpg`, `${WHOLE}_back_clean.png`]);
	const archive = "POST /keys/{client_id}/orders/{order_id}/archive";
	const { body } = await owner.ask(archive, { path, body: { names: "shop" } });
	const zip = Buffer.from(await (await fetch(body.url)).arrayBuffer());
	expect([...(await unzipped(zip)).keys()]).toEqual(
		expect.arrayContaining(page.map((name) => `pictures/${name}`)),
	);
	const out = emptyFolder();
	const list = join(out, "list.txt");
	writeFileSync(list, WHOLE);
	await packshotPull(packshot, { clientId, apiKey }, list, "--out", out, "--yes", "--format", "woocommerce");
	expect(readdirSync(out)).toEqual(expect.arrayContaining(page));
	await packshot.picture(WHOLE, "front", { seed: 33 });
	const [front, back] = await imagesOf();
	expect([front === page[0], back]).toEqual([false, page[1]]);
});

test("nothing completes an order that has all that was ever ordered of its products", async () => {
	const { buy, completedBy, file } = await shop();
	await buy([{ barcode: WHOLE, include: ["info"] }]);
	await buy([{ barcode: PLAIN }]);
	const all = await buy([{ barcode: WHOLE }]);
	expect(await completedBy(all)).toEqual([]);
	expect(await file(all, true)).toBe(await file(all, false));
});

test("another key's orders, and what is locked today, stay out", async () => {
	const [one, other] = [await shop(), await shop()];
	await other.buy([{ barcode: WHOLE, include: ["info"] }]);
	const facts = await one.buy([{ barcode: WHOLE, include: ["info"] }]);
	const back = await one.buy([{ barcode: WHOLE, include: ["images"], variants: ["back_clean"] }]);
	expect((await one.completedBy(back)).map(({ order_id }: { order_id: string }) => order_id)).toEqual([
		facts,
	]);
	const open = rowOf(await one.file(back, true), WHOLE);
	await one.decide({ locks: ["info"] });
	const locked = rowOf(await one.file(back, true), WHOLE);
	expect(locked).toBe(rowOf(await one.file(back, false), WHOLE));
	expect(open.length).toBeGreaterThan(locked.length);
});

test("a shop is told what is true today: no withdrawn hechsher, no removed product, as packshot-pull tells it", async () => {
	const MATZAH = "7290000066318";
	const GONE = "4006381333931";
	const EMPTY = "4012";
	const named = (barcode: string) => ({ barcode, info: { product_name: `Product ${barcode}` } });
	await packshot.product(
		{ ...named(MATZAH), hechshers: [{ symbol: "OU" }, { symbol: "Badatz" }] },
		{ ...named(GONE), hechshers: [{ symbol: "OU" }] },
		named(EMPTY),
	);
	const { buy, file, clientId, apiKey } = await shop();
	const hechshers = [MATZAH, EMPTY].map((barcode) => ({ barcode, include: ["hechshers"] }));
	const order = await buy([...hechshers, { barcode: GONE }]);
	expect(rowOf(await file(order, false), MATZAH)).toContain("OU, Badatz");
	await packshot.product({ ...named(MATZAH), hechshers: [{ symbol: "Badatz" }] });
	const gone = { barcode: GONE, variant: null, uploadOffsetMinutes: 0 };
	await packshot.installation.db.write(remove, gone);
	const page = await file(order, false);
	expect(rowOf(page, MATZAH)).toContain("Kosher certification: Badatz");
	expect(page).not.toContain("OU");
	expect([rowOf(page, GONE), rowOf(page, EMPTY)]).toEqual(["", ""]);

	const out = emptyFolder();
	const list = join(out, "list.txt");
	writeFileSync(list, [MATZAH, EMPTY, GONE].join("\n"));
	const options = ["--yes", "--format", "woocommerce", "--include", "hechshers"];
	await packshotPull(packshot, { clientId, apiKey }, list, "--out", out, ...options);
	expect(unversioned(readFileSync(join(out, "woocommerce.csv"), "utf8"))).toBe(page);
});
