import { badRequest } from "../../platform/http/http-error.ts";

const ADDRESS = /^[^\s@"<>()[\]\\,;:\p{C}]{1,64}@[^\s@"<>()[\]\\,;:\p{C}]{1,189}$/u;

/** An e-mail address as accounts are found by it: without space around it, in lower case; `undefined` when it is none. */
export function normalEmail(text: string): string | undefined {
	const email = text.normalize("NFC").trim().toLowerCase();
	return ADDRESS.test(email) ? email : undefined;
}

/** @throws HttpError 400 */
export function requireEmail(text: string): string {
	const email = normalEmail(text);
	if (email === undefined) throw badRequest("email: not an e-mail address.");
	return email;
}
