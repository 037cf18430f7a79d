import type { Command } from "commander";
import { lockKeyProblem } from "../catalogue/fields/locks.ts";
import { type ClientPolicy, tiers, watermarkPolicies } from "../clients/policy/client.ts";
import { policyProblem } from "../clients/policy/policy-rules.ts";
import { parseTime } from "../platform/http/query.ts";
import { UsageFailure } from "./command-line.ts";
import { collect, plainText } from "./plain-option.ts";

/** Options as parsed by commander; `false` comes from the `--no-…` form. */
interface GivenPolicy {
	readonly name?: string;
	readonly tier?: string;
	readonly rpm?: string | false;
	readonly rpd?: string | false;
	readonly expires?: string | false;
	readonly allowIp?: string[] | false;
	readonly lock?: string[] | false;
	readonly barcodePrefix?: string[] | false;
	readonly brand?: string[] | false;
	readonly department?: string[] | false;
	readonly urlTtl?: string | false;
	readonly multiUseUrls?: boolean;
	readonly watermark?: string;
}

/** The options that describe a client; `clearing` adds a `--no-…` form that removes a value. */
export function addPolicyOptions(command: Command, clearing: boolean): Command {
	command
		.option("--tier <tier>", tiers.join(" or "))
		.option("--rpm <n>", "requests per minute")
		.option("--rpd <n>", "requests per day")
		.option("--expires <date>", "date or date-time at which the client expires")
		.option("--allow-ip <cidr>", "IP address or CIDR that may call; repeatable", collect)
		.option("--lock <key>", "scope, scope.field or images.variant to lock; repeatable", collect)
		.option("--barcode-prefix <prefix>", "only barcodes that start with this; repeatable", collect)
		.option("--brand <brand>", "only products of this brand; repeatable", collect)
		.option("--department <department>", "only products of this department; repeatable", collect)
		.option("--url-ttl <seconds>", "lifetime of signed image URLs")
		.option("--multi-use-urls", "signed image URLs work until they expire (enterprise)")
		.option("--watermark <policy>", watermarkPolicies.join(" or "));
	if (!clearing) return command;
	return command
		.option("--no-rpm", "reset to the default limit")
		.option("--no-rpd", "reset to the default limit")
		.option("--no-expires", "remove the expiry date")
		.option("--no-allow-ip", "allow calls from any IP address")
		.option("--no-lock", "lock nothing")
		.option("--no-barcode-prefix", "allow every barcode")
		.option("--no-brand", "allow every brand")
		.option("--no-department", "allow every department")
		.option("--no-url-ttl", "reset to the default lifetime")
		.option("--no-multi-use-urls", "signed image URLs work once");
}

/** The existing policy with the options applied. @throws UsageFailure that says what is wrong. */
export function applyPolicyOptions(policy: ClientPolicy, given: GivenPolicy): ClientPolicy {
	const applied: ClientPolicy = {
		name: plainText("--name", given.name) ?? policy.name,
		tier: choice("--tier", given.tier, tiers, policy.tier),
		requestsPerMinute: count("--rpm", given.rpm, policy.requestsPerMinute),
		requestsPerDay: count("--rpd", given.rpd, policy.requestsPerDay),
		expiresAtMs: time("--expires", given.expires, policy.expiresAtMs),
		allowlist: list(given.allowIp, policy.allowlist),
		locks: list(given.lock, policy.locks),
		barcodePrefixes: list(given.barcodePrefix, policy.barcodePrefixes),
		brands: list(plainTexts("--brand", given.brand), policy.brands),
		departments: list(plainTexts("--department", given.department), policy.departments),
		urlTtlSeconds: count("--url-ttl", given.urlTtl, policy.urlTtlSeconds),
		multiUseUrls: given.multiUseUrls ?? policy.multiUseUrls,
		watermark: choice("--watermark", given.watermark, watermarkPolicies, policy.watermark),
	};
	const problem = policyProblem(applied, lockKeyProblem);
	if (problem) throw new UsageFailure(problem);
	return applied;
}

function plainTexts(option: string, given: string[] | false | undefined): string[] | false | undefined {
	return given ? given.map((text) => plainText(option, text) ?? text) : given;
}

function list(given: string[] | false | undefined, before: readonly string[]): readonly string[] {
	if (given === undefined) return before;
	return given === false ? [] : [...new Set(given)];
}

function count(option: string, given: string | false | undefined, before: number | null): number | null {
	if (given === undefined) return before;
	if (given === false) return null;
	if (!/^\d{1,10}$/.test(given)) throw new UsageFailure(`${option} takes a whole number, not "${given}"`);
	return Number(given);
}

function time(option: string, given: string | false | undefined, before: number | null): number | null {
	if (given === undefined) return before;
	if (given === false) return null;
	const parsed = parseTime(given);
	if (parsed === undefined)
		throw new UsageFailure(`${option} takes a date such as 2027-01-31, not "${given}"`);
	return parsed;
}

function choice<T extends string>(
	option: string,
	given: string | undefined,
	choices: readonly T[],
	before: T,
): T {
	if (given === undefined) return before;
	const found = choices.find((each) => each === given);
	if (!found) throw new UsageFailure(`${option} takes ${choices.join(" or ")}, not "${given}"`);
	return found;
}
