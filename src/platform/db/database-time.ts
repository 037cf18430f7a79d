import { CompiledQuery, type RawBuilder, sql } from "kysely";
import type { EngineTraits } from "./engine-traits.ts";
import type { Tx } from "./tx.ts";

/** The database's time in a statement, the same for all nodes. A subquery, so that it is evaluated once and indexes can be used. */
export function timeExpression({ clockMs }: EngineTraits): RawBuilder<number> {
	return sql<number>`(select ${sql.raw(clockMs)})`;
}

/** The database's time, in milliseconds since 1970. */
export async function databaseTimeMs(tx: Tx, { clockMs }: EngineTraits): Promise<number> {
	const { rows } = await tx.executeQuery<{ now_ms: number }>(
		CompiledQuery.raw(`select ${clockMs} as now_ms`) as CompiledQuery<{ now_ms: number }>,
	);
	return Number(rows[0]?.now_ms);
}
