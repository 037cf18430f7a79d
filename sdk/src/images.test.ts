import { describe, expect, onTestFinished, test, vi } from "vitest";
import { type FakeAnswer, fakeService, networkError, refusal } from "./fake-service.testing.ts";

const signed = (token: string): FakeAnswer => ({
	body: { barcode: "4011", images: { front: `https://images.test/api/v1/image/${token}`, back: null } },
	headers: { "x-credits-debited": "0.25" },
});
const PICTURE: FakeAnswer = {
	body: "the bytes",
	headers: { "content-type": "image/jpeg", "x-watermarked": "1", "x-credits-debited": "0" },
};
const CONSUMED = refusal(410, "signed_url_consumed");
const LOST = networkError("UND_ERR_SOCKET");

describe("images.download", () => {
	test("asks for a URL and fetches it, without the access token", async () => {
		const { packshot, calls, settle } = fakeService([signed("a"), PICTURE]);
		const picture = await settle(packshot.images.download("4011", "front"));
		expect(new TextDecoder().decode(picture.bytes)).toBe("the bytes");
		expect(picture).toMatchObject({
			contentType: "image/jpeg",
			isWatermarked: true,
			response: { creditsDebited: { exact: "0.25" } },
		});
		expect(calls.map(({ url }) => url.href)).toEqual([
			"https://packshot.test/api/v1/products/4011?include=images&variants=front",
			"https://images.test/api/v1/image/a",
		]);
		expect(calls[1]?.headers).not.toHaveProperty("authorization");
	});

	test("asks for a new URL every time", async () => {
		const { packshot, calls, settle } = fakeService([signed("a"), PICTURE, signed("b"), PICTURE]);
		await settle(packshot.images.download("4011", "front"));
		await settle(packshot.images.download("4011", "front"));
		expect(calls.map(({ name }) => name).filter((name) => name.startsWith("GET /image"))).toEqual([
			"GET /image/a",
			"GET /image/b",
		]);
	});

	test("retries the same URL when the picture did not arrive, as that costs nothing", async () => {
		const broken = { body: new TypeError("terminated"), headers: { "content-type": "image/jpeg" } };
		const { packshot, calls, settle } = fakeService([
			signed("a"),
			refusal(502, "upstream_error"),
			LOST,
			broken,
			PICTURE,
		]);
		await settle(packshot.images.download("4011", "front"));
		expect(calls.slice(1).map(({ name }) => name)).toEqual(Array(4).fill("GET /image/a"));
	});

	test("fails when the picture was sent but lost, reporting that it may have been charged", async () => {
		const { packshot, calls, failure } = fakeService([signed("a"), LOST, CONSUMED]);
		expect(await failure(packshot.images.download("4011", "front"))).toMatchObject({
			code: "signed_url_consumed",
			mayHaveBeenCharged: true,
		});
		expect(calls).toHaveLength(3);
	});

	test("pays for another URL after a lost picture if retryLostBilledReads is set", async () => {
		const { packshot, calls, settle } = fakeService([signed("a"), LOST, CONSUMED, signed("b"), PICTURE]);
		const picture = await settle(packshot.images.download("4011", "front", { retryLostBilledReads: true }));
		expect(picture.bytes).toHaveLength(9);
		expect(calls.at(-1)?.name).toBe("GET /image/b");
	});

	test("fails with variant_not_available, without a charge, when there is no such picture", async () => {
		const body = { barcode: "4011", images: { back: null } };
		const { packshot, calls, failure } = fakeService([{ body, headers: { "x-credits-debited": "0" } }]);
		expect(await failure(packshot.images.download("4011", "back"))).toMatchObject({
			code: "variant_not_available",
			mayHaveBeenCharged: false,
			response: { creditsDebited: { exact: "0" } },
		});
		expect(calls).toHaveLength(1);
	});

	test("stays within the total timeout, including the call for the URL", async () => {
		const slow = refusal(503, "service_unavailable", { headers: { "retry-after": "8" } });
		const { packshot, calls, failure } = fakeService([slow, signed("a"), "silence", "silence"]);
		const call = packshot.images.download("4011", "front", { totalTimeoutMs: 10_000 });
		expect(await failure(call)).toMatchObject({ code: "timed_out" });
		expect(calls).toHaveLength(3);
	});

	test("stays within the total timeout, including a second URL", async () => {
		const slow = refusal(503, "service_unavailable", { headers: { "retry-after": "6" } });
		const { packshot, calls, failure } = fakeService([signed("a"), slow, CONSUMED, slow]);
		const options = { totalTimeoutMs: 10_000, retryLostBilledReads: true };
		expect(await failure(packshot.images.download("4011", "front", options))).toMatchObject({ status: 503 });
		expect(calls).toHaveLength(4);
	});

	test("does not include the signed URL in its errors", async () => {
		const { packshot, failure } = fakeService([signed("secret-token"), refusal(404, "not_found")]);
		const error = (await failure(packshot.images.download("4011", "front"))) as Error;
		expect(error.message).toMatch(/^GET \/image: /);
		expect(JSON.stringify(error)).not.toContain("secret-token");
	});
});

describe("images.fetch", () => {
	test("fetches an existing signed URL without requesting one first", async () => {
		const { packshot, calls, settle } = fakeService([LOST, PICTURE]);
		const picture = await settle(packshot.images.fetch("https://images.test/api/v1/image/a"));
		expect(picture).toMatchObject({ contentType: "image/jpeg", response: { request: "GET /image" } });
		expect(calls.map(({ url }) => url.href)).toEqual(Array(2).fill("https://images.test/api/v1/image/a"));
		expect(calls[0]?.headers).not.toHaveProperty("authorization");
	});

	test("fails without a charge when the URL has been consumed", async () => {
		const { packshot, failure } = fakeService([LOST, CONSUMED]);
		expect(await failure(packshot.images.fetch("https://images.test/api/v1/image/a"))).toMatchObject({
			code: "signed_url_consumed",
			mayHaveBeenCharged: false,
		});
	});

	test("fails when fewer bytes arrive than Content-Length announced", async () => {
		const short = { ...PICTURE, headers: { ...PICTURE.headers, "content-length": "10" } };
		const { packshot, failure } = fakeService([short]);
		expect(await failure(packshot.images.fetch("https://images.test/api/v1/image/a"))).toMatchObject({
			code: "connection_failed",
			message: "GET /image: 9 bytes came of 10",
		});
	});
});

describe("images.redirectUrl", () => {
	test("returns the redirect's target URL without following it", async () => {
		const { packshot, calls, settle } = fakeService([
			{ status: 302, body: null, headers: { location: "/api/v1/image/a", "x-credits-debited": "0.25" } },
		]);
		expect(await settle(packshot.images.redirectUrl("4011", "front_clean"))).toMatchObject({
			url: "https://packshot.test/api/v1/image/a",
			response: { status: 302, creditsDebited: { number: 0.25 } },
		});
		expect(calls.map(({ url }) => url.href)).toEqual([
			"https://packshot.test/api/v1/products/4011/image?variant=front_clean",
		]);
	});

	test("throws without sending a request in a browser page, which would hide the redirect", async () => {
		const { packshot, calls, failure } = fakeService([]);
		vi.stubGlobal("document", {});
		onTestFinished(() => {
			vi.unstubAllGlobals();
		});
		expect(await failure(packshot.images.redirectUrl("4011", "front"))).toBeInstanceOf(TypeError);
		expect(calls).toHaveLength(0);
	});
});
