import type { Database } from "../db/database.ts";
import { readMaintenance } from "../maintenance.ts";

const RENEW_EVERY_MS = 1000;

/** What a renewal says: `stop` when somebody asks that the task ends early, `lost` when it is no longer this process's. */
export type Renewal = "go_on" | "stop" | "lost";

/** Why a task is to end early: a renewal said so, or whoever does it has to end. */
export type EndedEarly = "stop" | "lost" | "shutdown";

/** A lease that is being renewed. */
export interface HeldLease {
	/** Aborted when the task is to end early. */
	readonly signal: AbortSignal;
	/** No longer renews it. @returns why the task was to end early, if it was. */
	end(): Promise<EndedEarly | undefined>;
}

/**
 * Renews a lease every second until it ends. The task is to end early when a renewal says so, when maintenance begins or `shutdown` is
 * signalled. A failed renewal is repeated a second later: the lease lasts for many.
 */
export function holdLease(
	db: Database,
	renew: () => Promise<Renewal>,
	shutdown?: AbortSignal | undefined,
): HeldLease {
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
	let renewing: Promise<void> | undefined;
	const timer = setInterval(() => {
		renewing ??= renewOnce()
			.catch(() => undefined)
			.finally(() => {
				renewing = undefined;
			});
	}, RENEW_EVERY_MS);
	return {
		signal: early.signal,
		async end() {
			clearInterval(timer);
			shutdown?.removeEventListener("abort", onShutdown);
			await renewing;
			return reason;
		},
	};
}
