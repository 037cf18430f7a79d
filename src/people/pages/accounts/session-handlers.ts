import { creditsForJson } from "../../../api/credits.ts";
import { type Call, handlers, type Member } from "../../../pages/call.ts";
import type { SessionCookie } from "../../../pages/cookie.ts";
import { requireFound } from "../../../pages/errors.ts";
import { csrfToken } from "../../../pages/guard.ts";
import { rolesOf } from "../../../pages/roles.ts";
import { readOffer } from "../../../payments/offer.ts";
import { unitsOwed } from "../../../payments/owed.ts";
import type { PaymentSettings } from "../../../payments/stripe.ts";
import type { Database } from "../../../platform/db/database.ts";
import type { SettingsOf } from "../../../platform/settings.ts";
import { isoTime, isoTimeOrNull } from "../../../platform/time/clock.ts";
import { DAY_SECONDS, MINUTE_MS } from "../../../platform/time/durations.ts";
import { VERSION } from "../../../version.ts";
import type { webhookSettings } from "../../../webhooks/settings.ts";
import { findAccount } from "../../accounts/accounts.ts";
import type { MailedBase } from "../../accounts/mailed-links.ts";
import { endSessions, sessionsOf } from "../../accounts/sessions.ts";
import { type SignInParts, signIn } from "../../accounts/sign-in.ts";
import { recoveryCodesLeft } from "../../accounts/totp-changes.ts";
import { isUnused } from "../../accounts/unused.ts";
import { peopleErrors } from "../../errors.ts";
import type { SendMail } from "../../mail.ts";
import { accountName, membershipsOf } from "../../members/memberships.ts";
import { contactLink, readPortalSettings } from "../../portal-settings.ts";
import type { SingleSignOn } from "../../sso/provider.ts";
import type { ssoSettings } from "../../sso/settings.ts";
import type { AccountSessionTable, AccountTable } from "../../tables.ts";
import { type Account, type ActedFor, sessionRoutes } from "./contract.ts";

export interface SessionParts extends SignInParts {
	readonly cookie: SessionCookie;
	/** `undefined` if there is no provider to sign in with. */
	readonly sso: Pick<SingleSignOn, "name"> | undefined;
	readonly config: {
		readonly sso: SettingsOf<typeof ssoSettings>;
		readonly webhooks: SettingsOf<typeof webhookSettings>;
		readonly payments: PaymentSettings;
	};
	/** `undefined` while no mail server is set. */
	readonly mailing: () => SendMail | undefined;
}

/** Signing in and out, and the account's sessions. */
export function sessionHandlers(parts: SessionParts & { readonly mailedBase: MailedBase }) {
	const { db, settings, cookie, config } = parts;
	const localSignIn = config.sso.localSignIn === "on";
	return handlers(sessionRoutes)({
		async "GET /session"({ person, request }) {
			const portal = await readPortalSettings(db.read);
			const { signUpOpen, keysPerAccount, creditPrice, currency, paymentNote } = portal;
			const mails = parts.mailing() !== undefined;
			const isPriced = person !== undefined && creditPrice !== null && currency !== null;
			return {
				account: person ? await accountAnswer(db, person.account) : null,
				csrf_token: person?.csrfToken ?? null,
				acts_for: person ? actedFor(person) : null,
				owed_credits: person ? creditsForJson(await unitsOwed(db.read, person.shop.account_id)) : 0,
				accounts: person ? await accountsOf(db, person) : [],
				service: {
					version: VERSION,
					waits_for_set_up: person === undefined && (await isUnused(db.read)),
					single_sign_on: parts.sso ? { name: parts.sso.name } : null,
					local_sign_in: localSignIn,
					sign_up_open: signUpOpen && localSignIn,
					sign_up_by_mail: mails,
					contact: contactLink(portal) ?? null,
					mails_resets: mails && localSignIn && parts.mailedBase(request) !== undefined,
					webhooks: parts.config.webhooks.webhooks === "on",
					credit_price: isPriced ? { amount: creditPrice, currency } : null,
					pays_by_card: person !== undefined && (await readOffer(db, config.payments)) !== undefined,
					payment_note: person ? paymentNote : null,
					keys_per_account: person?.shop.keys_allowed ?? keysPerAccount,
				},
			};
		},
		async "POST /session"({ request, reply, actor, body }) {
			if (parts.config.sso.localSignIn === "off") throw peopleErrors.local_sign_in_off();
			const { token, accountId } = await signIn(parts, request, actor, body);
			return signedIn(parts, { request, reply }, token, accountId);
		},
		async "DELETE /session"({ person, request, reply }) {
			const { account_id, session_id } = person.session;
			await db.write(endSessions, { accountId: account_id, only: session_id });
			cookie.clear(request, reply);
		},
		async "GET /sessions"({ person, nowMs }) {
			const { account_id, session_id } = person.session;
			const idleMs = settings.sessionIdleMinutes * MINUTE_MS;
			const sessions = await sessionsOf(db, account_id, nowMs, idleMs);
			return { data: sessions.map((session) => sessionAnswer(session, session_id)) };
		},
		async "DELETE /sessions"({ person }) {
			const { account_id, session_id } = person.session;
			await db.write(endSessions, { accountId: account_id, except: session_id });
		},
		async "DELETE /sessions/{session_id}"({ person, path }) {
			const accountId = person.account.account_id;
			requireFound(await db.write(endSessions, { accountId, only: path.session_id }));
		},
	});
}

/** Sends a new session to the browser: its token in the cookie, its CSRF token in the body. */
export async function signedIn(
	{ db, settings, cookie, secrets }: SessionParts,
	{ request, reply }: Pick<Call<(typeof sessionRoutes)["POST /session"]>, "request" | "reply">,
	token: string,
	accountId: string,
) {
	const account = await findAccount(db.read, accountId);
	if (!account) throw new Error("whoever signs in has an account");
	cookie.set(request, reply, token, settings.sessionDays * DAY_SECONDS);
	return {
		account: await accountAnswer(db, account),
		csrf_token: csrfToken(token, secrets.hashKeys)[0],
	};
}

async function accountAnswer(db: Database, account: AccountTable): Promise<Account> {
	return {
		account_id: account.account_id,
		email: account.email,
		email_verified: account.email_verified_at !== null,
		is_administrator: rolesOf(account).includes("administrator"),
		roles: rolesOf(account),
		proposes_as: account.proposes_as,
		must_change_password: account.password_expires_at !== null,
		totp_enabled: account.totp_confirmed_at !== null,
		recovery_codes_left: await recoveryCodesLeft(db.read, account.account_id),
		created_at: isoTime(account.created_at),
		others_until: isoTimeOrNull(account.others_until),
	};
}

function actedFor({ account, shop, role }: Member): ActedFor {
	const { account_id } = shop;
	return { account_id, name: accountName(shop), role, is_own: account_id === account.account_id };
}

/** Every account for which the person can act, their own first. */
async function accountsOf(db: Database, { account, ...person }: Member): Promise<ActedFor[]> {
	const others = await membershipsOf(db.read, account.account_id);
	return [
		actedFor({ ...person, account, shop: account, role: "owner" }),
		...others.map((other) => ({
			account_id: other.account_id,
			name: accountName(other),
			role: other.role,
			is_own: false,
		})),
	];
}

function sessionAnswer(session: AccountSessionTable, currentId: string) {
	return {
		session_id: session.session_id,
		created_at: isoTime(session.created_at),
		last_seen_at: isoTime(session.last_seen_at),
		address: session.address,
		user_agent: session.user_agent,
		is_current: session.session_id === currentId,
	};
}
