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

/**
 * Events, newest first, older than `after`: at most `limit`. Each person and key of the filter is looked up by its own index entries and
 * the results are merged, so that none of them costs more than the rows that are shown.
 */
export async function readEvents(
	db: Database,
	filter: EventFilter,
	{ after, limit }: { readonly after: EventPosition | undefined; readonly limit: number },
): Promise<{ events: DescribedEvent[]; next: EventPosition | null }> {
	const found = await Promise.all(
		singleFilters(filter).map((single) =>
			matching(db, single, after)
				.limit(limit + 1)
				.execute(),
		),
	);
	const events = found.flat().sort((a, b) => b.at - a.at || b.id - a.id);
	const last = events[limit - 1];
	const next = events.length > limit && last ? { at: last.at, id: last.id } : null;
	return { events: events.slice(0, limit), next };
}

interface SingleFilter extends Omit<EventFilter, "accountIds" | "clientIds"> {
	readonly accountId: string | undefined;
	readonly clientId: string | undefined;
}

function singleFilters({ accountIds, clientIds, ...others }: EventFilter): SingleFilter[] {
	const persons = accountIds ?? [undefined];
	const clients = clientIds ?? [undefined];
	return persons.flatMap((accountId) => clients.map((clientId) => ({ ...others, accountId, clientId })));
}

function matching(db: Database, filter: SingleFilter, after: EventPosition | undefined) {
	const { accountId, clientId, subject, requestId, address, startMs, endMs } = filter;
	let query = withNames(db);
	if (accountId !== undefined) query = query.where("portal_event.account_id", "=", accountId);
	if (clientId !== undefined) query = query.where("portal_event.client_id", "=", clientId);
	if (subject !== undefined) query = query.where("portal_event.subject", "=", subject);
	if (requestId !== undefined) query = query.where("portal_event.request_id", "=", requestId);
	if (address !== undefined) query = query.where("portal_event.address", "=", address);
	if (startMs !== undefined) query = query.where("portal_event.at", ">=", startMs);
	if (endMs !== undefined) query = query.where("portal_event.at", "<", endMs);
	if (after === undefined) return query;
	return query
		.where("portal_event.at", "<=", after.at)
		.where((row) => row.or([row("portal_event.at", "<", after.at), row("portal_event.id", "<", after.id)]));
}

function withNames(db: Database) {
	return db.scan
		.selectFrom("portal_event")
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
