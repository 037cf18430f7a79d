import { markIrrevocable } from "../../platform/http/deadline.ts";
import { sameSecret } from "../../platform/secrets.ts";
import { portalError } from "../errors.ts";
import type { Handlers } from "../http/call.ts";
import { requirePassword } from "./confirm-password.ts";
import { accountOfReset, changePassword, resetPassword } from "./password-changes.ts";
import { requireStrong } from "./password-rules.ts";
import { resetHashes } from "./reset-links.ts";
import type { SignInParts } from "./sign-in.ts";

/** Handlers for changing and resetting passwords. */
export function passwordHandlers(parts: SignInParts): Handlers<"POST /password" | "POST /password-reset"> {
	const { db, secrets, passwords, admitAttempt } = parts;
	return {
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
			return undefined;
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
			return undefined;
		},
	};
}
