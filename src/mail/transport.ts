import type { SendMailOptions } from "nodemailer";
import type { SettingsOf } from "../platform/settings.ts";
import type { mailSettings } from "./settings.ts";

/** Hands a mail to the server. Rejects when the server does not take it; {@link mailFailure} tells why. */
export type Transport = (mail: Omit<SendMailOptions, "from">) => Promise<void>;

/** The mailer is loaded with the first mail. @returns `undefined` without a mail server. */
export function createTransport({
	smtpUrl,
	sender,
	silenceSeconds,
}: Pick<SettingsOf<typeof mailSettings>, "smtpUrl" | "sender" | "silenceSeconds">): Transport | undefined {
	if (smtpUrl === undefined) return undefined;
	const silenceMs = silenceSeconds * 1000;
	return async (mail) => {
		const mailer = await import("nodemailer");
		const transport = mailer.createTransport({
			url: smtpUrl,
			connectionTimeout: silenceMs,
			greetingTimeout: silenceMs,
			socketTimeout: silenceMs,
		});
		try {
			await transport.sendMail({ from: sender, ...mail });
		} finally {
			transport.close();
		}
	};
}

export interface MailFailure {
	/** As far as one was given: `EENVELOPE 550`, `ECONNECTION`. It never holds an address. */
	readonly reason: string;
	/** The server will not take mail for this recipient, however often it is asked. */
	readonly isFinal: boolean;
}

/** What went wrong, without what the server said: that may repeat the address. */
export function mailFailure(fault: unknown): MailFailure {
	const { code, responseCode, command } = fault as {
		code?: string;
		responseCode?: number;
		command?: string;
	};
	const reason = [code, responseCode].filter((part) => part !== undefined).join(" ") || "unknown";
	const isFinal = code === "EENVELOPE" && command === "RCPT TO" && (responseCode ?? 0) >= 500;
	return { reason, isFinal };
}
