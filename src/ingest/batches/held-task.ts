import type { Database } from "../../platform/db/database.ts";
import { readMaintenance } from "../../platform/maintenance.ts";
import { type HeldTask, renewTask, type TaskProgress } from "./claims.ts";

const RENEW_MS = 1000;

/** Why a task ended early: somebody asked for it, whoever does it has to end, or somebody else does it by now. */
export type EndedEarly = "stop" | "shutdown" | "lost";

/** A task that is being done. */
export interface HoldingTask {
	readonly signal: AbortSignal;
	/** Set once `signal` is. */
	reason(): EndedEarly | undefined;
	/** No longer renews it. */
	end(): Promise<void>;
}

/**
 * Renews a task every second and shows how far it is, until it ends. It is to end early when somebody asks for it, when maintenance begins
 * or `shutdown` is signalled, and when it was lost. A failed renewal is repeated: the lease lasts for many.
 */
export function holdTask(
	{ db }: { readonly db: Database },
	lease: () => HeldTask,
	done: () => TaskProgress | null,
	shutdown: AbortSignal,
): HoldingTask {
	const early = new AbortController();
	let reason: EndedEarly | undefined;
	const endEarly = (why: EndedEarly) => {
		reason ??= why;
		early.abort();
	};
	shutdown.addEventListener("abort", () => endEarly("shutdown"), { once: true });
	if (shutdown.aborted) endEarly("shutdown");

	async function renew(): Promise<void> {
		const outcome = await db.write(renewTask, { ...lease(), done: done() });
		if (outcome !== "go_on") endEarly(outcome);
		else if ((await readMaintenance(db.read)) !== null) endEarly("shutdown");
	}
	let renewing: Promise<void> | undefined;
	const timer = setInterval(() => {
		renewing ??= renew()
			.catch(() => undefined)
			.finally(() => {
				renewing = undefined;
			});
	}, RENEW_MS);
	return {
		signal: early.signal,
		reason: () => reason,
		async end() {
			clearInterval(timer);
			await renewing;
		},
	};
}
