import { markIrrevocable } from "../../platform/http/deadline.ts";
import { secretToken } from "../../platform/ids.ts";
import { sameSecret } from "../../platform/secrets.ts";
import { HOUR_MS } from "../../platform/time/durations.ts";
import { portalError } from "../errors.ts";
import { handlers } from "../http/call.ts";
import { lostPasswordMail, noPasswordMail } from "../mail.ts";
import { requirePassword } from "./confirm-password.ts";
import { requireEmail } from "./email.ts";
import { requireMailedBase, requireSent } from "./mailed-links.ts";
import { accountOfReset, changePassword, issueMailedReset, resetPassword } from "./password-changes.ts";
import { requireStrong } from "./password-rules.ts";
import { resetHashes, resetLink } from "./reset-links.ts";
import type { SignUpParts } from "./sign-up-handlers.ts";

const MAILED_LINK_MS = HOUR_MS;

export function passwordHandlers(parts: SignUpParts) {
	const { db, secrets, passwords, admitAttempt } = parts;
	return handlers({
		async "POST /password-reset/mail"({ request, actor, body, nowMs }) {
			if (!parts.sendMail) throw portalError("mail_off");
			if (!parts.localSignIn) throw portalError("local_sign_in_off");
			const base = requireMailedBase(parts, request);
			const email = requireEmail(body.email);
			const attempt = await parts.admitMail(request, email);
			const token = secretToken();
			const hasPassword = await db.write(issueMailedReset, {
				email,
				tokenHash: resetHashes(token, secrets.hashKeys)[0],
				expiresAtMs: nowMs + MAILED_LINK_MS,
				actor,
			});
			const mail = hasPassword
				? lostPasswordMail(email, resetLink(base, token))
				: noPasswordMail(email, base);
			await requireSent(parts.sendMail(request, mail), attempt);
		},
		async "POST /password"({ request, person, actor, body }) {
			const { account, session } = person;
			requireStrong(body.new, account.email);
			const attempt = await requirePassword(parts, request, person, body.current);
			if (sameSecret(body.current, body.new)) {
				throw portalError("password_too_weak", { message: "The new password is the same as the old one." });
			}
			const isChanged = await db.write(changePassword, {
				accountId: account.account_id,
				currentHash: account.password_hash,
				newHash: await passwords.hash(body.new),
				sessionId: session.session_id,
				attempt: attempt.counted,
				actor,
			});
			if (!isChanged)
				throw portalError("sign_in_failed", { message: "The password has been changed in the meantime." });
		},
		async "POST /password-reset"({ request, actor, body, nowMs }) {
			const attempt = await admitAttempt(request, `reset ${body.token}`);
			const tokenHashes = resetHashes(body.token, secrets.hashKeys);
			const owner = await accountOfReset(db.read, tokenHashes, nowMs);
			if (!owner) throw portalError("link_invalid");
			// The holder of a valid link is not guessing.
			await attempt.uncount();
			requireStrong(body.password, owner.email);
			const newHash = await passwords.hash(body.password);
			const accountId = owner.account_id;
			// The link works only once.
			markIrrevocable(request.responseMeta);
			const isReset = await db.write(resetPassword, { accountId, tokenHashes, newHash, actor });
			if (!isReset) throw portalError("link_invalid");
		},
	});
}
