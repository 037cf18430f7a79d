import type { FastifyRequest } from "fastify";
import type { Database } from "../../platform/db/database.ts";
import { databaseTimeMs } from "../../platform/db/database-time.ts";

/**
 * Makes `response_generated` of a listing a time from the clock that changes are stamped with (SPEC D33), taken before the listing is read, since
 * callers compare the two. If the database runs on another machine, its clock may differ from this one's, so it is read each time.
 */
export function readingTime(db: Database): (request: FastifyRequest) => Promise<void> {
	if (!db.traits.sharedByNodes) return async () => undefined;
	return async (request) => {
		request.responseMeta.generatedAtMs = await databaseTimeMs(db.read, db.traits);
	};
}
