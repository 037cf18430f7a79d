import { expect, test } from "vitest";
import { latencyOf } from "./latency.ts";
import { createRequestCounts } from "./request-counts.ts";

const answer = (elapsedMs: number, route = "/api/v1/products/:barcode") => ({
	method: "GET",
	route,
	status: 200,
	elapsedMs,
	debitedUnits: 0,
});

test("latency covers all endpoints of the API together, rounded up to bucket bounds", () => {
	const counts = createRequestCounts();
	for (let n = 0; n < 90; n++) counts.answered("product", answer(1.5));
	for (let n = 0; n < 8; n++) counts.answered("list", answer(30, "/api/v1/products"));
	for (let n = 0; n < 2; n++) counts.answered("list", answer(9000, "/api/v1/products"));
	for (let n = 0; n < 500; n++) counts.answered("page", answer(400, "/portal/api/overview"));
	expect(latencyOf(counts)).toMatchObject({ requests: 100, medianMs: 2, p95Ms: 50, p99Ms: null });
});

test("latency is null without any responses", () => {
	expect(latencyOf(createRequestCounts())).toMatchObject({ requests: 0, medianMs: null, p95Ms: null });
});
