import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/**
 * Lets requests be collected young. V8 learns which allocation sites produce long-lived objects and allocates theirs in the old
 * generation. During start-up everything lives long, including the small objects that Node.js creates per request; each of these would
 * then keep its whole request alive until a full collection. To be called before the first request.
 */
export function collectRequestsYoung(): void {
	setFlagsFromString("--no-allocation-site-pretenuring");
}

/** The function that collects the garbage of this thread at once: what holds large buffers cannot wait until V8 finds it worth while. */
export function exposeGarbageCollector(): () => void {
	setFlagsFromString("--expose-gc");
	return runInNewContext("gc");
}
