import { describe, expect, test } from "vitest";
import { type FakeAnswer, fakeService, networkError, refusal } from "./fake-service.testing.ts";

const KEY = "stock-check-2027-05-15";
const barcodes = Array.from({ length: 1200 }, (_, index) => String(10_000 + index));

function part(count: number, remaining: string): FakeAnswer {
	return {
		body: {
			results: Object.fromEntries([[String(count), { exists: true, variants: [] }]]),
			meta: {
				request_id: `req_${count}`,
				credits_debited: count / 100,
				credits_remaining: Number(remaining),
			},
		},
		headers: { "x-credits-debited": String(count / 100), "x-credits-remaining": remaining },
	};
}

describe("products.resolve", () => {
	test("sends each barcode once, in parts of 500 without an idempotency key, and merges the results", async () => {
		const resolved = (text: string): FakeAnswer => ({
			body: {
				results: { [text]: { barcode: `0${text}`, kind: "gtin-12" } },
				meta: { request_id: `req_${text}`, credits_debited: 0, credits_remaining: 100 },
			},
			headers: { "x-credits-debited": "0", "x-credits-remaining": "100" },
		});
		const { packshot, calls, settle } = fakeService([
			resolved("10000"),
			resolved("10500"),
			resolved("11000"),
		]);
		const { results, response } = await settle(packshot.products.resolve([...barcodes, "10000"]));
		const sent = calls.map(({ body }) => JSON.parse(body ?? "").barcodes);
		expect(sent.map(({ length }) => length)).toEqual([500, 500, 200]);
		expect(sent.flat()).toEqual(barcodes);
		expect(calls.map(({ headers }) => headers["idempotency-key"])).toEqual(new Array(3).fill(undefined));
		expect(Object.keys(results)).toEqual(["10000", "10500", "11000"]);
		expect(response.creditsDebited.number).toBe(0);
	});

	test("answers a text that objects inherit like any other", async () => {
		const results = JSON.parse('{"__proto__": {"barcode": null, "kind": "invalid"}}');
		const meta = { request_id: "req_1", credits_debited: 0, credits_remaining: 1 };
		const { packshot, settle } = fakeService([{ body: { results, meta } }]);
		const answer = await settle(packshot.products.resolve(["__proto__"]));
		expect(Object.entries(answer.results)).toEqual([["__proto__", { barcode: null, kind: "invalid" }]]);
	});

	test("retries after a network error, as the call is free", async () => {
		const whole: FakeAnswer = { body: { results: {}, meta: { credits_debited: 0 } } };
		const { packshot, calls, settle } = fakeService([networkError("ECONNRESET"), whole]);
		await settle(packshot.products.resolve(["4011"]));
		expect(calls.map(({ name }) => name)).toEqual(new Array(2).fill("POST /barcodes/resolve"));
	});
});

describe("a bulk check", () => {
	test("is deduplicated, sent in parts of 500 and merged into one result", async () => {
		const answers = [part(500, "95"), part(500, "90"), part(200, "88")];
		const { packshot, calls, settle } = fakeService(answers);
		const checked = await settle(packshot.products.bulkCheck([...barcodes, ...barcodes.slice(0, 700)]));
		const sent = calls.map(({ body }) => JSON.parse(body ?? "").barcodes);
		expect(sent.map(({ length }) => length)).toEqual([500, 500, 200]);
		expect(sent.flat()).toEqual(barcodes);
		expect(Object.keys(checked.results)).toEqual(["200", "500"]);
		expect(checked.meta).toMatchObject({ credits_debited: 12, credits_remaining: 88 });
		expect(checked.response.creditsDebited).toEqual({ exact: "12", number: 12 });
		expect(checked.response.creditsRemaining?.exact).toBe("88");
		expect(checked.parts.map(({ creditsDebited }) => creditsDebited.exact)).toEqual(["5", "5", "2"]);
	});

	test("gives each part its own idempotency key, derived from the call's", async () => {
		const answers = [part(500, "95"), part(500, "90"), part(200, "88")];
		const { packshot, calls, settle } = fakeService(answers);
		await settle(packshot.products.bulkCheck(barcodes, { idempotencyKey: KEY }));
		expect(calls.map(({ headers }) => headers["idempotency-key"])).toEqual([KEY, `${KEY}.2`, `${KEY}.3`]);
	});

	test.each([
		[253, 3],
		[252, 10],
	])(
		"sends nothing when a key of more than %i characters leaves no room for the part numbers",
		async (length, parts) => {
			const { packshot, calls, failure } = fakeService([]);
			const many = Array.from({ length: parts * 500 }, (_, index) => String(10_000 + index));
			const idempotencyKey = "k".repeat(length + 1);
			const error = await failure(packshot.products.bulkCheck(many, { idempotencyKey }));
			expect(error).toBeInstanceOf(TypeError);
			expect(String(error)).toContain(`idempotencyKey has ${length + 1} characters`);
			expect(calls).toEqual([]);
		},
	);

	test("of one part accepts a key of 255 characters, as the service does", async () => {
		const { packshot, calls, settle } = fakeService([part(500, "95")]);
		const idempotencyKey = "k".repeat(255);
		await settle(packshot.products.bulkCheck(barcodes.slice(0, 500), { idempotencyKey }));
		expect(calls[0]?.headers["idempotency-key"]).toBe(idempotencyKey);
	});

	test("that fails reports the idempotency key for retrying it without paying twice", async () => {
		const answers = [
			part(500, "0.5"),
			refusal(402, "insufficient_credits"),
			part(500, "0.5"),
			part(500, "0"),
			part(200, "0"),
		];
		const { packshot, calls, settle, failure } = fakeService(answers);
		const error = (await failure(packshot.products.bulkCheck(barcodes))) as { idempotencyKey: string };
		expect(error).toMatchObject({ code: "insufficient_credits", idempotencyKey: expect.any(String) });
		await settle(packshot.products.bulkCheck(barcodes, { idempotencyKey: error.idempotencyKey }));
		const sent = calls.map(({ headers, body }) => [headers["idempotency-key"], body]);
		expect(sent[2]).toEqual(sent[0]);
		expect(sent[3]).toEqual(sent[1]);
	});

	test("that gets no response reports that it may have been charged", async () => {
		const lost = networkError("ECONNRESET");
		const { packshot, calls, failure } = fakeService([lost, lost, lost, lost]);
		expect(await failure(packshot.metadata.bulkCheck(["4011"], { fields: true }))).toMatchObject({
			code: "connection_failed",
			mayHaveBeenCharged: true,
			idempotencyKey: calls[0]?.headers["idempotency-key"],
		});
		expect(calls.map(({ body }) => body)).toEqual(Array(4).fill('{"barcodes":["4011"],"fields":true}'));
	});

	test("with no barcodes is sent, for the service to reject", async () => {
		const { packshot, calls, failure } = fakeService([refusal(400, "bad_request")]);
		expect(await failure(packshot.products.bulkCheck([]))).toMatchObject({ code: "bad_request" });
		expect(calls[0]?.body).toBe('{"barcodes":[]}');
	});
});
