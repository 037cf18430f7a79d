import { parseRange } from "../../platform/http/client-address.ts";
import { DAY_SECONDS } from "../../platform/time/durations.ts";
import type { ClientPolicy } from "./client.ts";

const LONGEST_URL_TTL_SECONDS = 7 * DAY_SECONDS;

/** What is wrong with a policy; `undefined` if it is valid. @param lockProblem what is wrong with a lock key, which only the catalogue can tell. */
export function policyProblem(
	policy: ClientPolicy,
	lockProblem: (key: string) => string | undefined,
): string | undefined {
	if (policy.name.trim() === "" || policy.name.length > 200) return "a name has 1 to 200 characters";
	const range = policy.allowlist.find((text) => !parseRange(text));
	if (range !== undefined) return `"${range}" is not an address or CIDR`;
	for (const key of policy.locks) {
		const problem = lockProblem(key);
		if (problem) return problem;
	}
	const prefix = policy.barcodePrefixes.find((text) => !/^[0-9]{1,14}$/.test(text));
	if (prefix !== undefined) return `"${prefix}" is not a barcode prefix: 1 to 14 digits`;
	if (!isCount(policy.requestsPerMinute))
		return "requests per minute must be a whole number from 1 to 1,000,000,000";
	if (!isCount(policy.requestsPerDay))
		return "requests per day must be a whole number from 1 to 1,000,000,000";
	if (policy.urlTtlSeconds !== null && !isWithin(policy.urlTtlSeconds, LONGEST_URL_TTL_SECONDS)) {
		return `a URL lifetime is 1 to ${LONGEST_URL_TTL_SECONDS} seconds`;
	}
	if (policy.tier === "standard" && policy.multiUseUrls) return "multi-use URLs are for the enterprise tier";
	if (policy.tier === "standard" && policy.watermark === "waived") {
		return "only an enterprise client's watermark can be waived";
	}
	return undefined;
}

function isCount(value: number | null): boolean {
	return value === null || isWithin(value, 1_000_000_000);
}

function isWithin(value: number, largest: number): boolean {
	return Number.isInteger(value) && value >= 1 && value <= largest;
}
