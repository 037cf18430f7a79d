import { expect, test } from "vitest";
import { portalUrl, queryText, requestOf } from "./request-line.ts";

test("path parameters are escaped, so that none leads to another path", () => {
	expect(portalUrl("/keys/{client_id}/ledger", { client_id: "../x?y" })).toBe(
		"/portal/api/keys/..%2Fx%3Fy/ledger",
	);
});

test("the CSV link carries the filters that are set and nothing else", () => {
	const filter = { from: "2026-11-01", to: undefined, kind: "charge" };
	expect(portalUrl("/keys/{client_id}/ledger.csv", { client_id: "ps_client_a" }, filter)).toBe(
		"/portal/api/keys/ps_client_a/ledger.csv?from=2026-11-01&kind=charge",
	);
	expect(portalUrl("/keys/{client_id}/ledger.csv", { client_id: "ps_client_a" }, {})).toBe(
		"/portal/api/keys/ps_client_a/ledger.csv",
	);
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
