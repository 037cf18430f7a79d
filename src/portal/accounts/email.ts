import { badRequest } from "../../platform/http/http-error.ts";

/**
 * A mailbox in printable ASCII (RFC 5321, without quotes) at a host name. Letters of other scripts that look like it would make two accounts
 * of what a reader takes for one; an internationalised domain is written in its ASCII form (`xn--…`).
 */
const ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?=.{1,189}$)[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/;

/** An e-mail address that an account may be opened for, without space around it, in lower case; `undefined` when it is none. */
export function normalEmail(text: string): string | undefined {
	// Before it is lowered: the Kelvin sign would become a k.
	const email = text.trim();
	return /^[\x21-\x7e]*$/.test(email) ? asAddress(email.toLowerCase()) : undefined;
}

function asAddress(email: string): string | undefined {
	return ADDRESS.test(email) ? email : undefined;
}

/** What was typed, as accounts are found by it. Addresses of earlier versions may hold letters of every script. */
export function emailKey(text: string): string {
	return text.normalize("NFC").trim().toLowerCase();
}

/** @throws HttpError 400 */
export function requireEmail(text: string): string {
	const email = normalEmail(text);
	if (email === undefined) throw badRequest("email: not an e-mail address.");
	return email;
}
