import type { FastifyRequest } from "fastify";
import type { Person } from "../../pages/call.ts";
import { peopleErrors } from "../errors.ts";
import type { AdmittedAttempt } from "./attempt-limits.ts";
import type { SignInParts } from "./sign-in.ts";

/** Asks for the password again before an action that a stolen session must not allow. @throws HttpError `sign_in_failed` */
export async function requirePassword(
	{ admitAttempt, passwords }: Pick<SignInParts, "admitAttempt" | "passwords">,
	request: FastifyRequest,
	person: Person,
	password: string,
): Promise<AdmittedAttempt> {
	const attempt = await admitAttempt(request, person.account.email);
	if (await passwords.verify(password, person.account.password_hash)) return attempt;
	throw peopleErrors.sign_in_failed({ message: "The password is wrong." });
}
