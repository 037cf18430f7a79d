import { expect, test } from "vitest";
import { callFilterOf } from "./call-filter.ts";

test.each([
	["search=4011", { barcode: "4011" }],
	["search=req_01M7", { request_id: "req_01M7" }],
	["outcome=error&error=not_found", { outcome: "error", error: "not_found" }],
	["from=2026-11-01&to=2026-11-21", { from: "2026-11-01", to: "2026-11-21" }],
	["search=&outcome=maybe&error=a%20b&from=2026-13-45", {}],
])("the query %j becomes the filter %j", (query, filter) => {
	expect(callFilterOf(new URLSearchParams(query))).toEqual(filter);
});
