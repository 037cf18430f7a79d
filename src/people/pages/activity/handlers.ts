import { Readable } from "node:stream";
import { handlers } from "../../../pages/call.ts";
import { contains } from "../../../pages/contains.ts";
import { daySpan } from "../../../pages/day-span.ts";
import { BYTE_ORDER_MARK, textCell } from "../../../platform/csv-cell.ts";
import type { Database } from "../../../platform/db/database.ts";
import { badRequest } from "../../../platform/http/http-error.ts";
import type { QueryOf } from "../../../platform/http/route.ts";
import { isoTime } from "../../../platform/time/clock.ts";
import { administrationRoutes } from "../administration/contract.ts";
import { eventPositionOf, eventsAnswer } from "./event-answer.ts";
import { type DescribedEvent, type EventFilter, type EventPosition, readEvents } from "./read.ts";
import { describeEvent } from "./words.ts";

/** Handlers for the log of who did what. */
export function activityHandlers({ db }: { readonly db: Database }) {
	return handlers(administrationRoutes)({
		async "GET /admin/events"({ query }) {
			const { after, limit = 50 } = query;
			const filter = await filterOf(db, query);
			return eventsAnswer(await readEvents(db, filter, { after: eventPositionOf(after), limit }));
		},
		async "GET /admin/events.csv"({ query, reply }) {
			const filter = await filterOf(db, query);
			reply.header("content-disposition", 'attachment; filename="activity.csv"');
			reply.type("text/csv; charset=utf-8").send(Readable.from(eventLines(db, filter)));
		},
	});
}

async function filterOf(
	db: Database,
	query: QueryOf<(typeof administrationRoutes)["GET /admin/events.csv"]>,
): Promise<EventFilter> {
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

const COLUMNS = [
	"at",
	"who",
	"what",
	"changes",
	"key",
	"client_id",
	"subject",
	"action",
	"address",
	"request_id",
];
const ROWS_AT_A_TIME = 500;

/** The log as CSV (RFC 4180), newest first, streamed. */
async function* eventLines(db: Database, filter: EventFilter): AsyncGenerator<string> {
	yield `${BYTE_ORDER_MARK}${COLUMNS.join(",")}\r\n`;
	let after: EventPosition | undefined;
	do {
		const { events, next } = await readEvents(db, filter, { after, limit: ROWS_AT_A_TIME });
		yield events.map(csvLine).join("");
		after = next ?? undefined;
	} while (after);
}

/** Nobody signed in has an address; the command line has none. */
function whoOf({ account_id, email, address }: DescribedEvent): string {
	if (account_id === null) return address === null ? "command line" : "not signed in";
	return email ?? account_id;
}

function csvLine(event: DescribedEvent): string {
	const { what, changes } = describeEvent(event);
	const cells = [
		isoTime(event.at),
		textCell(whoOf(event)),
		// Isolates are for the pages: programs would have to know them.
		textCell(what.replace(/[\u2068\u2069]/g, "")),
		textCell(changes.map(({ name, before, after }) => `${name}: ${before ?? "?"} → ${after}`).join("; ")),
		textCell(event.client_name ?? ""),
		textCell(event.client_id ?? ""),
		textCell(event.subject),
		textCell(event.action),
		textCell(event.address ?? ""),
		textCell(event.request_id),
	];
	return `${cells.join(",")}\r\n`;
}

/** Maximum number of matches for part of a name: each one is looked up separately. */
const MOST_NAMED = 20;

/** The accounts that match an id or part of an e-mail address: at most one more than the maximum. */
async function accountsNamed(db: Database, text: string): Promise<string[]> {
	const rows = await db.scan
		.selectFrom("account")
		.select("account_id")
		.where((set) => set.or([set("account_id", "=", text), contains(set.ref("email"), text)]))
		.limit(MOST_NAMED + 1)
		.execute();
	return rows.map(({ account_id }) => account_id);
}

/** The clients that match an id or part of a name: at most one more than the maximum. */
async function clientsNamed(db: Database, text: string): Promise<string[]> {
	const rows = await db.scan
		.selectFrom("client")
		.select("client_id")
		.where((set) => set.or([set("client_id", "=", text), contains(set.ref("name"), text)]))
		.limit(MOST_NAMED + 1)
		.execute();
	return rows.map(({ client_id }) => client_id);
}
