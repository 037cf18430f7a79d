import type { FastifyRequest } from "fastify";
import { tooManyAttempts } from "../../pages/errors.ts";
import type { portalSettings } from "../../pages/settings.ts";
import type { Database } from "../../platform/db/database.ts";
import { bucketKey } from "../../platform/http/client-address.ts";
import { secondsUntil } from "../../platform/http/fixed-window.ts";
import type { SettingsOf } from "../../platform/settings.ts";
import { peopleErrors } from "../errors.ts";
import {
	type Attempt,
	accountBucket,
	addressBucket,
	beginAttempt,
	type CountedAttempt,
	linkBucket,
	mailboxBucket,
	mailsBucket,
	ownBucket,
	uncountAttempt,
} from "./attempts.ts";

export interface AdmittedAttempt {
	readonly counted: CountedAttempt;
	/** Uncounts the attempt, which turned out not to be a guess. */
	uncount(): Promise<void>;
}

export type AdmitLink = ReturnType<typeof createLinkLimits>;
export type AdmitAttempt = (request: FastifyRequest, email: string) => Promise<AdmittedAttempt>;

/** How many addresses may exhaust their attempts at one account before unfamiliar addresses are refused. */
const ADDRESSES = 10;
/** Mails to one address per 15 minutes, so that nobody can flood a stranger's mailbox. */
const MAILS_TO_ONE = 5;

/**
 * Counts attempts before a password is checked: at one account from one address, at all accounts from one address, and at one account from
 * anywhere, where only addresses from which the account is not signed in are refused. Throws HttpError 429 `sign_in_rate_limit`.
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

/** Counts links that are opened, by address alone: a token is too long to be guessed, and looking one up takes time. @throws HttpError 429 `sign_in_rate_limit` */
export function createLinkLimits(
	db: Database,
	settings: SettingsOf<typeof portalSettings>,
): (request: FastifyRequest) => Promise<AdmittedAttempt> {
	return ({ clientAddress, arrivedAtMs: nowMs }) => {
		const own = linkBucket(clientAddress);
		const buckets = [{ name: own, limit: settings.attemptsPerAddress }];
		return admit(db, { own, shared: [] }, { buckets, nowMs });
	};
}

/** Counts requests that have the service mail an entered address, by mailbox and by requesting address. @throws HttpError 429 `sign_in_rate_limit` */
export function createMailLimits(db: Database, settings: SettingsOf<typeof portalSettings>): AdmitAttempt {
	return ({ clientAddress, arrivedAtMs: nowMs }, email) => {
		const own = mailboxBucket(email);
		const asking = mailsBucket(clientAddress);
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
		throw tooManyAttempts(peopleErrors.sign_in_rate_limit, secondsUntil(refusedUntilMs, attempt.nowMs));
	}
	return {
		counted,
		async uncount() {
			await db.write(uncountAttempt, { buckets: [counted.own, ...counted.shared] });
		},
	};
}
