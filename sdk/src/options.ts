import { type Clock, systemClock } from "./clock.ts";
import type { ResponseInfo } from "./response-info.ts";

/** Options of one call. Missing ones are taken from the client's options, then from the defaults given here. */
export interface CallOptions {
	/** Aborts the call: it rejects with the signal's reason. */
	readonly signal?: AbortSignal | undefined;
	/** Time for one attempt including its body; 30,000 by default. */
	readonly timeoutMs?: number | undefined;
	/** Time for the whole call including waits and retries; 120,000 by default. */
	readonly totalTimeoutMs?: number | undefined;
	/** How often the request may be sent; 4 by default, 1 sends it once. */
	readonly maxAttempts?: number | undefined;
	/**
	 * Whether to retry a billed read whose response was lost, at the risk of paying for it twice; false by default. Bulk checks do not
	 * need this: their idempotency key prevents a second charge.
	 */
	readonly retryLostBilledReads?: boolean | undefined;
	/** Called for every response, including errors; for responses to sign-in requests, the client's own callback is called. */
	readonly onResponse?: ((info: ResponseInfo) => void) | undefined;
}

/** Options of a call that takes an `Idempotency-Key`. */
export interface IdempotentCallOptions extends CallOptions {
	/**
	 * 20 to 255 characters from `A-Za-z0-9._~-`, at most 240 for a bulk check of more than 500 barcodes; a fresh one by default. Within 24 hours the same call
	 * with the same key returns the
	 * same response and is not charged again.
	 */
	readonly idempotencyKey?: string | undefined;
}

/** Pixels of the longer edge of a picture: `"full"`, or a size that the service prepares, such as `500` or `"500"`. */
export type PictureSize = string | number;

/** Options of a call for one photograph. */
export interface PictureOptions extends CallOptions {
	/** `"full"` by default. The price is the same. */
	readonly size?: PictureSize | undefined;
}

/** The part of `fetch` that the client uses. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface ConnectionOptions extends Omit<CallOptions, "signal"> {
	/** Address of the service: `https://packshot.example`. */
	readonly baseUrl: string;
	/** Replaces the global `fetch`. */
	readonly fetch?: Fetch | undefined;
	/** Replaces the system's clock and timers, for tests. */
	readonly clock?: Clock | undefined;
}

/** The connection that all calls of a client share. */
export interface Connection {
	/** Ends with `/api/v1`. */
	readonly apiUrl: string;
	readonly fetch: Fetch;
	readonly clock: Clock;
	readonly defaults: Omit<CallOptions, "signal">;
}

/** @throws TypeError for an invalid base URL. */
export function connection(options: ConnectionOptions): Connection {
	const { baseUrl, fetch, clock } = options;
	const base = new URL(baseUrl).href.replace(/\/+$/, "").replace(/\/api\/v1$/, "");
	return {
		apiUrl: `${base}/api/v1`,
		fetch: fetch ?? ((url, init) => globalThis.fetch(url, init)),
		clock: clock ?? systemClock,
		defaults: options,
	};
}

/** The limits of one call, with all defaults applied. */
export interface CallLimits {
	readonly signal: AbortSignal;
	readonly timeoutMs: number;
	/** Epoch milliseconds by which the call has to end. */
	readonly deadlineMs: number;
	readonly maxAttempts: number;
	readonly retryLostBilledReads: boolean;
	readonly onResponse: (info: ResponseInfo) => void;
}

export function callLimits({ clock, defaults }: Connection, options: CallOptions = {}): CallLimits {
	const { signal } = options;
	const totalMs = options.totalTimeoutMs ?? defaults.totalTimeoutMs ?? 120_000;
	return {
		signal: signal ?? new AbortController().signal,
		timeoutMs: options.timeoutMs ?? defaults.timeoutMs ?? 30_000,
		deadlineMs: clock.now() + totalMs,
		maxAttempts: options.maxAttempts ?? defaults.maxAttempts ?? 4,
		retryLostBilledReads: options.retryLostBilledReads ?? defaults.retryLostBilledReads ?? false,
		onResponse: options.onResponse ?? defaults.onResponse ?? (() => {}),
	};
}
