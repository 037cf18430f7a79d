import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openS3Blobs } from "../../src/platform/blobs/s3.ts";
import { newBarcode } from "../support/products.ts";
import { type S3Server, startS3 } from "../support/s3.ts";
import { startService, type TestService } from "../support/service.ts";
import { outcome, signedUrl, traceOf } from "../support/signed-urls.ts";

/** The service on an S3 store: what callers get while the store is down, and what that must not cost them. */

let s3: S3Server;
let packshot: TestService;
beforeAll(async () => {
	s3 = await startS3();
	const place = s3.location("");
	const url = `s3://${place.bucket}/live?endpoint=${encodeURIComponent(place.endpoint ?? "")}`;
	packshot = await startService({ settings: { PACKSHOT_BLOB_URL: url } });
});
afterAll(async () => {
	await packshot.close();
	await s3.close();
});

async function pictured(): Promise<string> {
	const barcode = newBarcode();
	await packshot.product({ barcode, info: { brand: "Manischewitz" } });
	await packshot.picture(barcode, "front");
	return barcode;
}

test("pictures are stored in S3, under the prefix, and delivered from there", async () => {
	const url = await signedUrl(packshot, await packshot.client(), await pictured());
	const answer = await packshot.call(url);
	expect([answer.status, [...answer.bytes.subarray(0, 3)]]).toEqual([200, [0xff, 0xd8, 0xff]]);
	const keys: string[] = [];
	for await (const key of openS3Blobs(s3.location("")).list("")) keys.push(key);
	expect(keys.length).toBeGreaterThan(2);
	expect(keys.filter((key) => !key.startsWith("live/"))).toEqual([]);
});

describe("while S3 is down", () => {
	test("502 upstream_error for a picture, whose URL works later; cached pictures and metadata stay available", async () => {
		const client = await packshot.client();
		const hot = await pictured();
		const cold = await pictured();
		await packshot.call(await signedUrl(packshot, client, hot));
		const [hotUrl, coldUrl] = [
			await signedUrl(packshot, client, hot),
			await signedUrl(packshot, client, cold),
		];
		const before = await packshot.balance(client);

		await s3.stop();
		const failed = await packshot.call(coldUrl);
		expect(outcome(failed)).toBe("502 upstream_error");
		expect(failed.body.message).not.toMatch(/s3|127\.0\.0\.1|ECONN|bucket/i);
		expect(await traceOf(packshot, coldUrl)).toEqual({ used: 0, delivered: [] });
		expect((await packshot.call(hotUrl)).status).toBe(200);
		packshot.clock.advance(5000);
		expect((await packshot.call("/health")).body.checks).toEqual({ database: "ok", images: "failed" });
		expect((await packshot.call(`/products/${cold}?include=info`, { client })).status).toBe(200);

		await s3.start();
		expect((await packshot.call(coldUrl)).status).toBe(200);
		expect(outcome(await packshot.call(coldUrl))).toBe("410 signed_url_consumed");
		packshot.clock.advance(5000);
		expect((await packshot.call("/health")).status).toBe(200);
		expect(before - (await packshot.balance(client))).toBe(1000);
	});
});
