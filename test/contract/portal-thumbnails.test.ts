import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { VARIANTS, type Variant } from "../../src/catalogue/fields/scopes.ts";
import { remove } from "../../src/pictures/store/remove.ts";
import { type Browser, browser, newPerson } from "../support/portal.ts";
import { newBarcode } from "../support/products.ts";
import { startService, type TestService } from "../support/service.ts";

/** The thumbnails that the pages show. */

let packshot: TestService;
let person: Awaited<ReturnType<typeof newPerson>>;
beforeAll(async () => {
	packshot = await startService({ settings: { PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000" } });
	person = await newPerson(packshot);
});
afterAll(() => packshot.close());

async function rowOf(barcode: string) {
	const query = packshot.installation.db.read.selectFrom("image").selectAll().where("active", "=", 1);
	return query.where("barcode", "=", barcode).executeTakeFirstOrThrow();
}

async function pictured(variant: Variant, sidePx = 400) {
	const barcode = newBarcode();
	const { prepared } = await packshot.picture(barcode, variant, { sidePx, sizesPx: [350] });
	return { barcode, prepared, row: await rowOf(barcode) };
}

async function shown(thumbnail: string, accept?: string, by: Browser = person) {
	const url = `${packshot.origin}/portal/api/thumbnails/${thumbnail}`;
	const headers = { cookie: by.cookie ?? "", ...(accept ? { accept } : {}) };
	const answer = await fetch(url, { headers });
	return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
}

describe.each(VARIANTS)("the thumbnail of a %s", (variant) => {
	test("is 320 pixels wide, as WebP and JPEG, with the visible watermark, immutable and free", async () => {
		const { prepared, row } = await pictured(variant);
		for (const [ending, format] of [
			["webp", "webp"],
			["jpg", "jpeg"],
		] as const) {
			const { status, headers, bytes } = await shown(`${row.image_id}.${ending}`);
			expect([status, headers.get("content-type")]).toEqual([200, `image/${format}`]);
			expect(headers.get("cache-control")).toBe("private, max-age=31536000, immutable");
			expect(headers.get("x-content-type-options")).toBe("nosniff");
			expect(headers.has("x-credits-debited")).toBe(false);
			expect(await sharp(bytes).metadata()).toMatchObject({ format, width: 320, height: 320 });
			expect(bytes.equals(Buffer.from(prepared.thumbnails[format]))).toBe(true);
		}
	});
});

test("the thumbnail of a small picture is not enlarged", async () => {
	const { row } = await pictured("front", 200);
	expect((await sharp((await shown(`${row.image_id}.webp`)).bytes).metadata()).width).toBe(200);
});

test.each([
	["image/avif,image/webp,*/*;q=0.8", "image/webp"],
	["image/webp;q=0.5,image/jpeg", "image/jpeg"],
	["*/*", "image/jpeg"],
	[undefined, "image/jpeg"],
	["text/html", "image/jpeg"],
])("without a file extension, Accept: %s returns %s", async (accept, type) => {
	const { row } = await pictured("front");
	const { headers, status } = await shown(row.image_id, accept);
	expect([status, headers.get("content-type"), headers.get("vary")]).toEqual([200, type, "Accept"]);
});

test.each(["x", "01.webp", "%2e%2e%2fkeys", "0".repeat(26), `${"0".repeat(26)}.png`])(
	"404 for %s with Cache-Control: no-store",
	async (name) => {
		const { status, headers } = await shown(name);
		expect(status).toBe(404);
		expect(headers.get("cache-control")).toBe("no-store");
	},
);

test("404 for a removed or replaced picture, and 401 when not signed in", async () => {
	const [removed, replaced] = [await pictured("front"), await pictured("front")];
	for (const { row } of [removed, replaced]) expect((await shown(`${row.image_id}.webp`)).status).toBe(200);
	const stranger = browser(packshot);
	expect((await shown(`${removed.row.image_id}.webp`, undefined, stranger)).status).toBe(401);
	const order = {
		barcode: removed.barcode,
		variant: null,
		uploadOffsetMinutes: 0,
	};
	await packshot.installation.db.write(remove, order);
	await packshot.picture(replaced.barcode, "front", { seed: 9 });
	for (const { row } of [removed, replaced]) expect((await shown(`${row.image_id}.webp`)).status).toBe(404);
	expect((await shown(`${(await rowOf(replaced.barcode)).image_id}.webp`)).status).toBe(200);
});

test("502 with Retry-After for a missing file, and 200 once it is back in the store", async () => {
	const { row, prepared } = await pictured("front");
	const { blobs } = packshot.installation;
	await blobs.delete(row.webp_thumbnail_blob ?? "");
	const { status, headers } = await shown(`${row.image_id}.webp`);
	expect([status, headers.get("cache-control")]).toEqual([502, "no-store"]);
	expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
	await blobs.put(row.webp_thumbnail_blob ?? "", prepared.thumbnails.webp);
	expect((await shown(`${row.image_id}.webp`)).status).toBe(200);
});
