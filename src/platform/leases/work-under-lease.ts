import type { Database } from "../db/database.ts";
import { type EndedEarly, holdLease, type Renewal } from "./hold-lease.ts";

export interface LeasedWork<T> {
	/** Renews the lease and shows how far the task is. */
	renew(): Promise<Renewal>;
	/** Does the task. It ends or throws soon after `signal` is aborted. */
	work(signal: AbortSignal): Promise<T>;
	/** Asks that the task is given back. */
	readonly shutdown?: AbortSignal | undefined;
}

/**
 * How work ended: with what it made, whole or as far as it got; not at all because the process ends or maintenance began, so that it is to be
 * given back; in other hands; or with a fault.
 */
export type WorkEnd<T> =
	| { readonly kind: "done" | "stopped"; readonly made: T }
	| { readonly kind: "released" }
	| { readonly kind: "lost" }
	| { readonly kind: "failed"; readonly fault: unknown };

/** Works under a lease that was claimed, and renews it until the work ends. What the work throws is `failed`. */
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
