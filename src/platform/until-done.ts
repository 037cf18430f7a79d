import { setTimeout as sleep } from "node:timers/promises";

const RETRY_MS = 60_000;

/**
 * Does work alongside a server, from its start until the work is done or stopped. After a fault, which is reported, the work is restarted with a
 * delay.
 * @returns a function that stops it.
 */
export function untilDone(
	work: (signal: AbortSignal) => Promise<void>,
	onFault: (fault: unknown) => void,
): () => Promise<void> {
	const stopping = new AbortController();
	const { signal } = stopping;
	const run = async () => {
		while (!signal.aborted) {
			try {
				await work(signal);
				return;
			} catch (fault) {
				onFault(fault);
				await sleep(RETRY_MS, undefined, { signal }).catch(() => undefined);
			}
		}
	};
	const running = run();
	return () => {
		stopping.abort();
		return running;
	};
}
