import type { Database } from "../platform/db/database.ts";

/** What all clients together did in one UTC day. */
export interface DayTotals {
	readonly requests: number;
	readonly units: number;
	/** Clients that made a request. */
	readonly clients: number;
	/** Most frequent first. */
	readonly refusals: readonly { readonly error: string; readonly requests: number }[];
}

/** Rows are found by client: one look into the key of each table for every client, however many days are stored. */
export async function readDayTotals(db: Database, startMs: number, endMs: number): Promise<DayTotals> {
	const everyClient = db.scan.selectFrom("client").select("client_id");
	const [used, refused] = await Promise.all([
		db.scan
			.selectFrom("usage_hour")
			.select(({ fn }) => [
				fn.sum<number | null>("requests").as("requests"),
				fn.sum<number | null>("units").as("units"),
				fn.count<number>("client_id").distinct().as("clients"),
			])
			.where("client_id", "in", everyClient)
			.where("hour", ">=", startMs)
			.where("hour", "<", endMs)
			.where("action", "=", "")
			.executeTakeFirstOrThrow(),
		db.scan
			.selectFrom("refusal_day")
			.select(({ fn }) => ["error", fn.sum<number>("requests").as("requests")])
			.where("client_id", "in", everyClient)
			.where("day", "=", startMs)
			.groupBy("error")
			.execute(),
	]);
	return {
		requests: Number(used.requests ?? 0),
		units: Number(used.units ?? 0),
		clients: Number(used.clients),
		refusals: refused
			.map(({ error, requests }) => ({ error, requests: Number(requests) }))
			.sort((a, b) => b.requests - a.requests || a.error.localeCompare(b.error)),
	};
}
