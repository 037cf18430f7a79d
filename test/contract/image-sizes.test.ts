import { codeword, decodePrepared, globalMark, readCodeword } from "@packshot/marking/deliver";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { VARIANTS, type Variant } from "../../src/catalogue/fields/scopes.ts";
import { attributePictures } from "../../src/leaks/attribution/leak-report.ts";
import { globalMarkSeed } from "../../src/pictures/delivery/mark-formats.ts";
import { markId } from "../../src/pictures/delivery/prepared-cache.ts";
import { defaultWatermark, watermarkVersion } from "../../src/pictures/preparation/watermark-settings.ts";
import { reprocessPictures } from "../../src/pictures/reprocessing/reprocess-pictures.ts";
import { withoutFrame } from "../../src/pictures/rights/packet-frame.ts";
import { newBarcode } from "../support/products.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";
import { outcome, traceOf } from "../support/signed-urls.ts";
import { unzipped } from "../support/unzipped.ts";

/** Pictures in smaller sizes (SPEC E1). */

let packshot: TestService;
let client: TestClient;
let barcode: string;
const SIZES = { sidePx: 400, sizesPx: [200, 300] };
const WAIVED = { tier: "enterprise", watermark: "waived" } as const;
beforeAll(async () => {
	packshot = await startService({ settings: { PACKSHOT_IMAGE_SIZES: "300, 200,600" } });
	client = await packshot.client();
	barcode = newBarcode();
	for (const variant of VARIANTS) await packshot.picture(barcode, variant, SIZES);
});
afterAll(() => packshot.close());

const read = (query: string, by = client, of = barcode) =>
	packshot.call(`/products/${of}${query}`, { client: by });

async function markSeedOf({ clientId }: TestClient): Promise<Uint8Array> {
	const query = packshot.installation.db.read.selectFrom("client").select("mark_seed");
	return (await query.where("client_id", "=", clientId).executeTakeFirstOrThrow()).mark_seed;
}

async function imageIdOf(of: string, variant: Variant): Promise<string> {
	const query = packshot.installation.db.read.selectFrom("image").select("image_id");
	return (await query.where("barcode", "=", of).where("variant", "=", variant).executeTakeFirstOrThrow())
		.image_id;
}

describe.each([
	["", 400],
	["&size=full", 400],
	["&size=300", 300],
	["&size=200", 200],
	// Larger than the original.
	["&size=600", 400],
])("a read with %j", (asked, sidePx) => {
	const answers: Awaited<ReturnType<typeof read>>[] = [];
	beforeAll(async () => {
		for (const policy of [{}, WAIVED, { locks: ["image_meta.uploaded_by"] }]) {
			const reader = await packshot.client(policy);
			for (const include of [
				"info,image_meta,images",
				"info,hechshers,nutrition,ingredients,catalog_meta,image_meta,images",
			]) {
				answers.push(await read(`?include=${include}${asked}`, reader));
			}
		}
	});

	test.each(VARIANTS)(
		"links to and describes a %s of the requested size, or of the original's if that is smaller",
		async (variant) => {
			expect(answers).toHaveLength(6);
			for (const { body } of answers) {
				const { bytes } = await packshot.call(body.images[variant]);
				const { width, height } = await sharp(bytes).metadata();
				expect([width, height]).toEqual([sidePx, sidePx]);
				expect(body.image_meta[variant]).toMatchObject({
					resolution: `${width}x${height}`,
					file_size_bytes: bytes.length,
				});
			}
		},
	);

	test("is charged as one image, by the read and by the redirect", async () => {
		const { body } = await read(`?include=images&variants=front${asked}`);
		expect(body.meta.credits_debited).toBe(0.25);
		const redirect = await read(`/image?variant=front${asked}`);
		expect([redirect.status, redirect.headers.get("x-credits-debited")]).toEqual([302, "0.25"]);
		const { bytes } = await packshot.call(redirect.headers.get("location") ?? "");
		expect((await sharp(bytes).metadata()).width).toBe(sidePx);
	});
});

test("a size changes nothing else in the response", async () => {
	const [full, small] = [(await read("")).body, (await read("?size=200")).body];
	const { images: _one, meta: _two, image_meta: fullMeta, ...rest } = full;
	const { images: _three, meta: _four, image_meta: smallMeta, ...same } = small;
	expect(JSON.stringify(same)).toBe(JSON.stringify(rest));
	for (const variant of VARIANTS) {
		const { resolution, file_size_bytes } = smallMeta[variant];
		expect(smallMeta[variant]).toEqual({ ...fullMeta[variant], resolution, file_size_bytes });
		expect(Object.keys(smallMeta[variant])).toEqual(Object.keys(fullMeta[variant]));
	}
});

test.each(["", "0", "201", "0200", "200,300", "FULL", "medium", "-200", "2e2", "9".repeat(400)])(
	"400 that lists the allowed sizes for size=%j, free of charge, by the read and by the redirect",
	async (size) => {
		const poor = await packshot.client();
		for (const path of [`?size=${size}`, `/image?variant=front&size=${size}`]) {
			for (const of of [barcode, newBarcode()]) {
				const answer = await read(path, poor, of);
				expect(outcome(answer)).toBe("400 bad_request");
				expect(answer.body.message).toBe("size must be one of full, 200, 300, 600.");
			}
		}
		expect(await packshot.balance(poor)).toBe(1_000_000);
	},
);

test("a signed URL's size cannot be altered", async () => {
	const url = (await read("?include=images&variants=front&size=200")).body.images.front as string;
	const [payload = "", signature = ""] = url.split("/").at(-1)?.split(".") ?? [];
	const fields: unknown[] = JSON.parse(Buffer.from(payload, "base64url").toString());
	expect(fields.at(-1)).toBe(200);
	for (const forged of [[...fields.slice(0, -1), 300], fields.slice(0, -1)]) {
		const altered = Buffer.from(JSON.stringify(forged)).toString("base64url");
		expect(outcome(await packshot.call(`/image/${altered}.${signature}`))).toBe("404 not_found");
	}
	expect(outcome(await packshot.call(url))).toBe("200");
	expect((await traceOf(packshot, url)).delivered).toMatchObject([{ size_px: 200, watermarked: 1 }]);
});

test.each(["front", "front_clean"] as const)(
	"every size of a %s carries a mark of its own",
	async (variant) => {
		const own = newBarcode();
		const { prepared } = await packshot.picture(own, variant, SIZES);
		const imageId = await imageIdOf(own, variant);
		const seed = await markSeedOf(client);
		for (const size of prepared.sizes) {
			const url = (await read(`?include=images&size=${size.sizePx}`, client, own)).body.images[variant];
			const { bytes } = await packshot.call(url);
			const { base, flips } = decodePrepared(size.watermarked);
			const id = markId(imageId, true, size.sizePx);
			const reserved = globalMark(await globalMarkSeed(packshot.installation.db), id, flips.cellCount);
			const expected = codeword(seed, id, flips.cellCount, reserved);
			expect(Buffer.compare(readCodeword(withoutFrame(bytes), base, flips), expected)).toBe(0);
			const asFull = codeword(seed, markId(imageId, true), flips.cellCount);
			expect(Buffer.compare(expected, asFull)).not.toBe(0);
		}
	},
);

test.each([
	["front", 300],
	["front", 200],
	["front_clean", 300],
] as const)(
	"a leaked %s of %i pixels names its client, whichever other sizes were delivered",
	async (variant, sizePx) => {
		const own = newBarcode();
		await packshot.picture(own, variant, { ...SIZES, seed: 11 });
		const others = await Promise.all(Array.from({ length: 6 }, () => packshot.client()));
		const leaker = await packshot.client();
		for (const [place, other] of others.entries()) {
			const size = ["full", "300", "200"][place % 3];
			await packshot.call((await read(`?include=images&size=${size}`, other, own)).body.images[variant]);
		}
		const url = (await read(`?include=images&size=${sizePx}`, leaker, own)).body.images[variant];
		const { bytes } = await packshot.call(url);
		const recoded = await sharp(bytes).flatten({ background: "white" }).jpeg({ quality: 80 }).toBuffer();
		for (const leak of [bytes, recoded]) {
			const report = await attributePictures(packshot.installation, [leak], { barcode: own });
			expect([report.verdict, report.candidates[0]?.clientId]).toEqual(["identified", leaker.clientId]);
			expect(report.matches).toEqual([{ barcode: own, variant }]);
			for (const { falsePositiveProbability } of report.candidates.slice(1)) {
				expect(falsePositiveProbability).toBeGreaterThan(1e-6);
			}
		}
	},
);

test("an order with a size delivers that size, by page and as an archive, at the price of the full one", async () => {
	const buyer = await packshot.client();
	const wanted = { items: [{ barcode }], include: ["image_meta", "images"] };
	const { body } = await packshot.call("/orders", { client: buyer, json: { ...wanted, size: "200" } });
	const full = await packshot.call("/orders/quote", { client: buyer, json: wanted });
	expect([body.credits, body.lines[0].variants]).toEqual([full.body.credits, VARIANTS]);
	const products = await packshot.call(`/orders/${body.order_id}/products`, { client: buyer });
	const [{ images, image_meta }] = products.body.data;
	const redirect = await packshot.call(`/orders/${body.order_id}/archive`, { client: buyer });
	const archive = await unzipped((await packshot.call(redirect.headers.get("location") ?? "")).bytes);
	for (const variant of VARIANTS) {
		const { bytes } = await packshot.call(images[variant]);
		const { width, height } = await sharp(bytes).metadata();
		expect([width, height]).toEqual([200, 200]);
		expect(image_meta[variant]).toMatchObject({ resolution: "200x200", file_size_bytes: bytes.length });
		const name = `pictures/${barcode}_${variant}.${variant.endsWith("_clean") ? "png" : "jpg"}`;
		expect(archive.get(name)?.equals(bytes)).toBe(true);
		const { candidates } = await attributePictures(packshot.installation, [Buffer.from(bytes)], { barcode });
		expect(candidates[0]?.clientId).toBe(buyer.clientId);
	}
});

describe("pictures that were stored without sizes", () => {
	const versionsOf = (of: string) =>
		packshot.installation.db.read.selectFrom("image").selectAll().where("barcode", "=", of).execute();

	function prepareAll() {
		return reprocessPictures({
			...packshot.installation,
			watermark: defaultWatermark,
			sizesPx: [200, 300, 600],
			uploadOffsetMinutes: 0,
			onProgress: () => undefined,
		});
	}

	test("come in the next larger available size until the missing ones are made, which does not change the product", async () => {
		const [bare, partly, lost, unseen] = [newBarcode(), newBarcode(), newBarcode(), newBarcode()];
		await packshot.picture(bare, "front", { sidePx: 400, seed: 1 });
		await packshot.picture(partly, "front_clean", { sidePx: 400, sizesPx: [300], seed: 2 });
		await packshot.picture(lost, "front", { sidePx: 400, seed: 3 });
		await packshot.picture(unseen, "front", { sidePx: 400, sizesPx: [200, 300], seed: 4 });
		const { db, blobs } = packshot.installation;
		await blobs.delete((await versionsOf(lost))[0]?.original_blob ?? "");
		const version = watermarkVersion(defaultWatermark);
		await packshot.alter(`update image set watermark_version = '${version}'`);
		await packshot.alter(
			`update image set webp_thumbnail_blob = null, jpeg_thumbnail_blob = null where barcode = '${bare}'`,
		);
		const shown = async (of: string, variant: Variant) => {
			const { body } = await read("?size=200", client, of);
			const { bytes } = await packshot.call(body.images[variant]);
			expect(body.image_meta[variant].file_size_bytes).toBe(bytes.length);
			return [(await sharp(bytes).metadata()).width, body.image_meta[variant].resolution];
		};
		await packshot.alter(`update image set quality_notes = null where barcode = '${unseen}'`);
		expect(await shown(bare, "front")).toEqual([400, "400x400"]);
		expect(await shown(partly, "front_clean")).toEqual([300, "300x300"]);
		const changed = () =>
			db.read.selectFrom("product").select("changed_at").where("barcode", "=", bare).execute();
		const before = await changed();
		packshot.clock.advance(60_000);

		const report = await prepareAll();
		expect(report).toMatchObject({
			prepared: 0,
			superseded: 0,
			failed: [{ barcode: lost, variant: "front" }],
		});
		expect(report.completed).toBe(3);
		expect(await shown(bare, "front")).toEqual([200, "200x200"]);
		expect(await shown(partly, "front_clean")).toEqual([200, "200x200"]);
		expect([await changed(), (await versionsOf(bare)).length]).toEqual([before, 1]);
		expect((await versionsOf(unseen))[0]?.quality_notes).toBe("under_500_px");
		expect((await versionsOf(bare))[0]?.webp_thumbnail_blob).toMatch(
			/^pictures\/.*\/thumbnail-[0-9a-f]{32}\.webp$/,
		);
		expect(await prepareAll()).toMatchObject({ prepared: 0, completed: 0, failed: [{ barcode: lost }] });
	});
});
