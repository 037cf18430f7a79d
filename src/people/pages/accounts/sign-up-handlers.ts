import { type Call, handlers } from "../../../pages/call.ts";
import { markIrrevocable } from "../../../platform/http/deadline.ts";
import { badRequest } from "../../../platform/http/http-error.ts";
import { ulid } from "../../../platform/ids.ts";
import { HOUR_MS } from "../../../platform/time/durations.ts";
import { createAccount } from "../../accounts/accounts.ts";
import type { AdmitAttempt } from "../../accounts/attempt-limits.ts";
import { requireEmail } from "../../accounts/email.ts";
import { type MailedBase, requireMailedBase, requireSent } from "../../accounts/mailed-links.ts";
import { findLink, newLinkToken, openLink } from "../../accounts/one-time-links.ts";
import { requireStrong } from "../../accounts/password-rules.ts";
import { openSession } from "../../accounts/sessions.ts";
import { draftSession } from "../../accounts/sign-in.ts";
import { beginSignUp, completeSignUp } from "../../accounts/sign-up-changes.ts";
import { peopleErrors } from "../../errors.ts";
import { addressTakenMail, type SendMail, signUpMail } from "../../mail.ts";
import { readPortalSettings } from "../../portal-settings.ts";
import { accountRoutes } from "./contract.ts";
import { type SessionParts, signedIn } from "./session-handlers.ts";

const LINK_MS = HOUR_MS;

export interface SignUpParts extends SessionParts {
	readonly mailedBase: MailedBase;
	readonly admitMail: AdmitAttempt;
}

type SignUpCall = Call<(typeof accountRoutes)["POST /sign-up"]>;

/** Sign-up: immediate or, with mail configured, by a mailed link, so that the response does not reveal whether an address has an account. */
export function signUpHandlers(parts: SignUpParts) {
	const { db } = parts;
	return handlers(accountRoutes)({
		async "POST /sign-up"(call) {
			const { signUpOpen } = await readPortalSettings(db.read);
			if (!signUpOpen || parts.config.sso.localSignIn === "off") throw peopleErrors.sign_up_closed();
			const email = requireEmail(call.body.email);
			const sendMail = parts.mailing();
			return sendMail ? mailLink(parts, sendMail, call, email) : openAtOnce(parts, call, email);
		},
		async "POST /sign-up/confirm"({ request, reply, actor, body, nowMs }) {
			if (parts.config.sso.localSignIn === "off") throw peopleErrors.sign_up_closed();
			const opening = { kind: "sign-up", token: body.token } as const;
			const { found, tokenHashes } = await openLink(parts, request, opening, (hashes) =>
				findLink(db.read, "sign_up_link", hashes, nowMs),
			);
			requireStrong(body.password, found.email);
			const accountId = `acct_${ulid(nowMs)}`;
			const session = draftSession(parts, request);
			const passwordHash = await parts.passwords.hash(body.password);
			// The link works only once.
			markIrrevocable(request.responseMeta);
			const outcome = await db.write(completeSignUp, {
				tokenHashes,
				accountId,
				passwordHash,
				session: session.stored,
				actor: { ...actor, accountId },
			});
			if (outcome !== "created") throw peopleErrors[outcome]();
			return signedIn(parts, { request, reply }, session.token, accountId);
		},
	});
}

/** Mails a link or, to a taken address, that it is taken: the same work and the same response. */
async function mailLink(
	parts: SignUpParts,
	sendMail: SendMail,
	{ request, nowMs }: SignUpCall,
	email: string,
) {
	const base = requireMailedBase(parts, request);
	const attempt = await parts.admitMail(request, email);
	const { token, tokenHash } = newLinkToken("sign-up", parts.secrets.hashKeys);
	const outcome = await parts.db.write(beginSignUp, {
		email,
		tokenHash,
		expiresAtMs: nowMs + LINK_MS,
		nowMs,
	});
	if (outcome === "sign_up_closed") throw peopleErrors[outcome]();
	const link = `${base}/sign-up/confirm#${token}`;
	const mail = outcome === "free" ? signUpMail(email, link) : addressTakenMail(email, base);
	await requireSent(sendMail(request, mail), attempt);
	return { account: null, csrf_token: null };
}

async function openAtOnce(
	parts: SignUpParts,
	{ request, reply, actor, body, nowMs }: SignUpCall,
	email: string,
) {
	const { db, passwords } = parts;
	const { password } = body;
	if (password === undefined) throw badRequest("password: is required.");
	requireStrong(password, email);
	const attempt = await parts.admitAttempt(request, email);
	const accountId = `acct_${ulid(nowMs)}`;
	const passwordHash = await passwords.hash(password);
	// A retry would be answered that the address is taken.
	markIrrevocable(request.responseMeta);
	const outcome = await db.write(createAccount, {
		accountId,
		email,
		passwordHash,
		passwordExpiresAtMs: null,
		roles: [],
		isSignUp: true,
		actor: { ...actor, accountId },
	});
	if (outcome !== "created") throw peopleErrors[outcome]();
	const session = draftSession(parts, request);
	await db.write(openSession, {
		accountId,
		passwordHash,
		secondFactor: { kind: "none" },
		session: session.stored,
		// The attempt stays counted: nobody can create accounts endlessly from one address.
		attempt: { own: attempt.counted.own, shared: [] },
		actor,
	});
	return signedIn(parts, { request, reply }, session.token, accountId);
}
