import { randomBytes } from "node:crypto";
import type { FastifyRequest } from "fastify";
import type { Actor } from "../../pages/events.ts";
import type { portalSettings } from "../../pages/settings.ts";
import type { Database } from "../../platform/db/database.ts";
import { ulid } from "../../platform/ids.ts";
import { seal, unseal } from "../../platform/sealed.ts";
import { type Secrets, storedHashes } from "../../platform/secrets.ts";
import type { SettingsOf } from "../../platform/settings.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { peopleErrors } from "../errors.ts";
import type { AccountTable } from "../tables.ts";
import { findAccountByEmail } from "./accounts.ts";
import type { AdmitAttempt, AdmitLink } from "./attempt-limits.ts";
import { emailKey } from "./email.ts";
import type { Passwords } from "./passwords.ts";
import { maySignIn, type NewSession, openSession, type SecondFactor } from "./sessions.ts";
import { normalRecoveryCode, stepOfCode } from "./totp.ts";
import { resealTotp } from "./totp-changes.ts";

const LONGEST_USER_AGENT = 200;
/** Only shown to those who gave the right password; `code_required` has already revealed that it was right. */
export const WRONG_CODE = "The code is wrong or was used before.";

export interface SignInParts {
	readonly db: Database;
	readonly secrets: Secrets;
	readonly settings: SettingsOf<typeof portalSettings>;
	readonly passwords: Passwords;
	readonly admitAttempt: AdmitAttempt;
	readonly admitLink: AdmitLink;
}

export interface Credentials {
	readonly email: string;
	readonly password: string;
	readonly code?: string | undefined;
}

/** A session about to be stored, and its token, which only the cookie will contain. */
export interface DraftSession {
	readonly token: string;
	readonly stored: NewSession;
}

/** 32 random bytes; the database holds their keyed hash. */
export function draftSession(
	{ secrets, settings }: Pick<SignInParts, "secrets" | "settings">,
	request: FastifyRequest,
): DraftSession {
	const token = randomBytes(32).toString("base64url");
	return {
		token,
		stored: {
			sessionHash: storedHashes(token, secrets.hashKeys)[0],
			sessionId: `ses_${ulid(request.arrivedAtMs)}`,
			expiresAtMs: request.arrivedAtMs + settings.sessionDays * DAY_MS,
			address: request.clientAddress,
			userAgent: (request.headers["user-agent"] ?? "").slice(0, LONGEST_USER_AGENT),
		},
	};
}

/**
 * Checks the credentials and opens a session. Unknown addresses, disabled accounts and wrong passwords cannot be distinguished by the answer
 * or its timing.
 * @throws HttpError 401 `sign_in_failed` or `code_required`, 429 `sign_in_rate_limit`
 */
export async function signIn(
	parts: SignInParts,
	request: FastifyRequest,
	actor: Actor,
	{ email, password, code }: Credentials,
): Promise<{ token: string; accountId: string }> {
	const attempt = await parts.admitAttempt(request, emailKey(email));
	const account = await findAccountByEmail(parts.db.read, emailKey(email));
	const isRight = await parts.passwords.verify(password, account?.password_hash);
	if (!account || !isRight || !maySignIn(account, actor.atMs)) throw peopleErrors.sign_in_failed();
	if (account.totp_confirmed_at !== null && !code) {
		await attempt.uncount();
		throw peopleErrors.code_required();
	}
	const session = draftSession(parts, request);
	const isOpen = await parts.db.write(openSession, {
		accountId: account.account_id,
		passwordHash: account.password_hash,
		secondFactor: await secondFactor(parts, account, code, actor.atMs),
		session: session.stored,
		attempt: attempt.counted,
		actor,
	});
	if (!isOpen)
		throw code ? peopleErrors.sign_in_failed({ message: WRONG_CODE }) : peopleErrors.sign_in_failed();
	return { token: session.token, accountId: account.account_id };
}

export async function secondFactor(
	parts: Pick<SignInParts, "db" | "secrets">,
	account: AccountTable,
	code: string | undefined,
	nowMs: number,
): Promise<SecondFactor> {
	if (account.totp_confirmed_at === null || account.totp_secret === null || !code) return { kind: "none" };
	const secret = await openTotpSecret(parts, account.account_id, account.totp_secret);
	const step = stepOfCode(secret, code, nowMs);
	if (step !== undefined) return { kind: "totp", step };
	const recoveryCode = normalRecoveryCode(code);
	if (recoveryCode === undefined) return { kind: "none" };
	return {
		kind: "recovery_code",
		hashes: recoveryHashes(account.account_id, recoveryCode, parts.secrets),
	};
}

/** The TOTP secret of an account. One that is sealed under the previous key is re-encrypted, so that keys can be rotated again. */
export async function openTotpSecret(
	{ db, secrets }: Pick<SignInParts, "db" | "secrets">,
	accountId: string,
	sealed: string,
): Promise<string> {
	const [current, previous] = secrets.sealKeys;
	try {
		return unseal(sealed, accountId, [current, current]);
	} catch {
		const secret = unseal(sealed, accountId, [previous, previous]);
		await db.write(resealTotp, {
			accountId,
			before: sealed,
			after: seal(secret, accountId, secrets.sealKeys),
		});
		return secret;
	}
}

/** The same code has a different hash for each account. */
export function recoveryHashes(
	accountId: string,
	code: string,
	{ hashKeys }: Pick<Secrets, "hashKeys">,
): readonly [current: string, previous: string] {
	return storedHashes(`recovery ${accountId} ${code}`, hashKeys);
}
