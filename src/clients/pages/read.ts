import type { Selectable } from "kysely";
import { contains } from "../../pages/contains.ts";
import type { Database } from "../../platform/db/database.ts";
import type { ClientTable } from "../policy/tables.ts";

export interface ClientFilter {
	/** Id, or part of the name or of the owner's e-mail address. */
	readonly search?: string | undefined;
	readonly state?: "active" | "revoked" | "expired" | undefined;
	readonly tier?: "standard" | "enterprise" | undefined;
	readonly ownerId?: string;
}

/** A position in the list; older clients follow it. */
export interface ClientPosition {
	readonly createdAtMs: number;
	readonly clientId: string;
}

export interface DescribedClient extends Selectable<ClientTable> {
	readonly owner_email: string | null;
	readonly balance_units: number | null;
}

interface Paging {
	readonly after?: ClientPosition | undefined;
	readonly limit: number;
	readonly nowMs: number;
}

/** Clients with their owners and balances, newest first. */
export async function readClients(
	db: Database,
	filter: ClientFilter,
	{ after, limit, nowMs }: Paging,
): Promise<{ clients: DescribedClient[]; next: ClientPosition | null }> {
	let query = chosen(db, filter, nowMs);
	if (after) {
		query = query.where((set) =>
			set.or([
				set("client.created_at", "<", after.createdAtMs),
				set.and([
					set("client.created_at", "=", after.createdAtMs),
					set("client.client_id", "<", after.clientId),
				]),
			]),
		);
	}
	const rows = await query
		.leftJoin("balance_member", "balance_member.client_id", "client.client_id")
		.leftJoin("balance", "balance.balance_key", "balance_member.balance_key")
		.selectAll("client")
		.select(["account.email as owner_email", "balance.units as balance_units"])
		.orderBy("client.created_at", "desc")
		.orderBy("client.client_id", "desc")
		.limit(limit + 1)
		.execute();
	const last = rows[limit - 1];
	const next =
		rows.length > limit && last ? { createdAtMs: last.created_at, clientId: last.client_id } : null;
	return { clients: rows.slice(0, limit), next };
}

function chosen(db: Database, { search, state, tier, ownerId }: ClientFilter, nowMs: number) {
	let query = db.scan
		.selectFrom("client")
		.leftJoin("account", "account.account_id", "client.owner_id")
		.where("client.viewer_id", "is", null);
	if (ownerId !== undefined) query = query.where("client.owner_id", "=", ownerId);
	if (tier !== undefined) query = query.where("client.tier", "=", tier);
	if (search) {
		query = query.where((set) =>
			set.or([
				set("client.client_id", "=", search),
				contains(set.ref("client.name"), search),
				contains(set.ref("account.email").$notNull(), search),
			]),
		);
	}
	if (state === undefined) return query;
	if (state === "revoked") return query.where("client.revoked_at", "is not", null);
	const unrevoked = query.where("client.revoked_at", "is", null);
	if (state === "expired") return unrevoked.where("client.expires_at", "<=", nowMs);
	return unrevoked.where((set) =>
		set.or([set("client.expires_at", "is", null), set("client.expires_at", ">", nowMs)]),
	);
}
