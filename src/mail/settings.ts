import { integerSetting, textSetting } from "../platform/settings.ts";

export const mailSettings = {
	smtpUrl: textSetting(
		"PACKSHOT_SMTP_URL",
		undefined,
		"Mail server, `smtps://USER:PASSWORD@HOST`: links to set a new password, to sign up and to verify an address are mailed through it and, with PACKSHOT_PUBLIC_URL set, low-balance mails and digests; without it an administrator hands the links out, and addresses are not verified",
	),
	silenceSeconds: integerSetting(
		"PACKSHOT_SMTP_SECONDS",
		5,
		{ min: 1, max: 600 },
		"After this long without a word from the mail server, a mail is given up",
	),
	sender: textSetting("PACKSHOT_SMTP_FROM", "Packshot <packshot@localhost>", "Sender of such mail"),
	digestHour: integerSetting(
		"PACKSHOT_DIGEST_HOUR",
		6,
		{ min: 0, max: 23 },
		"Hour of the day, UTC, from which the daily digest of the day before is mailed to accounts that turned it on",
	),
};
