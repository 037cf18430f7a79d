import type { FastifyRequest } from "fastify";
import type { SettingsOf } from "../platform/settings.ts";
import { textSetting } from "../platform/settings.ts";

export const mailSettings = {
	smtpUrl: textSetting(
		"PACKSHOT_SMTP_URL",
		undefined,
		"Where links to set a new password are mailed through, `smtps://USER:PASSWORD@HOST`; without it an administrator hands them out",
	),
	sender: textSetting("PACKSHOT_SMTP_FROM", "Packshot <packshot@localhost>", "Sender of such mail"),
};

/** Mails a link for setting a new password. @returns whether it was sent; the administrator gets the link in any case. */
export type MailResetLink = (request: FastifyRequest, email: string, link: string) => Promise<boolean>;

const GIVE_UP_MS = 5000;

/** The mailer is loaded only if a mail server is configured. Failures are logged without the link. */
export function resetLinkMailer({ smtpUrl, sender }: SettingsOf<typeof mailSettings>): MailResetLink {
	if (smtpUrl === undefined) return async () => false;
	return async (request, email, link) => {
		try {
			const { createTransport } = await import("nodemailer");
			const transport = createTransport({
				url: smtpUrl,
				connectionTimeout: GIVE_UP_MS,
				greetingTimeout: GIVE_UP_MS,
				socketTimeout: GIVE_UP_MS,
			});
			await transport.sendMail({
				from: sender,
				to: email,
				subject: "Set your Packshot password",
				text: textOf(link),
			});
			transport.close();
			return true;
		} catch (fault) {
			const { code, responseCode } = fault as { code?: string; responseCode?: number };
			request.log.warn({ reqId: request.id, code, responseCode }, "a link could not be mailed");
			return false;
		}
	};
}

function textOf(link: string): string {
	return [
		"An administrator of Packshot made this link for you to set a new password:",
		"",
		link,
		"",
		"It works once, for 24 hours. If you did not ask for it, tell your administrator.",
		"",
	].join("\n");
}
