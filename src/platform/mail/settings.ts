import { integerSetting, textSetting } from "../settings.ts";

export const mailSettings = {
	smtpUrl: textSetting(
		"PACKSHOT_SMTP_URL",
		undefined,
		"Mail server, as `smtps://USER:PASSWORD@HOST`, for sign-up and links and, if PACKSHOT_PUBLIC_URL is set, for warnings and digests; if unset, an administrator hands out links, and addresses are not verified",
	),
	silenceSeconds: integerSetting(
		"PACKSHOT_SMTP_SECONDS",
		5,
		{ min: 1, max: 600 },
		"Seconds without a response from the mail server after which sending is aborted",
	),
	sender: textSetting("PACKSHOT_SMTP_FROM", "Packshot <packshot@localhost>", "Sender of all mail"),
	digestHour: integerSetting(
		"PACKSHOT_DIGEST_HOUR",
		6,
		{ min: 0, max: 23 },
		"Hour of the day, UTC, from which the digest of the previous day is mailed to accounts that have turned it on",
	),
};
