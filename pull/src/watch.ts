import { setTimeout } from "node:timers/promises";
import { counted } from "./amounts.ts";
import type { Say } from "./output.ts";

/** Rounds that are repeated until the process is told to end. */
export interface Rounds {
	readonly minutes: number;
	readonly round: () => Promise<void>;
	/** Reports why a round failed. @throws what no later round would change */
	readonly failed: (error: unknown) => void;
	readonly say: Say;
	/** In place of the system's clock. */
	readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

const ENDING_SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Repeats rounds; one that has begun is finished when the process is told to end. */
export async function watch({ minutes, round, failed, say, wait = slept }: Rounds): Promise<void> {
	const ending = new AbortController();
	const end = () => ending.abort();
	for (const signal of ENDING_SIGNALS) process.once(signal, end);
	try {
		while (!ending.signal.aborted) {
			await round().catch(failed);
			if (ending.signal.aborted) return;
			say(`The next refresh is in ${counted(minutes, "minute")}.`);
			await wait(minutes * 60_000, ending.signal);
		}
	} finally {
		for (const signal of ENDING_SIGNALS) process.off(signal, end);
	}
}

async function slept(milliseconds: number, signal: AbortSignal): Promise<void> {
	await setTimeout(milliseconds, undefined, { signal }).catch(() => undefined);
}
