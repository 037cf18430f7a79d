import type { ClientPolicy } from "../../clients/policy/client.ts";
import { badRequest } from "../../platform/http/http-error.ts";
import { parseTime } from "../../platform/http/query.ts";
import type { RouteBody } from "../contract.ts";
import { requirePlain } from "../errors.ts";

type Body = RouteBody<"PATCH /admin/clients/{client_id}">;

/** The parts of a policy given in a body. @throws HttpError 400 that names the member. */
export function policyOf(body: Body): Partial<ClientPolicy> {
	return given({
		name: body.client_name === undefined ? undefined : clientNameOf(body.client_name),
		tier: body.tier,
		requestsPerMinute: body.requests_per_minute,
		requestsPerDay: body.requests_per_day,
		expiresAtMs: body.expires_at === null ? null : momentOf(body.expires_at),
		allowlist: textsOf("allow_ip", body.allow_ip),
		locks: textsOf("locks", body.locks),
		barcodePrefixes: textsOf("barcode_prefixes", body.barcode_prefixes),
		brands: textsOf("brands", body.brands),
		departments: textsOf("departments", body.departments),
		urlTtlSeconds: body.url_ttl_seconds,
		multiUseUrls: body.multi_use_urls,
		watermark: body.watermark,
	});
}

/** @throws HttpError 400 */
export function clientNameOf(text: string): string {
	const name = requirePlain("client_name", text.trim());
	if (name === "") throw badRequest("client_name: a name has 1 to 200 characters.");
	return name;
}

function given(parts: { readonly [Name in keyof ClientPolicy]: ClientPolicy[Name] | undefined }) {
	const entries = Object.entries(parts).filter(([, value]) => value !== undefined);
	return Object.fromEntries(entries) as Partial<ClientPolicy>;
}

function momentOf(text: string | undefined): number | undefined {
	if (text === undefined) return undefined;
	const moment = parseTime(text);
	if (moment === undefined) throw badRequest("expires_at: a date such as 2027-01-31, or a date-time.");
	return moment;
}

/** Trimmed and without duplicates. */
function textsOf(name: string, texts: readonly string[] | undefined): string[] | undefined {
	if (texts === undefined) return undefined;
	return [...new Set(texts.map((text) => requirePlain(name, text.trim())))].filter((text) => text !== "");
}
