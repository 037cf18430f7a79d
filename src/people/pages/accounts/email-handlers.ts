import { type Call, handlers } from "../../../pages/call.ts";
import { markIrrevocable } from "../../../platform/http/deadline.ts";
import { DAY_MS } from "../../../platform/time/durations.ts";
import { requirePassword } from "../../accounts/confirm-password.ts";
import { requireEmail } from "../../accounts/email.ts";
import { beginEmail, confirmEmail } from "../../accounts/email-changes.ts";
import { requireMailedBase, requireSent } from "../../accounts/mailed-links.ts";
import { findLink, newLinkToken, openLink } from "../../accounts/one-time-links.ts";
import { peopleErrors } from "../../errors.ts";
import { addressChangedMail, addressUsedMail, verificationMail } from "../../mail.ts";
import { noticeRoutes } from "../notices/contract.ts";
import type { SignUpParts } from "./sign-up-handlers.ts";

const LINK_MS = DAY_MS;

/** The address of an account: verified through a link mailed to it, and changed through one mailed to the new address. */
export function emailHandlers(parts: SignUpParts) {
	const { db, mailing } = parts;
	return handlers(noticeRoutes)({
		async "POST /email"(call) {
			const email = requireEmail(call.body.email);
			const attempt = await requirePassword(parts, call.request, call.person, call.body.password);
			await attempt.uncount();
			await mailLink(parts, call, email);
		},
		async "POST /email/verification"(call) {
			const { email, email_verified_at } = call.person.account;
			if (email_verified_at !== null) throw peopleErrors.email_verified();
			await mailLink(parts, call, email);
		},
		async "POST /email/confirm"({ request, person, actor, body, nowMs }) {
			const opening = { kind: "email", token: body.token } as const;
			const { tokenHashes } = await openLink(parts, request, opening, (hashes) =>
				findLink(db.read, "email_link", hashes, nowMs),
			);
			const { account_id: accountId, session_id: sessionId } = person.session;
			// The link works only once.
			markIrrevocable(request.responseMeta);
			const outcome = await db.write(confirmEmail, { tokenHashes, session: { accountId, sessionId }, actor });
			if (outcome.kind !== "verified") throw peopleErrors[outcome.kind]();
			// The change has already been made: if this mail is not accepted, that is only logged.
			if (outcome.formerEmail !== null) await mailing()?.(request, addressChangedMail(outcome.formerEmail));
		},
	});
}

/** Mails a link to an address; if another account has the address, tells that account that somebody wants it. The response is the same. */
async function mailLink(
	parts: SignUpParts,
	{
		request,
		person,
		nowMs,
	}: Call<(typeof noticeRoutes)["POST /email"]> | Call<(typeof noticeRoutes)["POST /email/verification"]>,
	email: string,
): Promise<void> {
	const sendMail = parts.mailing();
	if (!sendMail) throw peopleErrors.mail_off();
	const base = requireMailedBase(parts, request);
	const attempt = await parts.admitMail(request, email);
	const { token, tokenHash } = newLinkToken("email", parts.secrets.hashKeys);
	const outcome = await parts.db.write(beginEmail, {
		accountId: person.account.account_id,
		email,
		tokenHash,
		expiresAtMs: nowMs + LINK_MS,
		nowMs,
	});
	const link = `${base}/email/confirm#${token}`;
	const mail = outcome === "free" ? verificationMail(email, link) : addressUsedMail(email);
	await requireSent(sendMail(request, mail), attempt);
}
