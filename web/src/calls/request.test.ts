import { endpoints } from "virtual:endpoints";
import { expect, test } from "vitest";
import { type Endpoint, type Field, isComplete, ownValues, problemOf } from "./endpoint.ts";
import { apiRequest, quoteQuery } from "./request.ts";

function endpoint(id: string): Endpoint {
	const found = endpoints.find((one) => one.id === id);
	if (!found) throw new Error(id);
	return found;
}

test("fields that were left empty are left out", () => {
	const request = apiRequest(endpoint("listProducts"), {
		page: "2",
		search: " ",
		has_front: "true",
		ownership: "",
	});
	expect(request.path).toBe("/api/v1/products?page=2&has_front=true");
	expect(request.body).toBeUndefined();
});

test("a barcode is never part of the query", () => {
	expect(apiRequest(endpoint("getProductImage"), { barcode: "0012", variant: "front" }).path).toBe(
		"/api/v1/products/0012/image?variant=front",
	);
});

test("a quote is requested for exactly the call and its parameters", () => {
	expect(quoteQuery(endpoint("getProduct"), { barcode: "4011", include: ["info"], variants: [] })).toEqual({
		operation: "getProduct",
		barcode: "4011",
		include: "info",
	});
	expect(quoteQuery(endpoint("bulkCheckMetadata"), { barcodes: "4011 4065", fields: "false" })).toEqual({
		operation: "bulkCheckMetadata",
		barcodes: "4011,4065",
		fields: "false",
	});
	expect(quoteQuery(endpoint("getBalance"), {})).toBeUndefined();
});

test("values entered for another call are left out", () => {
	const entered = { barcode: "4011", barcodes: "4065", include: ["info"], has: "nutrition" };
	expect(quoteQuery(endpoint("listProductsByMetadata"), entered)).toEqual({
		operation: "listProductsByMetadata",
		has: "nutrition",
	});
	expect(ownValues(endpoint("headProduct"), entered)).toEqual({ barcode: "4011" });
});

const barcodes: Field = { name: "barcodes", place: "body", kind: "barcodes" };

test("a malformed barcode, a missing variant or too many barcodes make a call incomplete", () => {
	expect(isComplete(endpoint("getProduct"), { barcode: "40a1" })).toBe(false);
	expect(isComplete(endpoint("getProduct"), { barcode: "4011" })).toBe(true);
	expect(isComplete(endpoint("getProductImage"), { barcode: "4011" })).toBe(false);
	expect(problemOf(barcodes, { barcodes: "4011, 12" })).toContain("“12”");
	expect(problemOf(barcodes, { barcodes: "4011 ".repeat(501) })).toContain("500");
});

test("no secret is ever filled in", () => {
	expect(apiRequest(endpoint("createToken"), { api_key: "secret" }).body).toBe(
		'{"client_id":"<CLIENT_ID>","api_key":"<API_KEY>"}',
	);
});

test("an order is sent as a list of items, with numbers as JSON numbers", () => {
	const entered = { items: "4011 0012", include: ["info"], max_credits: "12.5", name: "Autumn", size: "" };
	const { method, path, body } = apiRequest(endpoint("createOrder"), entered);
	expect([method, path]).toEqual(["POST", "/api/v1/orders"]);
	expect(JSON.parse(body ?? "")).toEqual({
		items: [{ barcode: "4011" }, { barcode: "0012" }],
		include: ["info"],
		max_credits: 12.5,
		name: "Autumn",
	});
});

test("every path parameter is filled in", () => {
	expect(apiRequest(endpoint("listOrderProducts"), { order_id: "ord_1", per_page: "10" }).path).toBe(
		"/api/v1/orders/ord_1/products?per_page=10",
	);
});

test("a call that has its own quote endpoint is not quoted otherwise", () => {
	expect(endpoint("createOrder").quotedBy).toBe("quoteOrder");
	expect(quoteQuery(endpoint("createOrder"), { items: "4011" })).toBeUndefined();
});

test.each([
	[
		"createOrder",
		{ items: "4011", max_credits: "-5" },
		"Enter a number of 0 or more, with at most four decimals.",
	],
	["createOrder", { items: "" }, "Enter 1 to 1,000 barcodes."],
	["getOrder", {}, "This cannot be empty."],
	["getProductImage", { barcode: "4011" }, "Choose one."],
])("%s with %j is reported as a problem", (id, values, problem) => {
	const problems = endpoint(id).fields.map((field) => problemOf(field, values));
	expect(problems.filter(Boolean)).toEqual([problem]);
});
