import { createHash } from "node:crypto";
import {
	codeword,
	decodePrepared,
	globalMark,
	readCodeword,
	withoutGlobalCodeword,
} from "@packshot/marking/deliver";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Variant } from "../../src/catalogue/fields/scopes.ts";
import { globalMarkSeed } from "../../src/pictures/delivery/mark-formats.ts";
import { markId } from "../../src/pictures/delivery/prepared-cache.ts";
import { withoutFrame } from "../../src/pictures/rights/packet-frame.ts";
import { newBarcode } from "../support/products.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";
import { signedUrl } from "../support/signed-urls.ts";

let packshot: TestService;
beforeAll(async () => {
	packshot = await startService({ settings: { PACKSHOT_TOKEN_REQUESTS_PER_MINUTE_PER_IP: "1000" } });
});
afterAll(() => packshot.close());

const ENTERPRISE_WAIVED = { tier: "enterprise", watermark: "waived" } as const;

const delivered = async (client: TestClient, barcode: string, variant: Variant = "front") =>
	fileAt(await signedUrl(packshot, client, barcode, { variant }));

/** A delivery, and its bytes without the packet about rights, which has no part in their marks. */
async function fileAt(url: string) {
	const { status, bytes: file, headers } = await packshot.call(url);
	expect(status).toBe(200);
	return { file, bytes: withoutFrame(file), headers };
}

function rowOf(barcode: string, variant: Variant) {
	const { read } = packshot.installation.db;
	const query = read.selectFrom("image").selectAll().where("barcode", "=", barcode);
	return query.where("variant", "=", variant).executeTakeFirstOrThrow();
}

async function markSeedOf(client: TestClient): Promise<Uint8Array> {
	const { read } = packshot.installation.db;
	const query = read.selectFrom("client").select("mark_seed").where("client_id", "=", client.clientId);
	return (await query.executeTakeFirstOrThrow()).mark_seed;
}

/** The cells of a base that carry no client bits. */
async function reservedOf(id: string, cellCount: number) {
	return globalMark(await globalMarkSeed(packshot.installation.db), id, cellCount);
}

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

test("100 clients get 100 different files, JPEG and PNG, and each file names its client", async () => {
	const clients = await Promise.all(Array.from({ length: 100 }, () => packshot.client()));
	const barcode = newBarcode();
	const variants = ["front", "front_clean"] as const;
	const pictures = await Promise.all(variants.map((variant) => packshot.picture(barcode, variant)));
	const urls = await Promise.all(
		clients.map(async (client) => {
			const path = `/products/${barcode}?include=images&variants=front,front_clean`;
			return (await packshot.call(path, { client })).body.images;
		}),
	);
	for (const [place, variant] of variants.entries()) {
		const { original, prepared } = pictures[place]!;
		const { base, flips } = decodePrepared(prepared.watermarked);
		const { image_id } = await rowOf(barcode, variant);
		const files = await Promise.all(urls.map((images) => fileAt(images[variant])));
		for (const [owner, { bytes }] of files.entries()) {
			const seed = await markSeedOf(clients[owner]!);
			const id = markId(image_id, true);
			const expected = codeword(seed, id, flips.cellCount, await reservedOf(id, flips.cellCount));
			expect(Buffer.compare(readCodeword(bytes, base, flips), expected)).toBe(0);
		}
		const neverDelivered = [original, base, decodePrepared(prepared.plain).base];
		const different = new Set([...files.map(({ bytes }) => bytes), ...neverDelivered].map(sha256));
		expect(different.size).toBe(103);
	}
});

describe.each(["front", "front_clean"] as const)("a delivered %s", (variant) => {
	test("is the same file every time it is delivered to a client", async () => {
		const barcode = newBarcode();
		await packshot.picture(barcode, variant);
		const client = await packshot.client();
		const [first, second] = [
			await delivered(client, barcode, variant),
			await delivered(client, barcode, variant),
		];
		expect(Buffer.compare(first.bytes, second.bytes)).toBe(0);
	});

	test("decodes at the size given in image_meta", async () => {
		const barcode = newBarcode();
		await packshot.picture(barcode, variant);
		const client = await packshot.client();
		const { file } = await delivered(client, barcode, variant);
		const { body } = await packshot.call(`/products/${barcode}?include=image_meta`, { client });
		const { data, info } = await sharp(file, { failOn: "warning" })
			.raw()
			.toBuffer({ resolveWithObject: true });
		expect(body.image_meta[variant]).toMatchObject({
			resolution: `${info.width}x${info.height}`,
			file_size_bytes: file.length,
		});
		expect(data.length).toBe(info.width * info.height * (variant === "front" ? 3 : 4));
	});
});

describe("a client whose watermark is waived", () => {
	test("gets the picture without the visible mark, and with its invisible one", async () => {
		const barcode = newBarcode();
		const { prepared } = await packshot.picture(barcode, "front");
		const { base, flips } = decodePrepared(prepared.plain);
		const { image_id } = await rowOf(barcode, "front");
		const client = await packshot.client(ENTERPRISE_WAIVED);
		const { bytes, headers } = await delivered(client, barcode);
		expect(headers.get("x-watermarked")).toBe("0");
		const id = markId(image_id, false);
		const reserved = withoutGlobalCodeword(await reservedOf(id, flips.cellCount));
		const expected = codeword(await markSeedOf(client), id, flips.cellCount, reserved);
		expect(Buffer.compare(readCodeword(bytes, base, flips), expected)).toBe(0);
		expect(sha256(bytes)).not.toBe(sha256(base));
		const row = packshot.installation.db.read.selectFrom("delivery").select(["watermarked", "mark_format"]);
		expect(await row.where("client_id", "=", client.clientId).execute()).toEqual([
			{ watermarked: 0, mark_format: 2 },
		]);
	});

	test("is told the exact size of the file it gets, as is a client whose watermark is not waived", async () => {
		const barcode = newBarcode();
		const pictures = [
			await packshot.picture(barcode, "front"),
			await packshot.picture(barcode, "front_clean"),
			await packshot.picture(barcode, "back", { flat: true }),
		];
		expect(pictures.map(({ prepared }) => prepared.markable)).toEqual([true, true, false]);
		expect(pictures[0]?.prepared.plainSizeBytes).not.toBe(pictures[0]?.prepared.watermarkedSizeBytes);
		const locks = ["info.notes"];
		for (const policy of [
			{},
			{ locks },
			ENTERPRISE_WAIVED,
			{ ...ENTERPRISE_WAIVED, locks },
			{ ...ENTERPRISE_WAIVED, locks: ["image_meta.uploaded_by"] },
			{ watermark: "invisible" } as const,
		]) {
			const client = await packshot.client(policy);
			for (const include of ["", "?include=image_meta", "?include=info,image_meta"]) {
				const { body } = await packshot.call(`/products/${barcode}${include}`, { client });
				for (const variant of ["front", "front_clean", "back"] as const) {
					const { file } = await delivered(client, barcode, variant);
					const { width, height } = await sharp(file).metadata();
					expect(body.image_meta[variant]).toMatchObject({
						file_size_bytes: file.length,
						resolution: `${width}x${height}`,
					});
				}
			}
		}
	});

	test("gets the visible mark on a picture that cannot carry the invisible one", async () => {
		for (const variant of ["front", "front_clean"] as const) {
			const barcode = newBarcode();
			const { prepared } = await packshot.picture(barcode, variant, { flat: true });
			expect(prepared.markable).toBe(false);
			const client = await packshot.client(ENTERPRISE_WAIVED);
			const { bytes, headers } = await delivered(client, barcode, variant);
			expect(headers.get("x-watermarked")).toBe("1");
			expect(bytes.length).toBe(prepared.watermarkedSizeBytes);
		}
	});
});

describe("a client whose watermark is invisible", () => {
	const INVISIBLE = { watermark: "invisible" } as const;

	test.each(["front", "front_clean"] as const)(
		"gets a %s with the global codeword and nothing drawn",
		async (variant) => {
			const barcode = newBarcode();
			const { prepared } = await packshot.picture(barcode, variant);
			const { base, flips } = decodePrepared(prepared.plain);
			const id = markId((await rowOf(barcode, variant)).image_id, false);
			const reserved = await reservedOf(id, flips.cellCount);
			expect(reserved.bits).toContain(1);
			const client = await packshot.client(INVISIBLE);
			const { bytes, headers } = await delivered(client, barcode, variant);
			expect(headers.get("x-watermarked")).toBe("1");
			const expected = codeword(await markSeedOf(client), id, flips.cellCount, reserved);
			expect(Buffer.compare(readCodeword(bytes, base, flips), expected)).toBe(0);
		},
	);

	test("gets the visible mark on a picture that cannot carry the invisible ones", async () => {
		const barcode = newBarcode();
		const { prepared } = await packshot.picture(barcode, "front", { flat: true });
		const { bytes, headers } = await delivered(await packshot.client(INVISIBLE), barcode);
		expect(headers.get("x-watermarked")).toBe("1");
		expect(bytes.length).toBe(prepared.watermarkedSizeBytes);
	});

	test("gets other reserved cells as soon as it is waived, and again when it no longer is", async () => {
		const barcode = newBarcode();
		const { prepared } = await packshot.picture(barcode, "front");
		const { base, flips } = decodePrepared(prepared.plain);
		const id = markId((await rowOf(barcode, "front")).image_id, false);
		const reserved = await reservedOf(id, flips.cellCount);
		const client = await packshot.client({ ...INVISIBLE, tier: "enterprise" });
		for (const [watermark, shown, global] of [
			["invisible", "1", reserved],
			["waived", "0", withoutGlobalCodeword(reserved)],
			["invisible", "1", reserved],
		] as const) {
			await packshot.updateClient(client, { watermark });
			packshot.clock.advance(6000);
			const { bytes, headers } = await delivered(client, barcode);
			expect(headers.get("x-watermarked")).toBe(shown);
			const expected = codeword(await markSeedOf(client), id, flips.cellCount, global);
			expect(Buffer.compare(readCodeword(bytes, base, flips), expected)).toBe(0);
		}
	});
});

describe("an installation whose style is invisible", () => {
	test("draws nothing for anybody, and stores one base", async () => {
		const barcode = newBarcode();
		const { prepared } = await packshot.picture(barcode, "front", { place: "invisible" });
		expect(prepared.isDrawn).toBe(false);
		const { base, flips } = decodePrepared(prepared.plain);
		const row = await rowOf(barcode, "front");
		expect(row.watermarked_blob).toBe(row.plain_blob);
		const id = markId(row.image_id, false);
		const reserved = await reservedOf(id, flips.cellCount);
		for (const [policy, shown] of [
			[{}, "1"],
			[{ watermark: "invisible" }, "1"],
			[ENTERPRISE_WAIVED, "0"],
		] as const) {
			const client = await packshot.client(policy);
			const { bytes, headers } = await delivered(client, barcode);
			expect(headers.get("x-watermarked")).toBe(shown);
			const global = shown === "1" ? reserved : withoutGlobalCodeword(reserved);
			const expected = codeword(await markSeedOf(client), id, flips.cellCount, global);
			expect(Buffer.compare(readCodeword(bytes, base, flips), expected)).toBe(0);
		}
	});

	test("draws the watermark on pictures that cannot carry the invisible ones, for everybody", async () => {
		const barcode = newBarcode();
		const { prepared } = await packshot.picture(barcode, "front", { flat: true, place: "invisible" });
		expect([prepared.isDrawn, prepared.markable]).toEqual([true, false]);
		for (const policy of [{}, { watermark: "invisible" }, ENTERPRISE_WAIVED] as const) {
			const { bytes, headers } = await delivered(await packshot.client(policy), barcode);
			expect(headers.get("x-watermarked")).toBe("1");
			const { channels } = await sharp(bytes).stats();
			expect(channels.some(({ stdev }) => stdev > 0.5)).toBe(true);
		}
	});
});
