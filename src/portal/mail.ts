import type { FastifyRequest } from "fastify";
import { mailFailure, type Transport } from "../mail/transport.ts";

/** A mail in plain text. */
export interface Mail {
	readonly to: string;
	readonly subject: string;
	readonly lines: readonly string[];
}

/** Sends a mail while a request is handled. @returns whether the mail server took it; what went wrong is logged. */
export type SendMail = (request: FastifyRequest, mail: Mail) => Promise<boolean>;

/** Sends at once. @returns `undefined` without a mail server. Failures are logged without the mail. */
export function createSendMail(transport: Transport | undefined): SendMail | undefined {
	if (!transport) return undefined;
	return async (request, { to, subject, lines }) => {
		try {
			await transport({ to, subject, text: [...lines, ""].join("\n") });
			return true;
		} catch (fault) {
			const { reason } = mailFailure(fault);
			request.log.warn({ reqId: request.id, reason }, "a mail could not be sent");
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

/** What an address is mailed that its account wants verified, or wants to use from now on. */
export function verificationMail(to: string, link: string): Mail {
	return {
		to,
		subject: "Verify your e-mail address for Packshot",
		lines: [
			"Somebody, most likely you, entered this e-mail address on the account page of Packshot.",
			"Open this link and confirm that it is yours:",
			"",
			link,
			"",
			"The link works once, for 24 hours. If it was not you, ignore this mail: nothing changes.",
		],
	};
}

/** What a taken address is mailed when another account wants to use it. */
export function addressUsedMail(to: string): Mail {
	return {
		to,
		subject: "Somebody wanted to use your address on Packshot",
		lines: [
			"Somebody, possibly you, entered this e-mail address for another Packshot account.",
			"It belongs to an account already, so nothing was changed. If it was not you, ignore this mail.",
		],
	};
}

/** What the former address of an account is mailed. */
export function addressChangedMail(to: string): Mail {
	return {
		to,
		subject: "The address of your Packshot account was changed",
		lines: [
			"Your Packshot account uses another e-mail address from now on, which has been verified.",
			"If it was not you, tell the operator of this service at once.",
		],
	};
}
