import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Keeps requests in the young generation. V8 learns which allocation sites produce long-lived objects and allocates theirs in the old generation.
 * During start-up everything is long-lived, including the small objects that Node.js creates per request; each of these would then keep its whole
 * request alive until a full collection. To be called before the first request.
 */
export function collectRequestsYoung(): void {
	setFlagsFromString("--no-allocation-site-pretenuring");
}

/** Returns a function that collects this thread's garbage at once: whoever holds large buffers cannot wait until V8 considers it worthwhile. */
export function exposeGarbageCollector(): () => void {
	setFlagsFromString("--expose-gc");
	return runInNewContext("gc");
}
