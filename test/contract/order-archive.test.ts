import { get } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { revokeClient } from "../../src/clients/policy/store.ts";
import { checkMetadata } from "../../src/imports/formats/metadata-line.ts";
import { readMetadataTable } from "../../src/imports/formats/metadata-table.ts";
import { attributePictures } from "../../src/leaks/attribution/leak-report.ts";
import { remove } from "../../src/pictures/store/remove.ts";
import { MINUTE_MS } from "../../src/platform/time/durations.ts";
import { expectError } from "../support/answers.ts";
import { addFakePicture } from "../support/fake-picture.ts";
import { laterOn } from "../support/orders.ts";
import { everyScope, newBarcode } from "../support/products.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";
import { from, signedUrl, TRUST_LOCAL_PROXY, traceOf } from "../support/signed-urls.ts";
import { unzipped } from "../support/unzipped.ts";

const WHOLE = "0725272730706";
const PLAIN = "4011";

const HEBREW = 'בַּמְבָּה 80 ג"ר';

let packshot: TestService;
beforeAll(async () => {
	packshot = await startService({ settings: TRUST_LOCAL_PROXY });
	await packshot.product(everyScope(WHOLE), {
		barcode: PLAIN,
		info: { brand: "=Elite", product_name: HEBREW },
	});
	await packshot.picture(WHOLE, "front", { seed: 3 });
	await packshot.picture(WHOLE, "back_clean", { seed: 4 });
	await packshot.picture(PLAIN, "front", { seed: 5 });
});
afterAll(() => packshot.close());
// Each test gets a fresh minute, so that no test runs into limits used up by another.
beforeEach(() => packshot.clock.advance(MINUTE_MS));

async function ordered(client: TestClient, ...barcodes: string[]): Promise<string> {
	const json = { items: barcodes.map((barcode) => ({ barcode })) };
	const { status, body } = await packshot.call("/orders", { client, json });
	expect(status).toBe(201);
	return body.order_id;
}

async function archiveUrl(client: TestClient, orderId: string, address?: string): Promise<string> {
	const path = `/orders/${orderId}/archive`;
	const answer = await packshot.call(path, { client, ...(address ? from(address) : {}) });
	expect([answer.status, answer.bytes.length, answer.headers.get("x-credits-debited")]).toEqual([
		302,
		0,
		"0",
	]);
	return answer.headers.get("location") ?? "";
}

/** Places an order and returns it with the URL of its archive. */
async function issued(policy: Parameters<TestService["client"]>[0] = {}, ...barcodes: string[]) {
	const client = await packshot.client(policy, "10");
	const orderId = await ordered(
		client,
		...(barcodes.length > 0 ? barcodes : [WHOLE, "4006381333931", PLAIN]),
	);
	return { client, orderId, url: await archiveUrl(client, orderId) };
}

async function deliveriesOf({ clientId }: TestClient) {
	const { db } = packshot.installation;
	return db.read.selectFrom("delivery").selectAll().where("client_id", "=", clientId).execute();
}

async function openArchives(): Promise<number> {
	return (await packshot.installation.db.read.selectFrom("open_archive").selectAll().execute()).length;
}

describe("GET /archive/{token}", () => {
	test("200 with one ZIP: pictures, and the metadata as NDJSON and as CSV", async () => {
		const { orderId, url } = await issued();
		const { status, headers, bytes } = await packshot.call(url);
		expect(status).toBe(200);
		expect(headers.get("content-type")).toBe("application/zip");
		expect(headers.get("content-disposition")).toBe(`attachment; filename="${orderId}.zip"`);
		expect(headers.get("cache-control")).toBe("private, no-store");
		const files = await unzipped(bytes);
		expect([...files.keys()]).toEqual([
			`pictures/${WHOLE}_front.jpg`,
			`pictures/${WHOLE}_back_clean.png`,
			`pictures/${PLAIN}_front.jpg`,
			"products.ndjson",
			"products.csv",
		]);
		expect(files.get(`pictures/${WHOLE}_front.jpg`)?.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
		expect(files.get(`pictures/${WHOLE}_back_clean.png`)?.subarray(1, 4).toString()).toBe("PNG");
		expect(await openArchives()).toBe(0);
	});

	test("names=gs1 uses GS1 file names except for produce codes; any other scheme is 400", async () => {
		const { client, orderId } = await issued();
		const path = `/orders/${orderId}/archive`;
		const answer = await packshot.call(`${path}?names=gs1`, { client });
		const files = await unzipped((await packshot.call(answer.headers.get("location") ?? "")).bytes);
		expect([...files.keys()].slice(0, 3)).toEqual([
			"pictures/00725272730706_C1N1.jpg",
			"pictures/00725272730706_A7N1.png",
			`pictures/${PLAIN}_front.jpg`,
		]);
		const lines = String(files.get("products.ndjson")).trimEnd().split("\n");
		expect(JSON.parse(lines[1] ?? "").info.product_name).toBe(HEBREW);
		expect(String(files.get("products.csv"))).toContain(HEBREW.replaceAll('"', '""'));
		expectError(await packshot.call(`${path}?names=gtin`, { client }), "bad_request");
	});

	test("its metadata can be imported again, in both formats", async () => {
		const { url } = await issued();
		const files = await unzipped((await packshot.call(url)).bytes);
		const given = everyScope(WHOLE);
		const lines = String(files.get("products.ndjson"))
			.trimEnd()
			.split("\n")
			.map((line) => JSON.parse(line));
		expect(lines.map(({ barcode }) => barcode)).toEqual([WHOLE, PLAIN]);
		expect(Object.keys(lines[1])).toEqual(["barcode", "info"]);
		const [whole] = lines.map(checkMetadata);
		expect(whole).toMatchObject({ change: given });
		const csv = files.get("products.csv") ?? Buffer.alloc(0);
		const rows = [];
		for await (const row of readMetadataTable(
			(async function* () {
				yield csv;
			})(),
		))
			rows.push(row);
		const { hechshers, ...scopes } = given;
		expect(rows).toMatchObject([
			{ change: { ...scopes, hechshers: [{ symbol: "OU", dairy_meat_pareve: "pareve" }] } },
			// Cells that begin like a formula are escaped.
			{ change: { barcode: PLAIN, info: { brand: "'=Elite" } } },
		]);
		expect(hechshers).toHaveLength(1);
	});

	test("records a delivery for each picture, which traces to the client", async () => {
		const { client, url } = await issued();
		const files = await unzipped((await packshot.call(url)).bytes);
		const deliveries = await deliveriesOf(client);
		expect(deliveries).toHaveLength(3);
		expect(new Set(deliveries.map(({ url_id }) => url_id)).size).toBe(1);
		expect(deliveries[0]).toMatchObject({ watermarked: 1, at: packshot.clock.now(), address: "127.0.0.1" });
		const copy = files.get(`pictures/${WHOLE}_front.jpg`) ?? Buffer.alloc(0);
		const report = await attributePictures(packshot.installation, [copy], {});
		expect(report.candidates[0]?.clientId).toBe(client.clientId);
		expect(report.verdict).toBe("identified");
	});

	test("a URL works once; a new URL returns the same files again, free of charge", async () => {
		const { client, orderId, url } = await issued();
		const balance = await packshot.balance(client);
		const first = await packshot.call(url);
		expectError(await packshot.call(url), "signed_url_consumed");
		const second = await packshot.call(await archiveUrl(client, orderId));
		expect([...(await unzipped(second.bytes)).keys()]).toEqual([...(await unzipped(first.bytes)).keys()]);
		expect(await packshot.balance(client)).toBe(balance);
		expect(await deliveriesOf(client)).toHaveLength(6);
	});

	test("HEAD returns the headers of GET without using up the URL, but counts against the IP rate limit", async () => {
		const { client, url } = await issued();
		const head = () => packshot.call(url, { method: "HEAD" });
		const shown = [await head(), await head()];
		const given = await packshot.call(url);
		for (const { status, bytes, headers } of shown) {
			expect([status, bytes.length, headers.get("content-length")]).toEqual([200, 0, null]);
			for (const name of ["content-type", "content-disposition", "cache-control", "x-credits-debited"])
				expect([name, headers.get(name)]).toEqual([name, given.headers.get(name)]);
		}
		const remaining = [...shown, given].map(({ headers }) =>
			Number(headers.get("x-ratelimit-remaining-minute")),
		);
		expect(remaining.map((left) => left - (remaining[0] ?? 0))).toEqual([0, -1, -1]);
		expect((await unzipped(given.bytes)).size).toBe(5);
		expect((await head()).status).toBe(410);
		expect(await deliveriesOf(client)).toHaveLength(3);
		expect(await openArchives()).toBe(0);
	});

	test("HEAD is refused in the same cases as GET", async () => {
		const { url } = await issued();
		const head = async (asked: string, address?: string) =>
			(await packshot.call(asked, { method: "HEAD", ...(address ? from(address) : {}) })).status;
		expect(await head(`${url}x`)).toBe(404);
		expect(await head(url, "192.0.2.2")).toBe(403);
		packshot.clock.advance(15 * MINUTE_MS);
		expect(await head(url)).toBe(410);
	});

	test("serves only one of many concurrent requests for the same URL", async () => {
		const { url } = await issued();
		const answers = await Promise.all(Array.from({ length: 8 }, () => packshot.call(url)));
		const served = answers.filter(({ status }) => status === 200);
		expect(served).toHaveLength(1);
		for (const { status } of answers.filter((answer) => answer !== served[0]))
			expect([410, 429]).toContain(status);
	});

	test("403 from another address, and the URL stays usable from its own", async () => {
		const { client, orderId } = await issued();
		const url = await archiveUrl(client, orderId, "192.0.2.1");
		expectError(await packshot.call(url, from("192.0.2.2")), "signed_url_ip_mismatch");
		expectError(await packshot.call(url), "signed_url_ip_mismatch");
		expect((await packshot.call(url, from("192.0.2.1"))).status).toBe(200);
	});

	test("410 after 15 minutes, and no later than the order", async () => {
		const { url } = await issued();
		packshot.clock.advance(15 * MINUTE_MS - 1);
		expect((await packshot.call(url)).status).toBe(200);
		const late = await issued();
		packshot.clock.advance(15 * MINUTE_MS);
		expectError(await packshot.call(late.url), "signed_url_expired");
		const { client, orderId } = await issued();
		const { body } = await packshot.call(`/orders/${orderId}`, { client });
		packshot.clock.set(Date.parse(body.expires_at) - MINUTE_MS);
		const [used, unused] = [
			await archiveUrl(laterOn(packshot, client), orderId),
			await archiveUrl(laterOn(packshot, client), orderId),
		];
		packshot.clock.advance(MINUTE_MS - 1);
		expect((await packshot.call(used)).status).toBe(200);
		packshot.clock.advance(1);
		expectError(await packshot.call(unused), "signed_url_expired");
	});

	test("403 client_disabled for a revoked client, no delivery recorded", async () => {
		const { client, url } = await issued();
		await packshot.installation.db.write(revokeClient, {
			clientId: client.clientId,
			nowMs: packshot.clock.now(),
		});
		packshot.clock.advance(5000);
		expectError(await packshot.call(url), "client_disabled");
		expect((await packshot.call(url, { method: "HEAD" })).status).toBe(403);
		expect(await deliveriesOf(client)).toEqual([]);
	});

	test("410 signed_url_consumed takes precedence over 403 client_disabled", async () => {
		const { client, url } = await issued();
		expect((await packshot.call(url)).status).toBe(200);
		const { clientId } = client;
		await packshot.installation.db.write(revokeClient, { clientId, nowMs: packshot.clock.now() });
		packshot.clock.advance(5000);
		expectError(await packshot.call(url), "signed_url_consumed");
	});

	test("404 for anything but an archive URL: forged, of a picture, truncated", async () => {
		const { client, url } = await issued();
		const picture = await signedUrl(packshot, client, WHOLE);
		expectError(await packshot.call(picture.replace("/image/", "/archive/")), "not_found");
		expectError(await packshot.call(url.replace("/archive/", "/image/")), "not_found");
		for (const wrong of [`${url}x`, url.slice(0, -1), url.replace(/\.[^.]*$/, ""), `${url}.`])
			expectError(await packshot.call(wrong), "not_found");
		expect((await packshot.call(picture)).status).toBe(200);
		expect((await packshot.call(url)).status).toBe(200);
	});

	test("applies current locks and scope filters, and leaves out removed pictures", async () => {
		const gone = newBarcode();
		await packshot.product({ barcode: gone, info: { brand: "=Elite" } });
		await packshot.picture(gone, "front", { seed: 6 });
		const { client, orderId } = await issued({}, WHOLE, PLAIN, gone);
		const removal = { barcode: gone, variant: "front" as const, uploadOffsetMinutes: 0 };
		await packshot.installation.db.write(remove, removal);
		await packshot.updateClient(client, { locks: ["nutrition", "images.back_clean"] });
		packshot.clock.advance(5000);
		const files = await unzipped((await packshot.call(await archiveUrl(client, orderId))).bytes);
		expect([...files.keys()].slice(0, -2)).toEqual([
			`pictures/${WHOLE}_front.jpg`,
			`pictures/${PLAIN}_front.jpg`,
		]);
		expect(String(files.get("products.ndjson"))).not.toContain('"nutrition"');
		await packshot.updateClient(client, { brands: ["=Elite"] });
		packshot.clock.advance(5000);
		const fewer = await unzipped((await packshot.call(await archiveUrl(client, orderId))).bytes);
		expect([...fewer.keys()].slice(0, -2)).toEqual([`pictures/${PLAIN}_front.jpg`]);
	});
});

describe("an archive that cannot be finished", () => {
	test("aborts the response, and can be requested again", async () => {
		const lost = newBarcode();
		await packshot.product({ barcode: lost });
		await addFakePicture(packshot, lost);
		const many = Array.from({ length: 8 }, newBarcode);
		for (const barcode of many) {
			await packshot.product({ barcode });
			await packshot.picture(barcode, "front", { seed: 8 });
		}
		const { client, orderId, url } = await issued({}, ...many, lost);
		const balance = await packshot.balance(client);
		await expect(packshot.call(url)).rejects.toThrow();
		await untilNoneIsOpen();
		await packshot.picture(lost, "front", { seed: 7 });
		const again = await packshot.call(await archiveUrl(client, orderId));
		expect((await unzipped(again.bytes)).size).toBe(11);
		expect(await packshot.balance(client)).toBe(balance);
	});

	test("returns an error if nothing was sent yet, and can be requested again", async () => {
		const lost = newBarcode();
		await packshot.product({ barcode: lost });
		await addFakePicture(packshot, lost);
		const { client, orderId, url } = await issued({}, lost);
		expectError(await packshot.call(url), "upstream_error");
		await packshot.picture(lost, "front", { seed: 7 });
		const again = await packshot.call(await archiveUrl(client, orderId));
		expect((await unzipped(again.bytes)).size).toBe(3);
	});

	test("releases its slot when the reader disconnects", async () => {
		const { url } = await issued();
		const release = await packshot.holdWrites();
		// It leaves once its request is being handled, before its URL is claimed.
		const left = new Promise<void>((resolve) => {
			packshot.app.server.once("request", ({ socket }) => {
				socket.once("close", () => resolve());
				asked.destroy();
			});
		});
		const asked = get(url);
		asked.on("error", () => undefined);
		await left;
		await release();
		await expect.poll(async () => (await traceOf(packshot, url)).used).toBe(1);
		await untilNoneIsOpen();
	});
});

async function untilNoneIsOpen(): Promise<void> {
	await expect.poll(openArchives).toBe(0);
}
