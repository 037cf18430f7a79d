import { integerSetting, type Setting, SettingError, storable, textSetting } from "../settings.ts";
import { withoutCredentials } from "../web-url.ts";

const SERVER = "PACKSHOT_SMTP_URL";

export const mailSettings = {
	smtpUrl: storable(
		{
			...textSetting(
				SERVER,
				undefined,
				"Mail server, as `smtps://USER:PASSWORD@HOST`, for sign-up and links and, if PACKSHOT_PUBLIC_URL is set, for warnings and digests; if unset, an administrator hands out links, and addresses are not verified",
			),
			parse(text) {
				if (!text) return undefined;
				const url = URL.canParse(text) ? new URL(text) : undefined;
				// A path would be the rest of a password with a slash.
				if (url && /^smtps?:$/.test(url.protocol) && url.hostname && url.pathname.length < 2) return text;
				throw new SettingError(
					`${SERVER} must look like smtps://USER:PASSWORD@HOST, with other characters than letters and digits written as in URLs (@ as %40)`,
				);
			},
		} satisfies Setting<string | undefined>,
		{
			label: "Mail server",
			hint: "It sends links to set a password, warnings and digests. Without one, administrators hand out links.",
			conceal: withoutCredentials,
		},
	),
	silenceSeconds: integerSetting(
		"PACKSHOT_SMTP_SECONDS",
		5,
		{ min: 1, max: 600 },
		"Seconds without a response from the mail server after which sending is aborted",
	),
	sender: storable(textSetting("PACKSHOT_SMTP_FROM", "Packshot <packshot@localhost>", "Sender of all mail"), {
		label: "Sender",
		hint: "Of all mail, such as: Example Photos <photos@example.com>. Most servers take only an address of their own.",
	}),
	digestHour: storable(
		integerSetting(
			"PACKSHOT_DIGEST_HOUR",
			6,
			{ min: 0, max: 23 },
			"Hour of the day, UTC, from which the digest of the previous day is mailed to accounts that have turned it on",
		),
		{
			label: "Hour of the digests",
			hint: "0 to 23, UTC: from then on, the digest of the day before is mailed.",
		},
	),
};
