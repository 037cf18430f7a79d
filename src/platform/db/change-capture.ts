/** What transferring a live database needs, in the SQL of its engine. Tables and columns are the service's own and need no quoting. */
export interface ChangeCapture {
	/**
	 * Lists every column of every table, in order: `table_name`, `column_name`, `key_place` (from 1; 0 outside of the primary key),
	 * `may_be_null`, `is_numbered` (the database makes its values), the last two as 0 or 1.
	 */
	readonly columns: string;
	/** Makes a table of changes of this name, unless it is there. */
	createLog(log: string): string;
	/** From now on every change of a row leaves the row's key, as a JSON array, in the log: in the transaction of the change. */
	watch(log: string, table: string, key: readonly string[]): readonly string[];
	unwatch(table: string): readonly string[];
	/** From now on every change of a row is rejected. */
	freeze(table: string): readonly string[];
	thaw(table: string): readonly string[];
	/** Advances the numbers that the database generates beyond the highest one; a no-op where that is automatic. */
	continueNumbers(table: string, column: string): readonly string[];
}

/** The error of a frozen table. */
export const FROZEN = "this installation has moved to another place, and changes nothing here any more";
