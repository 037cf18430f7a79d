import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { clientId } from "../../src/api/client-id.ts";
import { defaultPolicy } from "../../src/clients/policy/service.ts";
import { createClient } from "../../src/clients/policy/store.ts";
import { claimUrls } from "../../src/pictures/delivery/deliveries.ts";
import { requestId, secretToken } from "../../src/platform/ids.ts";
import { storedHashes } from "../../src/platform/secrets.ts";
import { expectError } from "../support/answers.ts";
import { newBarcode } from "../support/products.ts";
import { startService, type TestService } from "../support/service.ts";
import { signedUrl, traceOf } from "../support/signed-urls.ts";

let packshot: TestService;
beforeAll(async () => {
	packshot = await startService();
});
afterAll(() => packshot.close());

/** A picture that has not been fetched yet, the key of the blob it is delivered from, and a URL for it. */
async function storedPicture() {
	const barcode = newBarcode();
	await packshot.picture(barcode, "front");
	const { read } = packshot.installation.db;
	const { watermarked_blob: key } = await read
		.selectFrom("image")
		.select("watermarked_blob")
		.where("barcode", "=", barcode)
		.executeTakeFirstOrThrow();
	return { key, url: await signedUrl(packshot, await packshot.client(), barcode) };
}

test("503 when the picture is replaced during every attempt; the URL stays unused and works afterwards", async () => {
	const { url } = await storedPicture();
	const { db } = packshot.installation;
	const { write } = db;
	let claims = 0;
	const replaced = vi.spyOn(db, "write").mockImplementation(async (command, input) => {
		if (command.name !== claimUrls.name || ++claims > 100) return write(command, input);
		return "superseded" as never;
	});
	onTestFinished(() => replaced.mockRestore());
	const answer = await packshot.call(url);
	expectError(answer, "service_unavailable");
	expect([answer.status, answer.headers.get("retry-after"), claims]).toEqual([503, "1", 5]);
	replaced.mockRestore();
	expect((await packshot.call(url)).status).toBe(200);
});

describe("502 upstream_error", () => {
	const damages: readonly [name: string, damage: (whole: Uint8Array) => Uint8Array][] = [
		["a flipped bit", (whole) => whole.map((byte, at) => (at === whole.length >> 1 ? byte ^ 1 : byte))],
		[
			"a flipped bit in the list of cells",
			(whole) => whole.map((byte, at) => (at === whole.length - 9 ? byte ^ 4 : byte)),
		],
		["a missing end", (whole) => whole.subarray(0, -1)],
		["no bytes", () => new Uint8Array()],
		["another file altogether", () => new TextEncoder().encode("\xff\xd8\xff not a prepared picture")],
	];

	test.each(damages)("for a blob with %s; the URL works once it is repaired", async (_name, damage) => {
		const { blobs } = packshot.installation;
		const { key, url } = await storedPicture();
		const whole = await blobs.get(key);
		await blobs.put(key, damage(Uint8Array.from(whole)));
		for (const method of ["GET", "HEAD", "GET"]) {
			const answer = await packshot.call(url, { method });
			expect([answer.status, answer.headers.get("retry-after")]).toEqual([502, "2"]);
			if (method === "GET") expectError(answer, "upstream_error");
		}
		expect(await traceOf(packshot, url)).toEqual({ used: 0, delivered: [] });
		await blobs.put(key, whole);
		const mended = await packshot.call(url);
		expect([mended.status, mended.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
	});

	test("for a missing blob; the URL works once it is back", async () => {
		const { blobs } = packshot.installation;
		const { key, url } = await storedPicture();
		const whole = await blobs.get(key);
		await blobs.delete(key);
		expectError(await packshot.call(url), "upstream_error");
		await blobs.put(key, whole);
		expect((await packshot.call(url)).status).toBe(200);
	});
});

test("403 that names the watermark policy, and no picture, when a client's mark cannot be applied", async () => {
	const { db, secrets } = packshot.installation;
	const [id, apiKey, atMs] = [clientId(), secretToken(), packshot.clock.now()];
	await db.write(createClient, {
		clientId: id,
		policy: { ...defaultPolicy, name: "Without a usable seed" },
		keyHash: storedHashes(apiKey, secrets.hashKeys)[0],
		markSeed: new Uint8Array(5),
		grant: { clientId: id, units: 10_000, note: null, requestId: requestId(atMs), atMs },
	});
	const { body } = await packshot.call("/auth/token", { json: { client_id: id, api_key: apiKey } });
	const barcode = newBarcode();
	await packshot.picture(barcode, "front");
	const token: string = body.access_token;
	const redirect = await packshot.call(`/products/${barcode}/image?variant=front`, { token });
	const url = redirect.headers.get("location") ?? "";
	const answer = await packshot.call(url);
	expectError(answer, "signed_url_ip_mismatch");
	expect(answer.body.message).toContain("watermark policy");
	expect(await traceOf(packshot, url)).toEqual({ used: 0, delivered: [] });
});
