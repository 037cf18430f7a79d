import { CompiledQuery, type SelectQueryBuilder } from "kysely";
import type { EngineTraits } from "./engine-traits.ts";
import type { Tables } from "./tables.ts";
import type { Tx } from "./tx.ts";

/** PostgreSQL takes at most 65,535 parameters in one statement. */
const PARAMETER_LIMIT = 60_000;

/**
 * Inserts many rows with few statements, or with many cheap ones where that is faster.
 * @param onConflict the `on conflict …` clause, in the SQL that both engines share.
 */
export async function insertRows(
	tx: Tx,
	traits: EngineTraits,
	table: keyof Tables & string,
	columns: readonly string[],
	rows: readonly (readonly unknown[])[],
	onConflict = "",
): Promise<void> {
	const rowsAtOnce = traits.statementsAreCalls ? 1 : Math.floor(PARAMETER_LIMIT / columns.length);
	for (let start = 0; start < rows.length; start += rowsAtOnce) {
		const chunk = rows.slice(start, start + rowsAtOnce);
		const text = insertText(traits, table, columns, chunk.length, onConflict);
		await tx.executeQuery(CompiledQuery.raw(text, chunk.flat()));
	}
}

/** Locks the rows that a decision rests on until the transaction ends, where transactions run side by side. */
export function forUpdate<TB extends keyof Tables, O>(
	query: SelectQueryBuilder<Tables, TB, O>,
	traits: EngineTraits,
): SelectQueryBuilder<Tables, TB, O> {
	return traits.locksRows ? query.forUpdate() : query;
}

function insertText(
	traits: EngineTraits,
	table: string,
	columns: readonly string[],
	rowCount: number,
	onConflict: string,
): string {
	let parameter = 0;
	const mark = () => (traits.numbersParameters ? `$${++parameter}` : "?");
	const row = () => `(${columns.map(mark).join(", ")})`;
	const values = Array.from({ length: rowCount }, row).join(", ");
	return `insert into ${table} (${columns.join(", ")}) values ${values} ${onConflict}`;
}
