import type { Base } from "../pages/cookie.ts";
import { createSessionCookie } from "../pages/cookie.ts";
import type { portalSettings } from "../pages/settings.ts";
import type { Database } from "../platform/db/database.ts";
import { createTransport, type MailServer } from "../platform/mail/transport.ts";
import type { SettingsOf } from "../platform/settings.ts";
import { createAttemptLimits, createLinkLimits, createMailLimits } from "./accounts/attempt-limits.ts";
import { mailedBase } from "./accounts/mailed-links.ts";
import { createPasswordHashing } from "./accounts/passwords.ts";
import { createSendMail } from "./mail.ts";
import { readPortalSettings } from "./portal-settings.ts";

interface SignInOptions {
	readonly db: Database;
	readonly settings: SettingsOf<typeof portalSettings>;
	readonly base: Base;
	/** Whether `base` is configured rather than taken from the request. */
	readonly isBaseSet: () => boolean;
	readonly mail: MailServer;
}

/** What signing in, links that work once and their mails share. */
export function createSignInParts({ db, settings, base, isBaseSet, mail }: SignInOptions) {
	const serviceName = async () => (await readPortalSettings(db.read)).storefrontName;
	return {
		cookie: createSessionCookie(base),
		mailing: () => createSendMail(createTransport(mail), serviceName),
		mailedBase: mailedBase(base, isBaseSet),
		passwords: createPasswordHashing(),
		admitAttempt: createAttemptLimits(db, settings),
		admitLink: createLinkLimits(db, settings),
		admitMail: createMailLimits(db, settings),
	};
}
