import type { Administration, ClientChange } from "../../../api/routes.ts";
import { countProblem, parseCount } from "../../../format/amounts.ts";
import { nameProblem } from "../../../format/names.ts";
import { optionalEmailProblem } from "../../sign-in/email-problem.ts";

export interface PolicyFields {
	readonly client_name: string;
	readonly owner_email: string;
	readonly tier: string;
	readonly requests_per_minute: string;
	readonly requests_per_day: string;
	/** `YYYY-MM-DD`, or empty. */
	readonly expires_at: string;
	readonly allow_ip: readonly string[];
	readonly locks: readonly string[];
	readonly barcode_prefixes: readonly string[];
	readonly brands: readonly string[];
	readonly departments: readonly string[];
	readonly url_ttl_seconds: string;
	readonly multi_use_urls: boolean;
	readonly watermark: string;
}

const MOST_REQUESTS = 999_999_999;
const LONGEST_URL_SECONDS = 604_800;

export function fieldsOf({ policy, owner }: Administration): PolicyFields {
	return {
		...policy,
		owner_email: owner?.email ?? "",
		requests_per_minute: textOf(policy.requests_per_minute),
		requests_per_day: textOf(policy.requests_per_day),
		expires_at: policy.expires_at?.slice(0, 10) ?? "",
		url_ttl_seconds: textOf(policy.url_ttl_seconds),
	};
}

/** Validators by field name. */
export const fieldProblems = {
	client_name: nameProblem,
	owner_email: optionalEmailProblem,
	requests_per_minute: (text: string) => countOrDefaultProblem(text, MOST_REQUESTS),
	requests_per_day: (text: string) => countOrDefaultProblem(text, MOST_REQUESTS),
	url_ttl_seconds: (text: string) => countOrDefaultProblem(text, LONGEST_URL_SECONDS),
};

/** The changed fields, in the format of the service: untouched ones are left out, so that concurrent changes to them survive. */
export function changeOf(before: PolicyFields, after: PolicyFields): ClientChange {
	const names = Object.keys(after) as (keyof PolicyFields)[];
	const changed = names.filter((name) => JSON.stringify(after[name]) !== JSON.stringify(before[name]));
	return Object.fromEntries(changed.map((name) => [name, sentValue(name, after[name])])) as ClientChange;
}

function sentValue(name: keyof PolicyFields, value: PolicyFields[keyof PolicyFields]) {
	if (typeof value !== "string") return value;
	const text = value.trim();
	if (name === "owner_email") return text === "" ? null : text;
	if (name === "expires_at") return text === "" ? null : `${text}T00:00:00Z`;
	const isNumber =
		name === "requests_per_minute" || name === "requests_per_day" || name === "url_ttl_seconds";
	return isNumber ? (parseCount(text) ?? null) : text;
}

function countOrDefaultProblem(text: string, most: number): string | null {
	return text.trim() === "" ? null : countProblem(text, most, 1);
}

function textOf(count: number | null): string {
	return count === null ? "" : String(count);
}
