import type { SendMailOptions, Transporter } from "nodemailer";
import type { SettingsOf } from "../settings.ts";
import type { mailSettings } from "./settings.ts";

/** Hands a mail to the server. Rejects when the server does not accept it; {@link mailFailure} gives the reason. */
export type Transport = (mail: Omit<SendMailOptions, "from">) => Promise<void>;

/** Where mail is handed to. */
export type MailServer = Pick<SettingsOf<typeof mailSettings>, "smtpUrl" | "sender" | "silenceSeconds">;

/** @returns `undefined` if no mail server is configured. */
export function createTransport(server: MailServer): Transport | undefined {
	if (server.smtpUrl === undefined) return undefined;
	return (mail) => withServer(server, (mailer) => mailer.sendMail({ from: server.sender, ...mail }));
}

/** Hands the server a short message for an address; without one, only signs in. Rejects like a {@link Transport}. */
export function tryMailServer(server: MailServer, to: string | undefined): Promise<void> {
	const text = "The mail settings of this Packshot work: its mail server accepted this message.\n";
	return withServer(server, (mailer) =>
		to === undefined
			? mailer.verify()
			: mailer.sendMail({ from: server.sender, to, subject: "Packshot: test of the mail settings", text }),
	);
}

/** The mailer is loaded with the first mail. */
async function withServer(
	{ smtpUrl, silenceSeconds }: MailServer,
	work: (mailer: Transporter) => Promise<unknown>,
): Promise<void> {
	const silenceMs = silenceSeconds * 1000;
	const { createTransport: connect } = await import("nodemailer");
	const mailer = connect({
		url: smtpUrl,
		connectionTimeout: silenceMs,
		greetingTimeout: silenceMs,
		socketTimeout: silenceMs,
	});
	try {
		await work(mailer);
	} finally {
		mailer.close();
	}
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
