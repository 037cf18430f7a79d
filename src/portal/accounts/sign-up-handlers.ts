import { ulid } from "../../platform/ids.ts";
import { portalError } from "../errors.ts";
import type { Handlers } from "../http/call.ts";
import { csrfToken } from "../http/guard.ts";
import { readPortalSettings } from "../portal-settings.ts";
import { createAccount, findAccount } from "./accounts.ts";
import { requireEmail } from "./email.ts";
import { requireStrong } from "./password-rules.ts";
import { accountAnswer, type SessionParts } from "./session-handlers.ts";
import { openSession } from "./sessions.ts";
import { draftSession } from "./sign-in.ts";

const DAY_SECONDS = 86_400;

/** Opening an account. */
export function signUpHandlers(parts: SessionParts): Handlers<"POST /sign-up"> {
	const { db, secrets, settings, passwords, admitAttempt, cookie } = parts;
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
	};
}
