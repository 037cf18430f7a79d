import { execFileSync } from "node:child_process";
import { endpoints } from "virtual:endpoints";
import { expect, test } from "vitest";
import { curlOf } from "./curl.ts";
import type { Values } from "./endpoint.ts";

const ORIGIN = "https://packshot.example";

function curl(id: string, values: Values): string {
	const endpoint = endpoints.find((one) => one.id === id);
	if (!endpoint) throw new Error(id);
	return curlOf(endpoint, values, { origin: ORIGIN });
}

test("a read has its parameters and takes the token from a shell variable", () => {
	expect(curl("getProduct", { barcode: "4011", include: ["info", "images"], variants: ["front"] })).toBe(
		[
			"curl 'https://packshot.example/api/v1/products/4011?include=info,images&variants=front'",
			'  -H "Authorization: Bearer $ACCESS_TOKEN"',
		].join(" \\\n"),
	);
});

test("HEAD requests only the headers", () => {
	expect(curl("headProduct", { barcode: "4011" })).toMatch(/^curl -I /);
});

test("a bulk check sends JSON", () => {
	expect(curl("bulkCheckMetadata", { barcodes: "4011\n0012, 4065", fields: "true" })).toContain(
		`-d '{"barcodes":["4011","0012","4065"],"fields":true}'`,
	);
});

test("a call that needs no token shows none", () => {
	expect(curl("getPricing", {})).toBe("curl 'https://packshot.example/api/v1/pricing'");
});

test("any input stays a single shell word", () => {
	const search = "4'; echo broken $(echo out) \\";
	const command = curl("listProducts", { search, ownership: "O'Hara" }).replace(/^curl/, "printf '%s\\n'");
	const printed = execFileSync("sh", ["-c", command], { encoding: "utf8" }).split("\n");
	expect(new URL(printed[0] ?? "").searchParams.get("search")).toBe(search.trim());
	expect(new URL(printed[0] ?? "").searchParams.get("ownership")).toBe("O'Hara");
});

test("PUT and DELETE calls name their method", () => {
	expect(curl("setWebhook", { url: "https://shop.example/hook" })).toMatch(/^curl -X PUT .*\/webhook'/);
	expect(curl("removeWebhook", {})).toMatch(/^curl -X DELETE /);
});

test("a redirect is followed and saved to a file", () => {
	expect(curl("getOrderArchive", { order_id: "ord_1" })).toMatch(/^curl -L -o archive\.zip /);
	expect(curl("getProductImage", { barcode: "4011", variant: "front" })).toMatch(/^curl -L -o picture\.jpg /);
});
