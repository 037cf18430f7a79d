import type { Database } from "../../platform/db/database.ts";
import { createLruCache } from "../../platform/recently-used.ts";
import type { Clock } from "../../platform/time/clock.ts";
import type { Client } from "./client.ts";
import { findClient } from "./store.ts";

/** How long a client record may be cached (SPEC D14). */
const FRESH_MS = 4000;
const CACHED_CLIENTS = 10_000;

/** Clients by id, cached for at most a few seconds. */
export type ClientDirectory = ReturnType<typeof createClientDirectory>;

export function createClientDirectory(db: Database, clock: Clock) {
	const cached = createLruCache<{ client: Client; readAtMs: number }>(CACHED_CLIENTS);
	function known(clientId: string): Client | undefined {
		const entry = cached.get(clientId);
		// A clock that jumped back must not make a record count as fresh for longer.
		return entry && Math.abs(clock.now() - entry.readAtMs) < FRESH_MS ? entry.client : undefined;
	}
	return {
		/** The client as cached; `undefined` if the cached record is missing or too old. */
		known,
		async find(clientId: string) {
			const now = clock.now();
			const fresh = known(clientId);
			if (fresh) return fresh;
			const client = await findClient(db.read, clientId);
			if (client) cached.set(clientId, { client, readAtMs: now });
			return client;
		},
		/** Evicts a client that was changed on this node. */
		forget: (clientId: string) => cached.delete(clientId),
	};
}
