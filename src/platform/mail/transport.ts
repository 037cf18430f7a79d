import type { SendMailOptions } from "nodemailer";
import type { SettingsOf } from "../settings.ts";
import type { mailSettings } from "./settings.ts";

/** Hands a mail to the server. Rejects when the server does not accept it; {@link mailFailure} gives the reason. */
export type Transport = (mail: Omit<SendMailOptions, "from">) => Promise<void>;

/** The mailer is loaded with the first mail. @returns `undefined` if no mail server is configured. */
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
	/** The error codes, as far as there are any: `EENVELOPE 550`, `ECONNECTION`. Never contains an address. */
	readonly reason: string;
	/** The server permanently rejects mail for this recipient. */
	readonly isFinal: boolean;
}

/** What went wrong, without the server's text, which may contain the address. */
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
