import { at } from "../json.ts";
import { disturbingRule, type Rule, require, requireError, Skipped } from "../rule.ts";
import type { Answer, Target } from "../target.ts";

/** The most requests made for a single rule. */
const MOST_REQUESTS = 1000;
const LOCKING_FAILURES = 5;

function requireRetryAfter({ headers }: Answer, atMostSeconds: number): void {
	const seconds = headers["retry-after"] ?? "";
	require(/^\d+$/.test(seconds) &&
		Number(seconds) <= atMostSeconds, `Retry-After is ${seconds || "missing"}`);
}

function tryWrongKey(target: Target, apiKey = "x".repeat(44)) {
	return target.call("/auth/token", {
		method: "POST",
		token: false,
		body: { client_id: target.credentials.clientId, api_key: apiKey },
		takesRefusals: true,
	});
}

/** Sections 3 and 8. They run last, because afterwards the client has to wait. */
export const limitRules: readonly Rule[] = [
	disturbingRule(
		"8",
		"beyond the limit of a minute there is 429 rate_limited with Retry-After",
		async (target) => {
			const { headers } = await target.call("/balance");
			const limit = Number(headers["x-ratelimit-limit-minute"]);
			if (!(limit <= MOST_REQUESTS)) throw new Skipped(`the client may make ${limit} requests a minute`);
			for (let sent = 0; sent <= 2 * limit; sent++) {
				const answer = await target.call("/balance", { takesRefusals: true });
				if (answer.status !== 429) continue;
				requireError(answer, 429, "rate_limited");
				requireRetryAfter(answer, 60);
				require(/\d/.test(String(at(answer.body, "message"))), "the message names no wait");
				require(answer.headers["x-ratelimit-remaining-minute"] === "0", "the remaining minute is not 0");
				return;
			}
			require(false, `${2 * limit} requests were answered in two minutes`);
		},
	),
	disturbingRule("3", "five failed attempts lock the client, for the right key too", async (target) => {
		for (let failures = 0; failures < LOCKING_FAILURES; failures++) {
			const answer = await tryWrongKey(target);
			if (answer.status === 429) throw new Skipped("the limit of attempts came before the lock");
			requireError(answer, 401, "invalid_credentials");
		}
		const locked = await tryWrongKey(target, target.credentials.apiKey);
		requireError(locked, 429, "auth_rate_limit");
		requireRetryAfter(locked, 300);
	}),
];
