import type { Database } from "../db/database.ts";
import { type EndedEarly, holdLease, type Renewal } from "./hold-lease.ts";

export interface LeasedWork<T> {
	/** Renews the lease and records the progress of the task. */
	renew(): Promise<Renewal>;
	/** Does the task. Must end or throw soon after `signal` is aborted. */
	work(signal: AbortSignal): Promise<T>;
	/** Aborted when the task has to be given back. */
	readonly shutdown?: AbortSignal | undefined;
}

/** How work ended: completed or stopped early, with its result; given back on shutdown or maintenance; taken over by another process; or failed. */
export type WorkEnd<T> =
	| { readonly kind: "done" | "stopped"; readonly made: T }
	| { readonly kind: "released" }
	| { readonly kind: "lost" }
	| { readonly kind: "failed"; readonly fault: unknown };

/** Does work under a lease that has been claimed, renewing it until the work ends. Whatever the work throws is returned as `failed`. */
export async function workUnderLease<T>(
	db: Database,
	{ renew, work, shutdown }: LeasedWork<T>,
): Promise<WorkEnd<T>> {
	const held = holdLease(db, renew, shutdown);
	try {
		const made = await work(held.signal);
		const early = await held.end();
		return cutShort(early) ?? { kind: early === "stop" ? "stopped" : "done", made };
	} catch (fault) {
		return cutShort(await held.end()) ?? { kind: "failed", fault };
	}
}

function cutShort(early: EndedEarly | undefined): { kind: "released" | "lost" } | undefined {
	if (early === "lost") return { kind: "lost" };
	return early === "shutdown" ? { kind: "released" } : undefined;
}
