import type { Database } from "../db/database.ts";
import { createMaintenance } from "../maintenance.ts";
import type { Clock } from "../time/clock.ts";
import { repeat } from "./repeat.ts";

const LOOK_EVERY_MS = 1000;

/**
 * Looks for a task every second alongside a server, except during maintenance, until stopped. A fault is reported, and the next look follows a second
 * later.
 * @param doNext claims the next task and does it; resolves with `false` if there was none. When `signal` is aborted, it should give the task back.
 * @returns a function that stops looking; it resolves once `doNext` has ended.
 */
export function lookForWork(
	{ db, clock }: { readonly db: Database; readonly clock: Clock },
	doNext: (signal: AbortSignal) => Promise<boolean>,
	onFault: (fault: unknown) => void,
): () => Promise<void> {
	const maintenance = createMaintenance(db, clock);
	return repeat({
		async step(signal) {
			await maintenance.refresh();
			return maintenance.message() === null && (await doNext(signal)) ? 0 : LOOK_EVERY_MS;
		},
		onFault,
		afterFaultMs: LOOK_EVERY_MS,
	});
}
