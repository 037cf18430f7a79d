import type { Selectable } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import type { PortalEventTable } from "../tables.ts";

/** Which events to list; what is left out does not matter. Of lists one has to fit. */
export interface EventFilter {
	readonly accountIds?: readonly string[] | undefined;
	readonly clientIds?: readonly string[] | undefined;
	readonly subject?: string | undefined;
	readonly requestId?: string | undefined;
	readonly address?: string | undefined;
	readonly startMs?: number | undefined;
	/** Exclusive. */
	readonly endMs?: number | undefined;
}

/** A place in the log, from which older events follow. */
export interface EventPosition {
	readonly at: number;
	readonly id: number;
}

/** An event with the names of what it is about. */
export interface DescribedEvent extends Selectable<PortalEventTable> {
	/** Who did it. */
	readonly email: string | null;
	readonly client_name: string | null;
	/** The account that it was done to. */
	readonly subject_email: string | null;
	/** Of the top-up that it was done to. */
	readonly units: number | null;
	/** Of the order that it was done to, until that has expired. */
	readonly order_name: string | null;
	readonly order_products: number | null;
}

interface Paging {
	readonly after: EventPosition | undefined;
	readonly limit: number;
	/** Events that are looked at for a page of several conditions; tests lower it. */
	readonly mostLookedAt?: number;
}

interface EventPage {
	readonly events: DescribedEvent[];
	/** Where to go on; null at the end. There may be more although a page is not full. */
	readonly next: EventPosition | null;
}

/**
 * Events, newest first, older than `after`: at most `limit`. Of several conditions the one that fewest events fulfil is followed by its
 * index, and of these events some thousands are looked at for one page: none costs more, whatever is asked for.
 */
export async function readEvents(
	db: Database,
	filter: EventFilter,
	{ after, limit, mostLookedAt = MOST_LOOKED_AT }: Paging,
): Promise<EventPage> {
	const conditions = conditionsOf(filter);
	const lead = conditions.length > 1 ? await rarest(db, { filter, conditions, mostLookedAt }) : conditions[0];
	const others = conditions.filter((condition) => condition !== lead);
	const follow = (value?: string) => ({
		filter,
		after,
		lead: value === undefined || !lead ? undefined : { column: lead.column, value },
	});
	const trails = lead ? lead.values.map(follow) : [follow()];
	const each = Math.ceil(mostLookedAt / trails.length);
	const ends = others.length === 0 ? [] : await Promise.all(trails.map((trail) => endOf(db, trail, each)));
	const looked = newest(ends.flatMap((end) => end ?? []));
	const found = await Promise.all(
		trails.map((trail) =>
			matching(db, trail, others, looked)
				.limit(limit + 1)
				.execute(),
		),
	);
	const events = found.flat().sort((a, b) => b.at - a.at || b.id - a.id);
	const last = events[limit - 1];
	const next = events.length > limit && last ? { at: last.at, id: last.id } : (looked ?? null);
	return { events: events.slice(0, limit), next };
}

type Column = "account_id" | "client_id" | "subject" | "request_id" | "address";

/** One of some values. */
interface Condition {
	readonly column: Column;
	readonly values: readonly string[];
}

function conditionsOf({ accountIds, clientIds, subject, requestId, address }: EventFilter): Condition[] {
	const given: readonly [Column, readonly string[] | undefined][] = [
		["request_id", requestId === undefined ? undefined : [requestId]],
		["subject", subject === undefined ? undefined : [subject]],
		["client_id", clientIds],
		["account_id", accountIds],
		["address", address === undefined ? undefined : [address]],
	];
	return given.flatMap(([column, values]) => (values ? [{ column, values }] : []));
}

const MOST_LOOKED_AT = 5000;

/** The condition that fewest events fulfil, as far as it is worth counting. */
async function rarest(
	db: Database,
	{
		filter,
		conditions,
		mostLookedAt,
	}: { filter: EventFilter; conditions: readonly Condition[]; mostLookedAt: number },
): Promise<Condition | undefined> {
	const counts = await Promise.all(
		conditions.map(async ({ column, values }) => {
			const some = trail(db, { filter, after: undefined, lead: undefined })
				.select("portal_event.id")
				.where(`portal_event.${column}`, "in", [...values, NOBODY])
				.limit(mostLookedAt);
			const row = await db.scan
				.selectFrom(some.as("some"))
				.select((is) => is.fn.countAll<number>().as("events"))
				.executeTakeFirstOrThrow();
			return Number(row.events);
		}),
	);
	return conditions[counts.indexOf(Math.min(...counts))];
}

/** Events of one value in some time, or all of them. */
interface Trail {
	readonly filter: Pick<EventFilter, "startMs" | "endMs">;
	readonly after: EventPosition | undefined;
	readonly lead: { readonly column: Column; readonly value: string } | undefined;
}

function trail(db: Database, { filter: { startMs, endMs }, after, lead }: Trail) {
	let query = db.scan.selectFrom("portal_event");
	if (lead) query = query.where(`portal_event.${lead.column}`, "=", lead.value);
	if (startMs !== undefined) query = query.where("portal_event.at", ">=", startMs);
	if (endMs !== undefined) query = query.where("portal_event.at", "<", endMs);
	if (after === undefined) return query;
	return query
		.where("portal_event.at", "<=", after.at)
		.where((row) => row.or([row("portal_event.at", "<", after.at), row("portal_event.id", "<", after.id)]));
}

/** Up to where a trail is looked at for a page; `undefined` where it ends before that. */
function endOf(db: Database, followed: Trail, most: number): Promise<EventPosition | undefined> {
	return trail(db, followed)
		.select(["portal_event.at", "portal_event.id"])
		.orderBy("portal_event.at", "desc")
		.orderBy("portal_event.id", "desc")
		.offset(most - 1)
		.limit(1)
		.executeTakeFirst();
}

function newest(positions: readonly EventPosition[]): EventPosition | undefined {
	return [...positions].sort((a, b) => b.at - a.at || b.id - a.id)[0];
}

/** @param looked the oldest place that is looked at */
function matching(
	db: Database,
	followed: Trail,
	others: readonly Condition[],
	looked: EventPosition | undefined,
) {
	let query = withNames(trail(db, followed));
	// Within an expression no index has, so that the one of the trail is followed.
	for (const { column, values } of others)
		query = query.where((row) =>
			row(row.fn.coalesce(`portal_event.${column}`, row.val("")), "in", [...values, NOBODY]),
		);
	if (looked === undefined) return query;
	return query
		.where("portal_event.at", ">=", looked.at)
		.where((row) =>
			row.or([row("portal_event.at", ">", looked.at), row("portal_event.id", ">=", looked.id)]),
		);
}

/** Lists of values may be empty, which SQL does not allow. */
const NOBODY = "\u0001";

function withNames(events: ReturnType<typeof trail>) {
	return events
		.leftJoin("account", "account.account_id", "portal_event.account_id")
		.leftJoin("account as subject_account", "subject_account.account_id", "portal_event.subject")
		.leftJoin("client", "client.client_id", "portal_event.client_id")
		.leftJoin("top_up", "top_up.top_up_id", "portal_event.subject")
		.leftJoin("client_order", "client_order.order_id", "portal_event.subject")
		.selectAll("portal_event")
		.select([
			"account.email",
			"client.name as client_name",
			"subject_account.email as subject_email",
			"top_up.units",
			"client_order.name as order_name",
			"client_order.lines_found as order_products",
		])
		.orderBy("portal_event.at", "desc")
		.orderBy("portal_event.id", "desc");
}
