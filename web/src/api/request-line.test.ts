import { expect, test } from "vitest";
import { queryText, requestOf } from "./request-line.ts";

test("path parameters are escaped, so that none leads to another path", () => {
	const path = { client_id: "../x?y" };
	expect(requestOf("GET /keys/{client_id}/ledger", { path }).url).toBe("/portal/api/keys/..%2Fx%3Fy/ledger");
});

test("the CSV link carries the filters that are set and nothing else", () => {
	const route = "GET /keys/{client_id}/ledger.csv";
	const path = { client_id: "ps_client_a" };
	const query = { from: "2026-11-01", to: undefined, kind: "charge" };
	expect(requestOf(route, { path, query }).url).toBe(
		"/portal/api/keys/ps_client_a/ledger.csv?from=2026-11-01&kind=charge",
	);
	expect(requestOf(route, { path, query: {} }).url).toBe("/portal/api/keys/ps_client_a/ledger.csv");
});

test("lists are joined by commas, an empty list is left out", () => {
	expect(queryText({ include: ["info", "images"], variants: [], fields: false })).toBe(
		"include=info,images&fields=false",
	);
});

test("values cannot add parameters", () => {
	expect(queryText({ note: "a&b=c d" })).toBe("note=a%26b%3Dc%20d");
});

test("a change without a body is sent as an empty object, a read has none", () => {
	expect(requestOf("POST /keys/{client_id}/revoke", { path: { client_id: "a" } })).toEqual({
		method: "POST",
		url: "/portal/api/keys/a/revoke",
		body: "{}",
	});
	expect(requestOf("GET /keys", {}).body).toBeUndefined();
});
