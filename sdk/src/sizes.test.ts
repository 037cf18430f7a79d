import { describe, expect, test } from "vitest";
import { fakeService } from "./fake-service.testing.ts";

const URLS = { images: { front: "https://packshot.example/image?token=1" } };

describe.each([500, "500", "full"])("the size %j", (size) => {
	test("is sent with every read of pictures", async () => {
		const redirect = { status: 302, headers: { location: "/image?token=1" }, body: null };
		const { packshot, calls, settle } = fakeService([{ body: URLS }, redirect, { body: URLS }, { body: "" }]);
		await settle(packshot.products.get("4011", { size }));
		await settle(packshot.images.redirectUrl("4011", "front", { size }));
		await settle(packshot.images.download("4011", "front", { size }).catch(() => undefined));
		const reads = calls.filter(({ url }) => url.pathname.includes("/products/"));
		expect(reads.map(({ url }) => url.searchParams.get("size"))).toEqual(Array(3).fill(String(size)));
	});

	test("is sent as text with orders and quotes, which take nothing else", async () => {
		const { packshot, calls, settle } = fakeService([{ body: {} }, { body: {}, status: 201 }]);
		await settle(packshot.orders.quote({ items: ["4011"], size }));
		await settle(packshot.orders.create({ items: ["4011"], size }));
		expect(calls.map(({ body }) => JSON.parse(String(body)).size)).toEqual([String(size), String(size)]);
	});
});
