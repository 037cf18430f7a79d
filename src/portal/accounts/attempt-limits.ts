import type { FastifyRequest } from "fastify";
import type { Database } from "../../platform/db/database.ts";
import { secondsUntil } from "../../platform/http/fixed-window.ts";
import type { SettingsOf } from "../../platform/settings.ts";
import { tooManyAttempts } from "../errors.ts";
import type { portalSettings } from "../settings.ts";
import { accountBucket, addressBucket, beginAttempt, giveBackAttempt } from "./attempts.ts";

/** An attempt that was admitted. */
export interface AdmittedAttempt {
	readonly accountBucket: string;
	readonly addressBucket: string;
	/** The attempt was not a guess and does not count. */
	giveBack(): Promise<void>;
}

export type AdmitAttempt = (request: FastifyRequest, email: string) => Promise<AdmittedAttempt>;

/** Counts attempts by account and by address before a password is checked. Throws HttpError 429 `sign_in_rate_limit`. */
export function attemptLimits(db: Database, settings: SettingsOf<typeof portalSettings>): AdmitAttempt {
	return async (request, email) => {
		const attempt = {
			accountBucket: accountBucket(email),
			addressBucket: addressBucket(request.clientAddress),
		};
		const refusedUntilMs = await db.write(beginAttempt, {
			buckets: [
				{ name: attempt.accountBucket, limit: settings.attemptsPerAccount },
				{ name: attempt.addressBucket, limit: settings.attemptsPerAddress },
			],
			nowMs: request.arrivedAtMs,
		});
		if (refusedUntilMs !== undefined) {
			throw tooManyAttempts("sign_in_rate_limit", secondsUntil(refusedUntilMs, request.arrivedAtMs));
		}
		const buckets = [attempt.accountBucket, attempt.addressBucket];
		return {
			...attempt,
			async giveBack() {
				await db.write(giveBackAttempt, { buckets });
			},
		};
	};
}
