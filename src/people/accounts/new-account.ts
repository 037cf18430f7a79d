import type { Role } from "../../pages/contract.ts";
import type { Actor } from "../../pages/events.ts";
import type { Database } from "../../platform/db/database.ts";
import { requestId, ulid } from "../../platform/ids.ts";
import type { Secrets } from "../../platform/secrets.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { createAccount } from "./accounts.ts";
import { linkHashes } from "./one-time-links.ts";
import { resetPassword } from "./password-changes.ts";
import { oneTimePassword } from "./password-rules.ts";
import { createPasswordHashing } from "./passwords.ts";
import { newResetToken } from "./reset-links.ts";

/** How long a one-time password remains valid. */
export const ONE_TIME_MS = 7 * DAY_MS;

interface Issuing {
	readonly db: Database;
	readonly clock: Clock;
}

export interface IssuedAccount {
	readonly accountId: string;
	readonly password: string;
}

/**
 * Creates an account from the command line.
 * @param options.proposesAs the ownership under which it may propose; null: it may not.
 * @param options.lasting the password does not expire, because what a demo prints has to keep working. Otherwise it is valid for a week and has to be
 * changed at the first sign-in.
 * @returns `undefined` when an account with this address exists.
 */
export async function issueAccount(
	{ db, clock }: Issuing,
	{
		email,
		roles,
		proposesAs = null,
		lasting = false,
	}: { email: string; roles: readonly Role[]; proposesAs?: string | null; lasting?: boolean },
): Promise<IssuedAccount | undefined> {
	const atMs = clock.now();
	const password = oneTimePassword();
	const accountId = `acct_${ulid(atMs)}`;
	const outcome = await db.write(createAccount, {
		accountId,
		email,
		passwordHash: await createPasswordHashing().hash(password),
		passwordExpiresAtMs: lasting ? null : atMs + ONE_TIME_MS,
		roles,
		proposesAs,
		isSignUp: false,
		actor: commandLineActor(atMs),
	});
	return outcome === "created" ? { accountId, password } : undefined;
}

/** Gives an account a new permanent password, with the same effects as a one-time link. */
export async function replacePassword(
	{ db, clock, secrets }: Issuing & { readonly secrets: Pick<Secrets, "hashKeys"> },
	accountId: string,
): Promise<string> {
	const { hashKeys } = secrets;
	const actor = commandLineActor(clock.now());
	const password = oneTimePassword();
	const newHash = await createPasswordHashing().hash(password);
	const issued = await newResetToken({ db, hashKeys }, accountId, actor);
	const tokenHashes = linkHashes("reset", issued?.token ?? "", hashKeys);
	if (!(await db.write(resetPassword, { accountId, tokenHashes, newHash, actor }))) {
		throw new Error(`account ${accountId} is gone or disabled`);
	}
	return password;
}

/** The command line has a single identity. */
export function commandLineActor(atMs: number): Actor {
	return { accountId: null, address: null, requestId: requestId(atMs), atMs };
}
