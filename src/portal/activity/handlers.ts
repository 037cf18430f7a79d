import { Readable } from "node:stream";
import type { Database } from "../../platform/db/database.ts";
import { badRequest } from "../../platform/http/http-error.ts";
import type { RouteQuery } from "../contract.ts";
import type { Handlers } from "../http/call.ts";
import { daySpan } from "../keys/day-span.ts";
import { eventPositionOf, eventsAnswer } from "./event-answer.ts";
import { eventLines } from "./event-csv.ts";
import { accountsNamed, clientsNamed, MOST_NAMED } from "./meant.ts";
import { type EventFilter, readEvents } from "./read.ts";

/** Handlers for the log of who did what. */
export function activityHandlers({
	db,
}: {
	readonly db: Database;
}): Handlers<"GET /admin/events" | "GET /admin/events.csv"> {
	return {
		async "GET /admin/events"({ query }) {
			const { after, limit = 50 } = query;
			const filter = await filterOf(db, query);
			return eventsAnswer(await readEvents(db, filter, { after: eventPositionOf(after), limit }));
		},
		async "GET /admin/events.csv"({ query, reply }) {
			const filter = await filterOf(db, query);
			reply.header("content-disposition", 'attachment; filename="activity.csv"');
			reply.type("text/csv; charset=utf-8").send(Readable.from(eventLines(db, filter)));
			return undefined;
		},
	};
}

async function filterOf(db: Database, query: RouteQuery<"GET /admin/events.csv">): Promise<EventFilter> {
	const { person, client, subject, request_id: requestId, address } = query;
	const accountIds = person === undefined ? undefined : await accountsNamed(db, person);
	const clientIds = client === undefined ? undefined : await clientsNamed(db, client);
	requireFew("person", accountIds);
	requireFew("client", clientIds);
	return { accountIds, clientIds, subject, requestId, address, ...daySpan(query) };
}

/** @throws HttpError 400 when part of a name matches too many. */
function requireFew(name: string, ids: readonly string[] | undefined): void {
	if (ids && ids.length > MOST_NAMED)
		throw badRequest(`${name}: matches more than ${MOST_NAMED}; type more of it.`);
}
