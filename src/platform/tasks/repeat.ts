import { setTimeout as sleep } from "node:timers/promises";

/** Work that goes on in the background of a server, step by step. */
export interface RepeatedWork {
	/** Does some of it; ends soon after `signal` is aborted. @returns milliseconds until the next step; `undefined` when the work is done. */
	step(signal: AbortSignal): Promise<number | undefined>;
	/** Called when a step fails; the next one follows after `afterFaultMs`. */
	onFault(fault: unknown): void;
	readonly afterFaultMs: number;
}

/** Repeats work until it is done or stopped. @returns a function that stops it; it resolves once the current step has ended. */
export function repeat({ step, onFault, afterFaultMs }: RepeatedWork): () => Promise<void> {
	const stopping = new AbortController();
	const { signal } = stopping;
	const next = async () => {
		try {
			return await step(signal);
		} catch (fault) {
			onFault(fault);
			return afterFaultMs;
		}
	};
	const loop = async () => {
		while (!signal.aborted) {
			const waitMs = await next();
			if (waitMs === undefined) return;
			if (waitMs > 0) await sleep(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
		}
	};
	const running = loop();
	return () => {
		stopping.abort(new Error("the server ends"));
		return running;
	};
}
