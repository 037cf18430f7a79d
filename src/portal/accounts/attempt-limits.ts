import type { FastifyRequest } from "fastify";
import type { Database } from "../../platform/db/database.ts";
import { bucketKey } from "../../platform/http/client-address.ts";
import { secondsUntil } from "../../platform/http/fixed-window.ts";
import type { SettingsOf } from "../../platform/settings.ts";
import { tooManyAttempts } from "../errors.ts";
import type { portalSettings } from "../settings.ts";
import {
	accountBucket,
	addressBucket,
	beginAttempt,
	type CountedAttempt,
	giveBackAttempt,
	ownBucket,
} from "./attempts.ts";

/** An attempt that was admitted. */
export interface AdmittedAttempt {
	readonly counted: CountedAttempt;
	/** It was no guess: it does not count. */
	giveBack(): Promise<void>;
}

export type AdmitAttempt = (request: FastifyRequest, email: string) => Promise<AdmittedAttempt>;

/** How many addresses may use up their attempts at one account before strange ones are refused. */
const ADDRESSES = 10;

/**
 * Counts attempts before a password is looked at: at one account from one address, from one address at all accounts, and at one account from
 * everywhere, where only addresses are refused that the account is not signed in from. Throws HttpError 429 `sign_in_rate_limit`.
 */
export function attemptLimits(db: Database, settings: SettingsOf<typeof portalSettings>): AdmitAttempt {
	return async (request, email) => {
		const { clientAddress, arrivedAtMs: nowMs } = request;
		const own = ownBucket(email, clientAddress);
		const shared = [addressBucket(clientAddress), accountBucket(email)] as const;
		const refusedUntilMs = await db.write(beginAttempt, {
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
		});
		if (refusedUntilMs !== undefined) {
			throw tooManyAttempts("sign_in_rate_limit", secondsUntil(refusedUntilMs, nowMs));
		}
		return {
			counted: { own, shared },
			async giveBack() {
				await db.write(giveBackAttempt, { buckets: [own, ...shared] });
			},
		};
	};
}
