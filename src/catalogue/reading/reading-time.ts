import type { FastifyRequest } from "fastify";
import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import type { Clock } from "../../platform/time/clock.ts";

/**
 * Makes `response_generated` of a listing a time from the clock that changes are stamped with (SPEC D33), taken before the listing is read, since
 * callers compare the two. If the database runs on another machine, its clock may differ from this one's, so it is read each time.
 */
export function readingTime(db: Database, clock: Clock): (request: FastifyRequest) => Promise<void> {
	if (clock.isManual || !db.traits.sharedByNodes) return async () => undefined;
	const now = sql<number>`${sql.raw(db.traits.clockMs)}`.as("now_ms");
	return async (request) => {
		const { now_ms } = await db.read.selectNoFrom(now).executeTakeFirstOrThrow();
		request.responseMeta.generatedAtMs = now_ms;
	};
}
