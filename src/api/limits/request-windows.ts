import type { Database } from "../../platform/db/database.ts";
import type { HttpError } from "../../platform/http/http-error.ts";
import { commonErrors } from "../../platform/http/http-error.ts";
import type { BucketState } from "../../platform/http/response-meta.ts";
import type { MaybePromise } from "../../platform/maybe-promise.ts";
import { createLruCache } from "../../platform/recently-used.ts";
import { integerSetting, type SettingsOf } from "../../platform/settings.ts";
import { DAY_MS, MINUTE_MS } from "../../platform/time/durations.ts";
import { savedWindows, type WindowCounts } from "./saved-windows.ts";
import type { RateWindowTable } from "./tables.ts";
import { tooMany } from "./too-many.ts";

export const requestLimitSettings = {
	perMinute: integerSetting(
		"PACKSHOT_REQUESTS_PER_MINUTE",
		60,
		{ min: 1, max: 1_000_000_000 },
		"Requests per minute for a client that has no limit of its own",
	),
	perDay: integerSetting(
		"PACKSHOT_REQUESTS_PER_DAY",
		10_000,
		{ min: 1, max: 1_000_000_000 },
		"Requests per UTC day for a client that has no limit of its own",
	),
};

/** The client whose requests are counted, with its individual limits, if any. */
export interface LimitedClient {
	readonly clientId: string;
	readonly requestsPerMinute: number | null;
	readonly requestsPerDay: number | null;
}

/** The state of both windows of a client after a request (SPEC D25). */
export interface WindowState {
	readonly minute: BucketState;
	readonly day: BucketState;
	readonly resetAtMs: number;
	/** Why the request is rejected, if it is. */
	readonly refusal: HttpError | undefined;
	/** The value that was read along with the count, if the request was counted in the database. */
	readonly readAlong?: string;
}

export interface RequestWindows {
	/** Counts a request of the client in both windows. */
	admit(client: LimitedClient, nowMs: number): MaybePromise<WindowState>;
	/** The state of the windows, without counting. */
	peek(client: LimitedClient, nowMs: number): Promise<WindowState>;
	/** Refunds a request that ended in a 5xx. @returns the state without it. */
	uncount(client: LimitedClient, atMs: number): Promise<WindowState>;
	/** The counts to save, as of the time of saving: requests do not end in the order in which they arrive. */
	counts(client: LimitedClient): WindowCounts | undefined;
}

type Counters = Omit<RateWindowTable, "client_id">;

const NONE: WindowCounts = { minute: 0, minute_count: 0, day: 0, day_count: 0 };

const CACHED_CLIENTS = 50_000;

/** Both windows in memory, for a database that only one process serves; saved with every settlement and loaded when a client is first seen. */
export function createMemoryWindows(
	db: Database,
	settings: SettingsOf<typeof requestLimitSettings>,
): RequestWindows {
	const cached = createLruCache<Counters>(CACHED_CLIENTS);

	async function countersOf(client: LimitedClient): Promise<Counters> {
		const known = cached.get(client.clientId);
		if (known) return known;
		const saved = await savedWindows(db, client.clientId);
		// A concurrent request of this client may have loaded it while the database was being read.
		const counters = cached.get(client.clientId) ?? { ...(saved ?? NONE) };
		cached.set(client.clientId, counters);
		return counters;
	}
	function state(client: LimitedClient, counters: Counters, nowMs: number): WindowState {
		return windowState(counters, limitsOf(client, settings), nowMs);
	}

	function count(client: LimitedClient, counters: Counters, nowMs: number): WindowState {
		turn(counters, nowMs);
		counters.minute_count++;
		counters.day_count++;
		return state(client, counters, nowMs);
	}

	return {
		admit(client, nowMs) {
			const known = cached.get(client.clientId);
			if (known) return count(client, known, nowMs);
			return countersOf(client).then((counters) => count(client, counters, nowMs));
		},
		async peek(client, nowMs) {
			const counters = { ...(await countersOf(client)) };
			turn(counters, nowMs);
			return state(client, counters, nowMs);
		},
		async uncount(client, atMs) {
			const counters = cached.get(client.clientId) ?? { ...NONE };
			if (counters.minute === atMs - (atMs % MINUTE_MS)) counters.minute_count--;
			if (counters.day === atMs - (atMs % DAY_MS)) counters.day_count--;
			return state(client, counters, atMs);
		},
		counts: (client) => cached.get(client.clientId),
	};
}

function turn(counters: Counters, nowMs: number): void {
	const minute = nowMs - (nowMs % MINUTE_MS);
	const day = nowMs - (nowMs % DAY_MS);
	if (isAnother(minute, counters.minute, MINUTE_MS)) {
		counters.minute = minute;
		counters.minute_count = 0;
	}
	if (isAnother(day, counters.day, DAY_MS)) {
		counters.day = day;
		counters.day_count = 0;
	}
}

/** A request counted after a new window began counts in the new one; only a clock that was set back starts an earlier window. */
function isAnother(startMs: number, currentMs: number, lengthMs: number): boolean {
	return startMs > currentMs || startMs < currentMs - lengthMs;
}

/** The limits of a client: its own, or the defaults of the settings. */
export function limitsOf(client: LimitedClient, settings: SettingsOf<typeof requestLimitSettings>) {
	return {
		minute: client.requestsPerMinute ?? settings.perMinute,
		day: client.requestsPerDay ?? settings.perDay,
	};
}

/** The state of the counters under the limits. If both windows are equally full, the day counts as the tighter one, because it is reset later. */
export function windowState(
	counters: WindowCounts,
	limits: { readonly minute: number; readonly day: number },
	nowMs: number,
): WindowState {
	const minute = { limit: limits.minute, remaining: Math.max(0, limits.minute - counters.minute_count) };
	const day = { limit: limits.day, remaining: Math.max(0, limits.day - counters.day_count) };
	const minuteEndMs = counters.minute + MINUTE_MS;
	const dayEndMs = counters.day + DAY_MS;
	return {
		minute,
		day,
		resetAtMs: day.remaining <= minute.remaining ? dayEndMs : minuteEndMs,
		refusal:
			counters.day_count > limits.day
				? tooMany(commonErrors.rate_limited, `${limits.day} requests a day`, dayEndMs, nowMs)
				: counters.minute_count > limits.minute
					? tooMany(commonErrors.rate_limited, `${limits.minute} requests a minute`, minuteEndMs, nowMs)
					: undefined,
	};
}
