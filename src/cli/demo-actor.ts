import type { Actor } from "../pages/events.ts";
import { requestId } from "../platform/ids.ts";

/** IP address of the demo's users. */
export const OFFICE_ADDRESS = "203.0.113.24";

/** A demo user who acts at a time in milliseconds since 1970. */
export function demoActor(accountId: string, atMs: number): Actor {
	return { accountId, address: OFFICE_ADDRESS, requestId: requestId(atMs), atMs };
}
