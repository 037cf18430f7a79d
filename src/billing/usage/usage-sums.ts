import { sql } from "kysely";
import { insertion } from "../../platform/db/rows.ts";

export const SUM_COLUMNS = [
	"client_id",
	"grouped_by",
	"span",
	"start",
	"name",
	"requests",
	"units",
	"expires_at",
] as const;

export const ADD_TO_SUM = `on conflict (client_id, grouped_by, span, start, name)
	do update set requests = usage_sum.requests + excluded.requests, units = usage_sum.units + excluded.units`;

export const addUsageSums = insertion("usage_sum", SUM_COLUMNS, ADD_TO_SUM);

/** In place of a client: sums of all of them. */
export const ALL_CLIENTS = "";

/** Literals, so that the planner recognises that a partial index applies. */
export const BY_ACTION = sql<boolean>`grouped_by = 'action'`;
export const BY_ERROR = sql<boolean>`grouped_by = 'error'`;
