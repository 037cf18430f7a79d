import type { FastifyRequest } from "fastify";
import type { Person } from "../../pages/call.ts";
import type { Actor } from "../../pages/events.ts";
import type { Database } from "../../platform/db/database.ts";
import { findRow } from "../../platform/db/rows.ts";
import { MINUTE_MS } from "../../platform/time/durations.ts";
import { peopleErrors } from "../errors.ts";
import type { AdmittedAttempt } from "./attempt-limits.ts";
import { useFactor } from "./sessions.ts";
import { type SignInParts, secondFactor, WRONG_CODE } from "./sign-in.ts";

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

const RECENT_MS = 10 * MINUTE_MS;

/** The same, also for people whom a provider signs in, who may have no password: their sign-in must be recent. @throws HttpError */
export async function requireAgain(
	parts: Pick<SignInParts, "admitAttempt" | "passwords"> & { readonly db: Database },
	request: FastifyRequest,
	person: Person,
	password: string | undefined,
): Promise<void> {
	if (password !== undefined) {
		await (await requirePassword(parts, request, person, password)).uncount();
		return;
	}
	const { account_id, created_at } = person.session;
	const isRecent = request.arrivedAtMs - created_at < RECENT_MS;
	if (isRecent && (await findRow(parts.db.read, "account_identity", { account_id }, ["account_id"]))) return;
	throw peopleErrors.sign_in_again();
}

/** Asks for a second factor again, too, of those who have one, and uses it up. @throws HttpError `code_required`, `sign_in_failed` */
export async function requireCode(
	parts: Pick<SignInParts, "admitAttempt" | "db" | "secrets">,
	request: FastifyRequest,
	{ account }: Person,
	code: string | undefined,
	actor: Actor,
): Promise<void> {
	if (account.totp_confirmed_at === null) return;
	if (!code) throw peopleErrors.code_required();
	const attempt = await parts.admitAttempt(request, account.email);
	const factor = await secondFactor(parts, account, code, actor.atMs);
	const { account_id: accountId } = account;
	if (!(await parts.db.write(useFactor, { accountId, secondFactor: factor, actor })))
		throw peopleErrors.sign_in_failed({ message: WRONG_CODE });
	await attempt.uncount();
}
