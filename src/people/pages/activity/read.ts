import type { Selectable } from "kysely";
import type { PortalEventTable } from "../../../pages/tables.ts";
import type { Database } from "../../../platform/db/database.ts";

/** Which events to list; omitted conditions do not apply. Of a list, one value has to match. */
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

/** A position in the log; older events follow it. */
export interface EventPosition {
	readonly at: number;
	readonly id: number;
}

/** An event with the names of the things it refers to. */
export interface DescribedEvent extends Selectable<PortalEventTable> {
	/** Who did it. */
	readonly email: string | null;
	readonly client_name: string | null;
	/** Whose pages the client buys in, if it is an account; null for a key. */
	readonly buyer_id: string | null;
	/** The account affected. */
	readonly subject_email: string | null;
	/** Amount of the top-up affected. */
	readonly units: number | null;
	/** The order affected, until it has expired. */
	readonly order_name: string | null;
	readonly order_products: number | null;
}

interface Paging {
	readonly after: EventPosition | undefined;
	readonly limit: number;
	/** Events examined for one page when there are several conditions; lowered by tests. */
	readonly mostLookedAt?: number;
}

interface EventPage {
	readonly events: DescribedEvent[];
	/** Where to continue; null at the end. There may be more even if a page is not full. */
	readonly next: EventPosition | null;
}

/**
 * Events, newest first, older than `after`: at most `limit`. With several conditions, the index of the most selective one is followed, and
 * at most some thousands of its events are examined per page, which bounds the cost of any query.
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

/** A column that must have one of several values. */
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

/** The most selective condition, counting only as far as worthwhile. */
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

/** Events with one value in a period, or all events: what one index scan yields. */
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

/** The last position of a trail to be examined for a page; `undefined` if the trail ends before that. */
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

/** @param looked the oldest position that is examined */
function matching(
	db: Database,
	followed: Trail,
	others: readonly Condition[],
	looked: EventPosition | undefined,
) {
	let query = withNames(trail(db, followed));
	// An expression matches no index, so that the one of the trail is used.
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

/** Keeps lists of values from being empty, which SQL does not allow. */
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
			"client.buyer_id",
			"subject_account.email as subject_email",
			"top_up.units",
			"client_order.name as order_name",
			"client_order.lines_found as order_products",
		])
		.orderBy("portal_event.at", "desc")
		.orderBy("portal_event.id", "desc");
}
