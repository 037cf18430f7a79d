import type { Clock } from "./clock.ts";

/** Why work was given up that took too long. */
export class TimeLimitPassed extends Error {}

/**
 * Does work that has to end in time. The work may heed the signal it gets; when it does not, the result is given up all the same.
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
