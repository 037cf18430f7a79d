/** Source of time for the client. Tests replace it. */
export interface Clock {
	/** Epoch milliseconds. */
	now(): number;
	/** Waits; rejects with the signal's reason when it aborts. */
	sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

/** Timers are limited to 31 bits; a longer wait would end at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
	now: () => Date.now(),
	sleep: (milliseconds, signal) =>
		new Promise((resolve, reject) => {
			signal.throwIfAborted();
			const timer = setTimeout(wake, Math.min(milliseconds, LONGEST_TIMER_MS));
			signal.addEventListener("abort", stop, { once: true });
			function wake(): void {
				signal.removeEventListener("abort", stop);
				resolve();
			}
			function stop(): void {
				clearTimeout(timer);
				reject(signal.reason);
			}
		}),
};
