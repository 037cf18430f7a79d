import type { FastifyRequest } from "fastify";
import { ulid } from "../../platform/ids.ts";
import { seal } from "../../platform/sealed.ts";
import { sameSecret } from "../../platform/secrets.ts";
import { portalError } from "../errors.ts";
import type { Handlers, Person } from "../http/call.ts";
import { csrfToken } from "../http/guard.ts";
import { readPortalSettings } from "../portal-settings.ts";
import { createAccount, findAccount } from "./accounts.ts";
import type { AdmittedAttempt } from "./attempt-limits.ts";
import { requireEmail } from "./email.ts";
import { accountOfReset, changePassword, resetPassword } from "./password-changes.ts";
import { requireStrong } from "./password-rules.ts";
import { resetHashes } from "./reset-links.ts";
import { accountAnswer, type SessionParts } from "./session-handlers.ts";
import { openSession } from "./sessions.ts";
import { draftSession, openTotpSecret, recoveryHashes } from "./sign-in.ts";
import { newRecoveryCodes, newTotpSecret, normalRecoveryCode, stepOfCode, totpUri } from "./totp.ts";
import { confirmTotp, removeTotp, startTotp } from "./totp-changes.ts";

const DAY_SECONDS = 86_400;
type AccountRoute =
	| "POST /sign-up"
	| "POST /password"
	| "POST /password-reset"
	| "POST /totp"
	| "POST /totp/confirm"
	| "DELETE /totp";

/** Opening an account, its password and its second factor. */
export function accountHandlers(parts: SessionParts): Handlers<AccountRoute> {
	const { db, secrets, settings, passwords, admitAttempt, cookie } = parts;

	/** Asks for the password once more before something that a stolen session must not do. */
	async function requirePassword(
		request: FastifyRequest,
		person: Person,
		password: string,
	): Promise<AdmittedAttempt> {
		const attempt = await admitAttempt(request, person.account.email);
		if (await passwords.verify(password, person.account.password_hash)) return attempt;
		throw portalError("sign_in_failed", { message: "The password is wrong." });
	}

	return {
		async "POST /sign-up"({ request, reply, actor, body, nowMs }) {
			if (!(await readPortalSettings(db.read)).signUpOpen) throw portalError("sign_up_closed");
			const email = requireEmail(body.email);
			requireStrong(body.password, email);
			const attempt = await admitAttempt(request, email);
			const accountId = `acct_${ulid(nowMs)}`;
			const passwordHash = await passwords.hash(body.password);
			const outcome = await db.write(createAccount, {
				accountId,
				email,
				passwordHash,
				passwordExpiresAtMs: null,
				isAdministrator: false,
				isSignUp: true,
				actor: { ...actor, accountId },
			});
			if (outcome !== "created") throw portalError(outcome);
			const session = draftSession(parts, request);
			await db.write(openSession, {
				accountId,
				passwordHash,
				secondFactor: { kind: "none" },
				session: session.stored,
				// It stays counted: nobody opens accounts without end from one address.
				attempt: { own: attempt.counted.own, shared: [] },
				address: request.clientAddress,
				actor,
			});
			const account = await findAccount(db.read, accountId);
			if (!account) throw new Error("a created account is there");
			cookie.set(request, reply, session.token, settings.sessionDays * DAY_SECONDS);
			return {
				account: await accountAnswer(db, account),
				csrf_token: csrfToken(session.token, secrets.hashKeys)[0],
			};
		},
		async "POST /password"({ request, person, actor, body }) {
			const { account, session } = person;
			requireStrong(body.new, account.email);
			const attempt = await requirePassword(request, person, body.current);
			if (sameSecret(body.current, body.new)) {
				throw portalError("password_too_weak", { message: "The new password is the old one." });
			}
			const isChanged = await db.write(changePassword, {
				accountId: account.account_id,
				currentHash: account.password_hash,
				newHash: await passwords.hash(body.new),
				sessionId: session.session_id,
				attempt: attempt.counted,
				actor,
			});
			if (!isChanged) throw portalError("sign_in_failed", { message: "The password was changed meanwhile." });
			return undefined;
		},
		async "POST /password-reset"({ request, actor, body, nowMs }) {
			const attempt = await admitAttempt(request, `reset ${body.token}`);
			const tokenHashes = resetHashes(body.token, secrets.hashKeys);
			const owner = await accountOfReset(db.read, tokenHashes, nowMs);
			if (!owner) throw portalError("link_invalid");
			// The holder of a valid link is not guessing.
			await attempt.giveBack();
			requireStrong(body.password, owner.email);
			const newHash = await passwords.hash(body.password);
			const accountId = owner.account_id;
			const isReset = await db.write(resetPassword, { accountId, tokenHashes, newHash, actor });
			if (!isReset) throw portalError("link_invalid");
			return undefined;
		},
		async "POST /totp"({ request, person, body }) {
			const { account_id: accountId, email } = person.account;
			const attempt = await requirePassword(request, person, body.password);
			await attempt.giveBack();
			const secret = newTotpSecret();
			const sealedSecret = seal(secret, accountId, secrets.sealKeys);
			if (!(await db.write(startTotp, { accountId, sealedSecret }))) throw portalError("totp_enabled");
			return { secret, uri: totpUri(secret, email) };
		},
		async "POST /totp/confirm"({ request, person, actor, body, nowMs }) {
			const { account_id: accountId, email, totp_secret: sealedSecret, totp_confirmed_at } = person.account;
			if (totp_confirmed_at !== null) throw portalError("totp_enabled");
			if (sealedSecret === null) throw portalError("totp_not_started");
			const attempt = await admitAttempt(request, email);
			const secret = await openTotpSecret(parts, accountId, sealedSecret);
			const step = stepOfCode(secret, body.code, nowMs);
			const codes = newRecoveryCodes();
			const hashes = codes.map(
				(code) => recoveryHashes(accountId, normalRecoveryCode(code) ?? code, secrets)[0],
			);
			const isOn =
				step !== undefined &&
				(await db.write(confirmTotp, {
					accountId,
					sealedSecret,
					step,
					recoveryHashes: hashes,
					sessionId: person.session.session_id,
					actor,
				}));
			if (!isOn) throw portalError("sign_in_failed", { message: "The code is wrong." });
			await attempt.giveBack();
			return { recovery_codes: codes };
		},
		async "DELETE /totp"({ request, person, actor, body }) {
			const attempt = await requirePassword(request, person, body.password);
			await attempt.giveBack();
			await db.write(removeTotp, { accountId: person.account.account_id, actor });
			return undefined;
		},
	};
}
