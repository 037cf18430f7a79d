import type { FastifyRequest } from "fastify";
import type { Database } from "../../platform/db/database.ts";
import { bucketKey } from "../../platform/http/client-address.ts";
import { secondsUntil } from "../../platform/http/fixed-window.ts";
import type { SettingsOf } from "../../platform/settings.ts";
import { tooManyAttempts } from "../errors.ts";
import type { portalSettings } from "../settings.ts";
import {
	type Attempt,
	accountBucket,
	addressBucket,
	beginAttempt,
	type CountedAttempt,
	mailboxBucket,
	ownBucket,
	uncountAttempt,
} from "./attempts.ts";

/** An attempt that was admitted. */
export interface AdmittedAttempt {
	readonly counted: CountedAttempt;
	/** It was no guess: it does not count. */
	uncount(): Promise<void>;
}

export type AdmitAttempt = (request: FastifyRequest, email: string) => Promise<AdmittedAttempt>;

/** How many addresses may use up their attempts at one account before strange ones are refused. */
const ADDRESSES = 10;
/** Mails to one address in 15 minutes, so that nobody fills a stranger's mailbox. */
const MAILS_TO_ONE = 5;

/**
 * Counts attempts before a password is looked at: at one account from one address, from one address at all accounts, and at one account from
 * everywhere, where only addresses are refused that the account is not signed in from. Throws HttpError 429 `sign_in_rate_limit`.
 */
export function createAttemptLimits(db: Database, settings: SettingsOf<typeof portalSettings>): AdmitAttempt {
	return async (request, email) => {
		const { clientAddress, arrivedAtMs: nowMs } = request;
		const own = ownBucket(email, clientAddress);
		const shared = [addressBucket(clientAddress), accountBucket(email)] as const;
		return admit(
			db,
			{ own, shared },
			{
				buckets: [
					{ name: own, limit: settings.attemptsPerAccount },
					{ name: shared[0], limit: settings.attemptsPerAddress },
				],
				everywhere: {
					name: shared[1],
					limit: settings.attemptsPerAccount * ADDRESSES,
					email,
					addressKey: bucketKey(clientAddress),
				},
				nowMs,
			},
		);
	};
}

/**
 * Counts what makes the service send mail to an address that somebody typed: by the mailbox, from wherever it is asked, and by who asks.
 * Throws HttpError 429 `sign_in_rate_limit`.
 */
export function createMailLimits(db: Database, settings: SettingsOf<typeof portalSettings>): AdmitAttempt {
	return ({ clientAddress, arrivedAtMs: nowMs }, email) => {
		const own = mailboxBucket(email);
		const asking = addressBucket(clientAddress);
		const buckets = [
			{ name: asking, limit: settings.attemptsPerAddress },
			{ name: own, limit: MAILS_TO_ONE },
		];
		return admit(db, { own, shared: [asking] }, { buckets, nowMs });
	};
}

async function admit(db: Database, counted: CountedAttempt, attempt: Attempt): Promise<AdmittedAttempt> {
	const refusedUntilMs = await db.write(beginAttempt, attempt);
	if (refusedUntilMs !== undefined) {
		throw tooManyAttempts("sign_in_rate_limit", secondsUntil(refusedUntilMs, attempt.nowMs));
	}
	return {
		counted,
		async uncount() {
			await db.write(uncountAttempt, { buckets: [counted.own, ...counted.shared] });
		},
	};
}
