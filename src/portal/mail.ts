import type { FastifyRequest } from "fastify";
import type { SettingsOf } from "../platform/settings.ts";
import { textSetting } from "../platform/settings.ts";

export const mailSettings = {
	smtpUrl: textSetting(
		"PACKSHOT_SMTP_URL",
		undefined,
		"Where links to set a new password and to sign up are mailed through, `smtps://USER:PASSWORD@HOST`; without it an administrator hands the former out, and addresses are not verified",
	),
	sender: textSetting("PACKSHOT_SMTP_FROM", "Packshot <packshot@localhost>", "Sender of such mail"),
};

/** A mail in plain text. */
export interface Mail {
	readonly to: string;
	readonly subject: string;
	readonly lines: readonly string[];
}

/** Sends a mail while a request is handled. @returns whether the mail server took it; what went wrong is logged. */
export type SendMail = (request: FastifyRequest, mail: Mail) => Promise<boolean>;

const GIVE_UP_MS = 5000;

/** The mailer is loaded only if a mail server is configured; without one it is `undefined`. Failures are logged without the mail. */
export function createSendMail({ smtpUrl, sender }: SettingsOf<typeof mailSettings>): SendMail | undefined {
	if (smtpUrl === undefined) return undefined;
	return async (request, { to, subject, lines }) => {
		try {
			const { createTransport } = await import("nodemailer");
			const transport = createTransport({
				url: smtpUrl,
				connectionTimeout: GIVE_UP_MS,
				greetingTimeout: GIVE_UP_MS,
				socketTimeout: GIVE_UP_MS,
			});
			await transport.sendMail({ from: sender, to, subject, text: [...lines, ""].join("\n") });
			transport.close();
			return true;
		} catch (fault) {
			const { code, responseCode } = fault as { code?: string; responseCode?: number };
			request.log.warn({ reqId: request.id, code, responseCode }, "a mail could not be sent");
			return false;
		}
	};
}

/** What an administrator's link for a new password is mailed with. */
export function resetMail(to: string, link: string): Mail {
	return {
		to,
		subject: "Set your Packshot password",
		lines: [
			"An administrator of Packshot made this link for you to set a new password:",
			"",
			link,
			"",
			"It works once, for 24 hours. If you did not ask for it, tell your administrator.",
		],
	};
}

/** What a free address is mailed when somebody signs up with it. */
export function signUpMail(to: string, link: string): Mail {
	return {
		to,
		subject: "Confirm your Packshot account",
		lines: [
			"Somebody, most likely you, asked for a Packshot account with this e-mail address.",
			"Choose its password here, and it is yours:",
			"",
			link,
			"",
			"The link works once, for an hour. If you did not ask for an account, ignore this mail: none is made.",
		],
	};
}

/** What a taken address is mailed when somebody signs up with it. */
export function addressTakenMail(to: string, base: string): Mail {
	return {
		to,
		subject: "You have a Packshot account already",
		lines: [
			"Somebody, most likely you, asked for a Packshot account with this e-mail address. It has one. Sign in here:",
			"",
			`${base}/sign-in`,
			"",
			"If you lost the password, ask the operator of this service for a link to set a new one.",
			"If you did not ask for an account, ignore this mail: nothing was changed.",
		],
	};
}
