import type { FastifyRequest } from "fastify";
import { mailFailure, type Transport } from "../platform/mail/transport.ts";
import { isolatedText } from "../platform/plain-text.ts";

/** A mail in plain text. */
export interface Mail {
	readonly to: string;
	readonly subject: string;
	readonly lines: readonly string[];
}

/** A mail that names the service as its operator does. */
export type ServiceMail = (service: string) => Mail;

/** Sends a mail while a request is handled. @returns whether the mail server accepted it; failures are logged. */
export type SendMail = (request: FastifyRequest, mail: ServiceMail) => Promise<boolean>;

/** Sends immediately. @returns `undefined` if there is no mail server. Failures are logged without the mail. */
export function createSendMail(
	transport: Transport | undefined,
	readServiceName: () => Promise<string>,
): SendMail | undefined {
	if (!transport) return undefined;
	return async (request, mail) => {
		try {
			const { to, subject, lines } = mail(isolatedText(await readServiceName()));
			await transport({ to, subject, text: [...lines, ""].join("\n") });
			return true;
		} catch (fault) {
			const { reason } = mailFailure(fault);
			request.log.warn({ reqId: request.id, reason }, "a mail could not be sent");
			return false;
		}
	};
}

/** The mail with an administrator's link for setting a new password. */
export function resetMail(to: string, link: string): ServiceMail {
	return (service) => ({
		to,
		subject: `Set your ${service} password`,
		lines: [
			`An administrator created this link for you to set a new ${service} password:`,
			"",
			link,
			"",
			"It works once, for 24 hours. If you did not ask for it, tell your administrator.",
		],
	});
}

/** The mail to somebody who says on the sign-in page that they lost their password. */
export function lostPasswordMail(to: string, link: string): ServiceMail {
	return (service) => ({
		to,
		subject: `Set a new ${service} password`,
		lines: [
			`Somebody, most likely you, asked for a new password for your ${service} account. Set it here:`,
			"",
			link,
			"",
			"The link works once, for an hour. If you did not ask for it, ignore this mail: nothing was changed.",
		],
	});
}

/** The mail to an address without a password when somebody says that they lost it. */
export function noPasswordMail(to: string, base: string): ServiceMail {
	return (service) => ({
		to,
		subject: `No ${service} password to set`,
		lines: [
			`Somebody, most likely you, asked for a new ${service} password, but no account with this e-mail address signs in with one.`,
			"You may have used another address, or sign in through your company:",
			"",
			`${base}/sign-in`,
			"",
			"If you did not ask for it, ignore this mail: nothing was changed.",
		],
	});
}

/** The mail to somebody for whom an administrator opened an account. */
export function invitationMail(to: string, link: string): ServiceMail {
	return (service) => ({
		to,
		subject: `Your ${service} account`,
		lines: [
			`An administrator opened a ${service} account for you. Choose a password here:`,
			"",
			link,
			"",
			"The link works once, for 7 days. If you did not expect it, ignore this mail.",
		],
	});
}

/** The mail to somebody whom an owner of an account invited to it. */
export function memberInvitationMail(to: string, accountName: string, link: string): ServiceMail {
	return (service) => ({
		to,
		subject: `Join ${isolatedText(accountName)} on ${service}`,
		lines: [
			`You are invited to the ${service} account of ${isolatedText(accountName)}. Join it here:`,
			"",
			link,
			"",
			"The link works once, for 7 days. If you did not expect it, ignore this mail.",
		],
	});
}

/** The mail to a free address when somebody signs up with it. */
export function signUpMail(to: string, link: string): ServiceMail {
	return (service) => ({
		to,
		subject: `Confirm your ${service} account`,
		lines: [
			`Somebody, most likely you, asked for a ${service} account with this e-mail address.`,
			"To open the account, choose a password here:",
			"",
			link,
			"",
			"The link works once, for an hour. If you did not ask for an account, ignore this mail: none will be created.",
		],
	});
}

/** The mail to a taken address when somebody signs up with it. */
export function addressTakenMail(to: string, base: string): ServiceMail {
	return (service) => ({
		to,
		subject: `You have a ${service} account already`,
		lines: [
			`Somebody, most likely you, asked for a ${service} account with this e-mail address, but you already have one. Sign in here:`,
			"",
			`${base}/sign-in`,
			"",
			'If you have lost your password, choose "Lost your password?" there.',
			"If you did not ask for an account, ignore this mail: nothing was changed.",
		],
	});
}

/** The mail to an address that an account wants to verify, or to use from now on. */
export function verificationMail(to: string, link: string): ServiceMail {
	return (service) => ({
		to,
		subject: `Verify your e-mail address for ${service}`,
		lines: [
			`Somebody, most likely you, entered this e-mail address on the account page of ${service}.`,
			"Open this link and confirm that it is yours:",
			"",
			link,
			"",
			"The link works once, for 24 hours. If it was not you, ignore this mail: nothing will change.",
		],
	});
}

/** The mail to a taken address when another account wants to use it. */
export function addressUsedMail(to: string): ServiceMail {
	return (service) => ({
		to,
		subject: `Somebody wanted to use your address on ${service}`,
		lines: [
			`Somebody, possibly you, entered this e-mail address for another ${service} account.`,
			"It already belongs to an account, so nothing was changed. If it was not you, ignore this mail.",
		],
	});
}

/** The mail to the former address of an account. */
export function addressChangedMail(to: string): ServiceMail {
	return (service) => ({
		to,
		subject: `Your ${service} e-mail address was changed`,
		lines: [
			`Your ${service} account now uses a different e-mail address, which has been verified.`,
			"If it was not you, tell the operator of this service at once.",
		],
	});
}
