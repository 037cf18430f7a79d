import { afterAll, beforeAll, expect, test } from "vitest";
import { attributePictures } from "../../src/leaks/attribution/leak-report.ts";
import {
	defaultWatermark,
	type WatermarkSettings,
	watermarkVersion,
} from "../../src/pictures/preparation/watermark-settings.ts";
import { reprocessPictures } from "../../src/pictures/reprocessing/reprocess-pictures.ts";
import { withoutFrame } from "../../src/pictures/rights/packet-frame.ts";
import { newBarcode } from "../support/products.ts";
import { startService, type TestService } from "../support/service.ts";
import { signedUrl } from "../support/signed-urls.ts";

/** An operator changed the watermark: pictures are reprocessed while the service keeps running. */

let packshot: TestService;
beforeAll(async () => {
	packshot = await startService();
});
afterAll(() => packshot.close());

const watermark = { ...defaultWatermark, mark: { text: "ANOTHER" } };

const prepareAll = (style: WatermarkSettings = watermark) =>
	reprocessPictures({
		...packshot.installation,
		watermark: style,
		sizesPx: [],
		uploadOffsetMinutes: 0,
		onProgress: () => undefined,
	});

const versionsOf = (barcode: string) =>
	packshot.installation.db.read
		.selectFrom("image")
		.selectAll()
		.where("barcode", "=", barcode)
		.orderBy("active")
		.execute();

test("outdated pictures are reprocessed once from their originals, and failures are listed", async () => {
	const { blobs } = packshot.installation;
	const [sound, lost] = [newBarcode(), newBarcode()];
	await packshot.picture(sound, "front", { ownership: "Studio North", fileDateMs: Date.UTC(2026, 1, 3) });
	await packshot.picture(lost, "front", { seed: 1 });
	const [original] = await versionsOf(lost);
	await blobs.delete(original!.original_blob);
	const client = await packshot.client();
	const [urlBefore, urlAfter] = [
		await signedUrl(packshot, client, sound),
		await signedUrl(packshot, client, sound),
	];
	const before = await packshot.call(urlBefore);
	packshot.clock.advance(60_000);

	expect(await prepareAll()).toMatchObject({
		prepared: 1,
		superseded: 0,
		failed: [{ barcode: lost, variant: "front" }],
	});

	const [old, current] = await versionsOf(sound);
	expect([old?.active, current?.active]).toEqual([0, 1]);
	expect(current).toMatchObject({
		watermark_version: watermarkVersion(watermark),
		original_blob: old?.original_blob,
		original_sha256: old?.original_sha256,
		photo_date: "2026-02-03",
		ownership: "Studio North",
		uploaded_at: old?.uploaded_at,
	});
	const after = await packshot.call(urlAfter);
	expect([after.status, withoutFrame(after.bytes).length]).toEqual([200, current?.size_bytes]);
	expect(Buffer.compare(before.bytes, after.bytes)).not.toBe(0);
	expect((await packshot.call(await signedUrl(packshot, client, lost))).status).toBe(200);

	expect(await prepareAll()).toMatchObject({ prepared: 0, failed: [{ barcode: lost }] });
	expect(await versionsOf(sound)).toHaveLength(2);
});

test("an invisible style draws nothing, and deliveries before and after the change stay attributable", async () => {
	const barcode = newBarcode();
	const { prepared } = await packshot.picture(barcode, "front", { seed: 2, sidePx: 400 });
	const client = await packshot.client();
	const drawn = await packshot.call(await signedUrl(packshot, client, barcode));
	expect(withoutFrame(drawn.bytes).length).toBe(prepared.watermarkedSizeBytes);

	await prepareAll({ ...defaultWatermark, place: "invisible" });
	const [, current] = await versionsOf(barcode);
	expect(current?.watermarked_blob).toBe(current?.plain_blob);
	const invisible = await packshot.call(await signedUrl(packshot, client, barcode));
	expect([withoutFrame(invisible.bytes).length, invisible.headers.get("x-watermarked")]).toEqual([
		prepared.plainSizeBytes,
		"1",
	]);
	for (const { bytes } of [drawn, invisible]) {
		const { verdict, candidates, origin } = await attributePictures(packshot.installation, [bytes], {
			barcode,
		});
		expect([verdict, candidates[0]?.clientId, origin?.verdict]).toEqual([
			"identified",
			client.clientId,
			"delivered",
		]);
	}
});

test("under the same style, a cut-out marked by an earlier version is reprocessed, a photograph is not", async () => {
	const barcode = newBarcode();
	for (const variant of ["front", "front_clean"] as const) await packshot.picture(barcode, variant);
	await prepareAll(defaultWatermark);
	const before = await versionsOf(barcode);
	await packshot.alter(`update image set marking_version = null where barcode = '${barcode}'`);

	expect(await prepareAll(defaultWatermark)).toMatchObject({ prepared: 1 });
	expect(await prepareAll(defaultWatermark)).toMatchObject({ prepared: 0 });

	const after = await versionsOf(barcode);
	expect(after).toHaveLength(before.length + 1);
	const active = after.filter((version) => version.active === 1);
	const stayed = active.filter(({ image_id }) => before.some((version) => version.image_id === image_id));
	expect([active.length, stayed.map(({ variant }) => variant)]).toEqual([2, ["front"]]);
});
