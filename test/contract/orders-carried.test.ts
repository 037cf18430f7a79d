import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { checkOrders } from "../../src/orders/check-orders.ts";
import { backUp, placeKinds, restoreInto, type TestPlace } from "../support/backups.ts";
import { testClock } from "../support/clock.ts";
import { commandLine } from "../support/command-line.ts";
import { items, order, WHOLE } from "../support/orders.ts";
import { everyScope } from "../support/products.ts";
import { openSchema, postgresUrl } from "../support/schemas.ts";
import { sharedDatabase, startService, type TestClient, type TestService } from "../support/service.ts";
import { unzipped } from "../support/unzipped.ts";

/** Orders that are active when an installation is backed up or moved: the purchases can be fetched from the new one. */

const KEY = "order-that-is-carried-elsewhere";
if (!postgresUrl) console.info("PostgreSQL is not installed: orders are not moved");

async function place(make: () => Promise<TestPlace>): Promise<TestPlace> {
	const made = await make();
	onTestFinished(() => made.remove());
	return made;
}

function start({ folder, settings }: TestPlace): Promise<TestService> {
	return startService({ folder, settings, clock: testClock(Date.UTC(2027, 0, 2)) });
}

interface Bought {
	readonly client: TestClient;
	readonly orderId: string;
	readonly product: object;
	readonly picture: Uint8Array;
	readonly balance: number;
}

/** Buys one product whose metadata changes afterwards. */
async function buy(packshot: TestService): Promise<Bought> {
	await packshot.product(everyScope(WHOLE));
	await packshot.picture(WHOLE, "front");
	const client = await packshot.client({}, "10");
	const { body } = await order(packshot, client, { items: items(WHOLE) }, KEY);
	const { images, ...product } = await onlyProduct(packshot, client, body.order_id);
	const { bytes } = await packshot.call(images.front);
	await packshot.product({ barcode: WHOLE, info: { brand: "Renamed" } });
	return { client, orderId: body.order_id, product, picture: bytes, balance: await packshot.balance(client) };
}

async function onlyProduct(packshot: TestService, client: TestClient, orderId: string) {
	const { status, body } = await packshot.call(`/orders/${orderId}/products`, { client });
	expect([status, body.data.length]).toEqual([200, 1]);
	return body.data[0];
}

/** Checks that everything can still be fetched as it was bought, free of charge and with the same marks. */
async function requireFetched(packshot: TestService, bought: Bought): Promise<void> {
	const { client, orderId, balance } = bought;
	const { images, ...product } = await onlyProduct(packshot, client, orderId);
	expect(product).toEqual(bought.product);
	expect(Buffer.from((await packshot.call(images.front)).bytes).equals(bought.picture)).toBe(true);
	const redirect = await packshot.call(`/orders/${orderId}/archive`, { client });
	const archive = await unzipped((await packshot.call(redirect.headers.get("location") ?? "")).bytes);
	expect(archive.get(`pictures/${WHOLE}_front.jpg`)?.equals(bought.picture)).toBe(true);
	expect(JSON.parse(archive.get("products.ndjson")?.toString() ?? "")).toMatchObject({
		barcode: WHOLE,
		info: { brand: "Golden Sheaf" },
	});
	const again = await order(packshot, client, { items: items(WHOLE) }, KEY);
	expect([again.body.order_id, again.headers.get("idempotency-replayed")]).toEqual([orderId, "1"]);
	expect(await packshot.balance(client)).toBe(balance);
	expect(await checkOrders(packshot.installation, packshot.clock.now())).toEqual({
		orders: 1,
		faults: [],
		lineFaults: [],
	});
}

const first = placeKinds[0]!;
const other = placeKinds.at(-1)!;
const ways = [{ from: first, to: other }, ...(other === first ? [] : [{ from: other, to: first }])];

test.each(ways)("orders survive a backup of $from.name restored into $to.name", async ({ from, to }) => {
	const before = await place(from.make);
	const after = await place(to.make);
	const old = await start(before);
	const bought = await buy(old);
	const file = join(before.folder, "b.tar");
	await backUp(before, file);
	await old.close();
	await restoreInto(after, file);
	const packshot = await start(after);
	onTestFinished(() => packshot.close());
	await requireFetched(packshot, bought);
});

describe.skipIf(!postgresUrl)("moving an installation", () => {
	test("to PostgreSQL and back to SQLite preserves its orders", async () => {
		const onFile = await place(first.make);
		const schema = await openSchema(onFile.folder);
		onTestFinished(schema.drop);
		const onServer = { ...onFile, settings: { PACKSHOT_DATA: onFile.folder, ...sharedDatabase(schema.url) } };
		const source = await start(onFile);
		const bought = await buy(source);
		await source.close();
		expect(await move(onFile, schema.url)).toBe(0);
		const moved = await start(onServer);
		await requireFetched(moved, bought);
		await moved.close();
		expect(await move(onServer, "sqlite")).toBe(0);
		const back = await start(onFile);
		onTestFinished(() => back.close());
		await requireFetched(back, bought);
	});
});

async function move({ settings }: TestPlace, to: string): Promise<number> {
	const line = commandLine(settings);
	onTestFinished(line.remove);
	const { code, stderr } = await line.packshot("move", "--to", to, "--json");
	return code === 0 ? 0 : Promise.reject(new Error(stderr));
}
