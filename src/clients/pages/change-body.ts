import type { CapChange } from "../../billing/balances/caps.ts";
import type { Member } from "../../pages/call.ts";
import { pageErrors, requireName, requirePlain } from "../../pages/errors.ts";
import { givenUnits, givenUnitsOrNull } from "../../pages/given-credits.ts";
import { findAccountByEmail } from "../../people/accounts/accounts.ts";
import { emailKey } from "../../people/accounts/email.ts";
import type { Database } from "../../platform/db/database.ts";
import { badRequest } from "../../platform/http/http-error.ts";
import { parseTime } from "../../platform/http/query.ts";
import type { BodyOf } from "../../platform/http/route.ts";
import type { ClientPolicy } from "../policy/client.ts";
import { type clientRoutes, OWN_CHANGE, OWNERS_CHANGE } from "./contract.ts";

type Body = BodyOf<(typeof clientRoutes)["PATCH /keys/{client_id}"]>;

/** @throws HttpError 403 if a body has something that members of an account, or those with that role, may not change of its clients. */
export function requireOwnChange(body: Body, { role }: Pick<Member, "role">): void {
	for (const name of Object.keys(body)) {
		if (OWN_CHANGE.includes(name)) continue;
		if (!OWNERS_CHANGE.includes(name)) throw pageErrors.role_missing();
		if (role !== "owner") throw pageErrors.member_role_missing();
	}
}

/** What a body changes of a client. @throws HttpError 400 that names the member. */
export async function changeIn(db: Database, body: Body) {
	return {
		policy: policyOf(body),
		ownerId: await ownerOf(db, body.owner_email),
		caps: capsOf(body),
		lowBalanceUnits: givenUnitsOrNull("low_balance_credits", body.low_balance_credits),
		balance: balanceOf(body),
	};
}

/** The account with this e-mail address; null for none, `undefined` if omitted. @throws HttpError 400 */
export async function ownerOf(
	db: Database,
	email: string | null | undefined,
): Promise<string | null | undefined> {
	if (email === null || email === undefined) return email;
	const account = await findAccountByEmail(db.read, emailKey(email));
	if (!account) throw badRequest("owner_email: there is no account with this e-mail address.");
	return account.account_id;
}

/** The parts of a policy given in a body. @throws HttpError 400 that names the member. */
function policyOf(body: Body): Partial<ClientPolicy> {
	return given({
		name: body.client_name === undefined ? undefined : requireName("client_name", body.client_name),
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

function capsOf({ daily_cap_credits, monthly_cap_credits }: Body): CapChange {
	return {
		dailyCapUnits: givenUnitsOrNull("daily_cap_credits", daily_cap_credits),
		monthlyCapUnits: givenUnitsOrNull("monthly_cap_credits", monthly_cap_credits),
	};
}

/** The balance given in a body. @throws HttpError 400 */
function balanceOf({ balance, take_credits }: Body) {
	if (balance === undefined) {
		if (take_credits !== undefined) throw badRequest("take_credits: name the balance to take them to.");
		return undefined;
	}
	return {
		to: balance,
		units: take_credits === undefined ? undefined : givenUnits("take_credits", take_credits),
	};
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
