import { setTimeout as sleep } from "node:timers/promises";
import { StorageUnavailable } from "../platform/db/database.ts";

const RETRY_MS = 200;
const LONGEST_MS = 60_000;

/**
 * Reads what a write is answered with that moved money, or made a secret that is shown once. Whoever heard of a failure now would do it again, so while the
 * database is away the read is tried again (SPEC D39).
 */
export async function readAfterWrite<T>(read: () => Promise<T>): Promise<T> {
	const untilMs = performance.now() + LONGEST_MS;
	for (;;) {
		try {
			return await read();
		} catch (fault) {
			if (!(fault instanceof StorageUnavailable) || performance.now() > untilMs) throw fault;
		}
		await sleep(RETRY_MS);
	}
}
