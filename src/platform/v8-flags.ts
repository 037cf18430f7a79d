import { setFlagsFromString } from "node:v8";

/**
 * Lets requests die young. V8 notes which lines of code made objects that lasted, and lets those lines make theirs in the old part of
 * the heap. While a server starts everything lasts, also the small objects that Node.js makes anew for each request; each of these would
 * then keep its whole request from being collected with the young. To be called before the first request.
 */
export function collectRequestsYoung(): void {
	setFlagsFromString("--no-allocation-site-pretenuring");
}
