import type { Clock } from "./clock.ts";

/** The reason of an abort by time limit. */
export class TimeLimitPassed extends Error {}

/**
 * Runs work with a time limit. The work may observe the signal; if it does not, its result is discarded.
 * @throws TimeLimitPassed after `limitMs`; the reason of `signal` when that aborts; what the work throws.
 */
export async function within<T>(
	work: (signal: AbortSignal) => Promise<T>,
	limits: { readonly clock: Clock; readonly limitMs: number; readonly signal?: AbortSignal | undefined },
): Promise<T> {
	const { clock, limitMs, signal } = limits;
	signal?.throwIfAborted();
	const inner = new AbortController();
	const giveUp = () => inner.abort(signal?.reason);
	signal?.addEventListener("abort", giveUp, { once: true });
	const stopped = new Promise<never>((_, reject) => {
		inner.signal.addEventListener("abort", () => reject(inner.signal.reason), { once: true });
	});
	clock.sleep(limitMs, inner.signal).then(
		() => inner.abort(new TimeLimitPassed(`no answer within ${limitMs} ms`)),
		() => {},
	);
	try {
		return await Promise.race([work(inner.signal), stopped]);
	} finally {
		signal?.removeEventListener("abort", giveUp);
		inner.abort();
	}
}
