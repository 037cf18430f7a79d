import { at, itemsOf } from "../json.ts";
import {
	type Rule,
	require,
	requireEqual,
	requireError,
	requireMatch,
	requireShape,
	requireStatus,
	rule,
} from "../rule.ts";

/** Sections 2.10 and 4.4. */
export const accountRules: readonly Rule[] = [
	rule("2.10", "the balance has its documented shape, and is that of the client", async (target) => {
		const answer = await target.call("/balance");
		requireStatus(answer, 200);
		requireShape(answer, "Balance");
		requireMatch(at(answer.body, "tier"), /^(standard|enterprise)$/, "tier");
		requireEqual(at(answer.body, "meta", "credits_debited"), 0, "credits_debited");
		requireEqual(at(answer.body, "client_id"), target.credentials.clientId, "client_id");
	}),
	rule("2.10", "the account has its documented shape", async (target) => {
		const answer = await target.call("/account");
		requireStatus(answer, 200);
		requireShape(answer, "Account");
	}),
	rule("2.10", "the account counts each request", async (target) => {
		const today = async () => Number(at((await target.call("/account")).body, "usage", "requests_today"));
		const before = await today();
		const after = await today();
		require(after > before, `requests_today went from ${before} to ${after}`);
	}),
	rule("4.4", "usage comes by hour, day and month", async (target) => {
		for (const granularity of ["hour", "day", "month"]) {
			const answer = await target.call(`/usage?granularity=${granularity}`);
			requireStatus(answer, 200);
			requireEqual(at(answer.body, "granularity"), granularity, "granularity");
			requireShape(answer, "Usage");
		}
	}),
	rule("4.4", "usage is by day unless asked otherwise, oldest first", async (target) => {
		const { body } = await target.call("/usage");
		requireEqual(at(body, "granularity"), "day", "granularity");
		const periods = itemsOf(at(body, "series")).map((each) => String(at(each, "period")));
		requireEqual(periods, [...periods].sort(), "the periods");
	}),
	rule("4.4", "an unknown granularity is 400 bad_request", async (target) => {
		requireError(await target.call("/usage?granularity=century"), 400, "bad_request");
	}),
	rule("4.4", "health and pricing are open to everybody", async (target) => {
		requireStatus(await target.call("/health", { token: false }), 200);
		requireStatus(await target.call("/pricing", { token: false }), 200);
	}),
	...[
		"/balance",
		"/account",
		"/usage",
		"/products",
		"/products/4011",
		"/metadata/4011",
		"/metadata/products",
		"/metadata-fields",
	].map((path) =>
		rule("4", `GET ${path} asks for a token`, async (target) => {
			requireError(await target.call(path, { token: false }), 401, "unauthenticated");
		}),
	),
];
