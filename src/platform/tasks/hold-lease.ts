import type { Database } from "../db/database.ts";
import { readMaintenance } from "../maintenance.ts";
import { keepRenewing } from "./keep-renewing.ts";

const RENEW_EVERY_MS = 1000;

/** Result of a renewal: `stop` if somebody asked for the task to end early, `lost` if another process has taken over. */
export type Renewal = "go_on" | "stop" | "lost";

/** Why a task has to end early: as the renewal said, or because its process is shutting down. */
export type EndedEarly = "stop" | "lost" | "shutdown";

/**
 * Renews a lease every second until it ends. The task has to end early when a renewal says so, when maintenance begins, or when `shutdown` is
 * aborted. A failed renewal is retried a second later: the lease lasts much longer.
 */
export function holdLease(db: Database, renew: () => Promise<Renewal>, shutdown?: AbortSignal | undefined) {
	const early = new AbortController();
	let reason: EndedEarly | undefined;
	const endEarly = (why: EndedEarly) => {
		reason ??= why;
		early.abort(new Error(`the work ends early: ${why}`));
	};
	const onShutdown = () => endEarly("shutdown");
	shutdown?.addEventListener("abort", onShutdown, { once: true });
	if (shutdown?.aborted) onShutdown();

	async function renewOnce(): Promise<void> {
		const renewal = await renew();
		if (renewal !== "go_on") endEarly(renewal);
		else if ((await readMaintenance(db.read)) !== null) endEarly("shutdown");
	}
	const stopRenewing = keepRenewing(renewOnce, RENEW_EVERY_MS);
	return {
		/** Aborted when the task is to end early. */
		signal: early.signal,
		/** Stops renewing. @returns why the task had to end early, if it did. */
		async end() {
			shutdown?.removeEventListener("abort", onShutdown);
			await stopRenewing();
			return reason;
		},
	};
}
