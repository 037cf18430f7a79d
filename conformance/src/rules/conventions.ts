import { at, type Json } from "../json.ts";
import { type Rule, require, requireEqual, requireError, requireStatus, rule } from "../rule.ts";
import { debitOf, wholeProduct } from "../samples.ts";
import type { Answer } from "../target.ts";
import { tourOf } from "./tour.ts";

const JSON_TYPE = /^application\/json; ?charset=utf-8$/i;
const MINUTE = ["x-ratelimit-limit-minute", "x-ratelimit-remaining-minute", "x-ratelimit-reset"];
const DAY = ["x-ratelimit-limit-day", "x-ratelimit-remaining-day"];

function requireHeaders(answers: readonly Answer[], names: readonly string[], pattern: RegExp): void {
	for (const { call, headers } of answers) {
		for (const name of names) {
			require(pattern.test(headers[name] ?? ""), `${call}: ${name} is ${headers[name] ?? "missing"}`);
		}
	}
}

/** Section 1.1, and the headers of sections 7 and 8. */
export const conventionRules: readonly Rule[] = [
	rule("1.1", "answers are JSON in UTF-8, and say so", async (target) => {
		const { all } = await tourOf(target);
		const withBody = all.filter(({ bytes }) => bytes.length > 0);
		requireHeaders(withBody, ["content-type"], JSON_TYPE);
		for (const { call, body } of withBody) require(body !== undefined, `${call}: the body is no JSON`);
	}),
	rule("1.1", "X-Request-ID is on every answer, and different on each", async (target) => {
		const { all } = await tourOf(target);
		requireHeaders(all, ["x-request-id"], /./);
		const ids = new Set(all.map(({ headers }) => headers["x-request-id"]));
		require(ids.size === all.length, "two answers have the same X-Request-ID");
	}),
	rule("1.1", "X-Request-ID equals meta.request_id", async (target) => {
		const { all } = await tourOf(target);
		for (const { call, headers, body } of all) {
			const id = at(body, "meta", "request_id");
			require(id === undefined || id === headers["x-request-id"], `${call}: meta.request_id is another one`);
		}
		const { body, headers } = await wholeProduct(target);
		requireEqual(
			at(body, "meta", "request_id"),
			headers["x-request-id"] as Json,
			"meta.request_id of a product",
		);
	}),
	rule("1.1", "X-Credits-Debited is on every answer, HEAD, redirects and errors included", async (target) => {
		requireHeaders((await tourOf(target)).all, ["x-credits-debited"], /^\d+(\.\d+)?$/);
	}),
	rule("1.1", "X-Credits-Remaining is on every authenticated answer", async (target) => {
		requireHeaders((await tourOf(target)).authenticated, ["x-credits-remaining"], /^-?\d+(\.\d+)?$/);
	}),
	rule("1.1", "X-Credits-Remaining is on authenticated answers only", async (target) => {
		for (const { call, headers } of (await tourOf(target)).open) {
			require(headers["x-credits-remaining"] === undefined, `${call} has X-Credits-Remaining`);
		}
	}),
	rule("1.1", "the headers of the minute are on every answer", async (target) => {
		requireHeaders((await tourOf(target)).all, MINUTE, /^\d+$/);
	}),
	rule("1.1", "the headers of the day are on every authenticated answer", async (target) => {
		requireHeaders((await tourOf(target)).authenticated, DAY, /^\d+$/);
	}),
	rule("1.1", "X-RateLimit-Reset is a second within the next day", async (target) => {
		const nowSeconds = Date.now() / 1000;
		for (const { call, headers } of (await tourOf(target)).authenticated) {
			const inSeconds = Number(headers["x-ratelimit-reset"]) - nowSeconds;
			require(inSeconds > -120 &&
				inSeconds < 86_520, `${call}: X-RateLimit-Reset is ${inSeconds} s from now`);
		}
	}),
	rule("8", "every request counts in the day, free ones and errors too", async (target) => {
		const remaining = async (path: string) =>
			Number((await target.call(path)).headers["x-ratelimit-remaining-day"]);
		const first = await remaining("/balance");
		const second = await remaining("/products/12x4");
		const third = await remaining("/balance");
		// Somebody else may be using the same client meanwhile: it can drop by more, never by less.
		require(second < first && third < second, `the day went from ${first} over ${second} to ${third}`);
	}),
	rule("8", "GET /account shows the limits that the headers show", async (target) => {
		const account = await target.call("/account");
		requireStatus(account, 200);
		for (const [name, header] of [
			["requests_per_minute", "x-ratelimit-limit-minute"],
			["requests_per_day", "x-ratelimit-limit-day"],
			["remaining_today", "x-ratelimit-remaining-day"],
		] as const) {
			requireEqual(
				at(account.body, "rate_limits", name),
				Number(account.headers[header]),
				`rate_limits.${name}`,
			);
		}
	}),
	rule("1.1", "a trailing slash is no redirect", async (target) => {
		requireStatus(await target.call("/balance/"), 200);
		requireStatus(await target.call("/health/", { token: false }), 200);
	}),
	rule("1.1", "POST /auth/token/ succeeds as without the slash", async (target) => {
		const { clientId: client_id, apiKey: api_key } = target.credentials;
		const body = { client_id, api_key };
		requireStatus(await target.call("/auth/token/", { method: "POST", token: false, body }), 200);
	}),
	rule("1.1", "whoever accepts HTML gets JSON all the same", async (target) => {
		const answer = await target.call("/products?per_page=0", { headers: { accept: "text/html" } });
		requireError(answer, 400, "bad_request");
		require(JSON_TYPE.test(answer.headers["content-type"] ?? ""), "the refusal is no JSON");
	}),
	rule("1.1", "a body that is not sent as JSON fails validation", async (target) => {
		const form = { "content-type": "application/x-www-form-urlencoded" };
		const answer = await target.call("/products/bulk-check", {
			method: "POST",
			text: JSON.stringify({ barcodes: ["4011"] }),
			headers: form,
		});
		requireError(answer, 400, "bad_request");
	}),
	rule("7", "malformed JSON is a bad request", async (target) => {
		const headers = { "content-type": "application/json" };
		const answer = await target.call("/products/bulk-check", {
			method: "POST",
			text: '{"barcodes": [',
			headers,
		});
		requireError(answer, 400, "bad_request");
	}),
	rule("2.11", "errors have code, message and request id", async (target) => {
		for (const { call, body, headers } of (await tourOf(target)).refused) {
			for (const name of ["error", "message"]) {
				require(typeof at(body, name) === "string", `${call}: ${name} is no string`);
			}
			requireEqual(at(body, "request_id"), headers["x-request-id"] as Json, `request_id of ${call}`);
		}
	}),
	rule("7", "refusals and free endpoints debit nothing", async (target) => {
		for (const answer of (await tourOf(target)).free) {
			require(debitOf(answer) === 0, `${answer.call} debited ${debitOf(answer)}`);
		}
	}),
	rule("7", "an unknown endpoint is 404 not_found, in JSON", async (target) => {
		requireError(await target.call("/there-is-no-such-endpoint", { token: false }), 404, "not_found");
	}),
];
