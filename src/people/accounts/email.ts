import { badRequest } from "../../platform/http/http-error.ts";

/**
 * A mailbox in printable ASCII (RFC 5321, without quotes) at a host name. Look-alike letters of other scripts would allow two accounts
 * that read the same; an internationalised domain is written in its ASCII form (`xn--…`).
 */
const ADDRESS = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?=.{1,189}$)[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?$/;

/** A valid e-mail address for a new account, trimmed and in lower case; `undefined` if it is not valid. */
export function normalEmail(text: string): string | undefined {
	// Checked before lower-casing: the Kelvin sign would become a k.
	const email = text.trim();
	return /^[\x21-\x7e]*$/.test(email) ? asAddress(email.toLowerCase()) : undefined;
}

function asAddress(email: string): string | undefined {
	return ADDRESS.test(email) ? email : undefined;
}

/** A typed address in the form by which accounts are found. Addresses stored by earlier versions may contain letters of any script. */
export function emailKey(text: string): string {
	return text.normalize("NFC").trim().toLowerCase();
}

/** @throws HttpError 400 */
export function requireEmail(text: string): string {
	const email = normalEmail(text);
	if (email === undefined) throw badRequest("email: not an e-mail address.");
	return email;
}
