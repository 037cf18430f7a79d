import { requestId } from "../platform/ids.ts";
import type { Actor } from "../portal/events.ts";

/** Where the people of the demo sit. */
export const OFFICE_ADDRESS = "203.0.113.24";

/** Somebody of the demo who does something at a moment, in milliseconds since 1970. */
export function demoActor(accountId: string, atMs: number): Actor {
	return { accountId, address: OFFICE_ADDRESS, requestId: requestId(atMs), atMs };
}
