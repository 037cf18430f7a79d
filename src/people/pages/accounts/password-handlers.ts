import { handlers } from "../../../pages/call.ts";
import { markIrrevocable } from "../../../platform/http/deadline.ts";
import { sameSecret } from "../../../platform/secrets.ts";
import { HOUR_MS } from "../../../platform/time/durations.ts";
import { findAccount } from "../../accounts/accounts.ts";
import { requirePassword } from "../../accounts/confirm-password.ts";
import { requireEmail } from "../../accounts/email.ts";
import { requireMailedBase, requireSent } from "../../accounts/mailed-links.ts";
import { findLink, newLinkToken, openLink } from "../../accounts/one-time-links.ts";
import { changePassword, issueMailedReset, resetPassword } from "../../accounts/password-changes.ts";
import { requireStrong } from "../../accounts/password-rules.ts";
import { resetLink } from "../../accounts/reset-links.ts";
import { peopleErrors } from "../../errors.ts";
import { lostPasswordMail, noPasswordMail } from "../../mail.ts";
import { accountRoutes } from "./contract.ts";
import type { SignUpParts } from "./sign-up-handlers.ts";

const MAILED_LINK_MS = HOUR_MS;

export function passwordHandlers(parts: SignUpParts) {
	const { db, secrets, passwords } = parts;
	return handlers(accountRoutes)({
		async "POST /password-reset/mail"({ request, actor, body, nowMs }) {
			const sendMail = parts.mailing();
			if (!sendMail) throw peopleErrors.mail_off();
			if (parts.config.sso.localSignIn === "off") throw peopleErrors.local_sign_in_off();
			const base = requireMailedBase(parts, request);
			const email = requireEmail(body.email);
			const attempt = await parts.admitMail(request, email);
			const { token, tokenHash } = newLinkToken("reset", secrets.hashKeys);
			const hasPassword = await db.write(issueMailedReset, {
				email,
				tokenHash,
				expiresAtMs: nowMs + MAILED_LINK_MS,
				actor,
			});
			const mail = hasPassword
				? lostPasswordMail(email, resetLink(base, token))
				: noPasswordMail(email, base);
			await requireSent(sendMail(request, mail), attempt);
		},
		async "POST /password"({ request, person, actor, body }) {
			const { account, session } = person;
			requireStrong(body.new, account.email);
			const attempt = await requirePassword(parts, request, person, body.current);
			if (sameSecret(body.current, body.new)) {
				throw peopleErrors.password_too_weak({ message: "The new password is the same as the old one." });
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
				throw peopleErrors.sign_in_failed({ message: "The password has been changed in the meantime." });
		},
		async "POST /password-reset"({ request, actor, body, nowMs }) {
			const opening = { kind: "reset", token: body.token } as const;
			const { found, tokenHashes } = await openLink(parts, request, opening, async (hashes) => {
				const link = await findLink(db.read, "password_reset", hashes, nowMs);
				const owner = link && (await findAccount(db.read, link.account_id));
				return owner?.disabled_at === null ? owner : undefined;
			});
			requireStrong(body.password, found.email);
			const newHash = await passwords.hash(body.password);
			const accountId = found.account_id;
			// The link works only once.
			markIrrevocable(request.responseMeta);
			const isReset = await db.write(resetPassword, { accountId, tokenHashes, newHash, actor });
			if (!isReset) throw peopleErrors.link_invalid();
		},
	});
}
