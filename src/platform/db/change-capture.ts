/** What it takes to move a live database, in the words of its engine. Tables and columns are the service's own and need no quoting. */
export interface ChangeCapture {
	/**
	 * Lists every column of every table, in order: `table_name`, `column_name`, `key_place` (from 1; 0 outside of the primary key),
	 * `may_be_null`, `is_numbered` (the database makes its values), the last two as 0 or 1.
	 */
	readonly columns: string;
	/** Makes the table `move_change`, unless it is there. */
	readonly createLog: string;
	/** From now on every change of a row leaves the row's key, as a JSON array, in `move_change`: in the transaction of the change. */
	watch(table: string, key: readonly string[]): readonly string[];
	unwatch(table: string): readonly string[];
	/** From now on every change of a row is refused. */
	freeze(table: string): readonly string[];
	thaw(table: string): readonly string[];
	/** Lets the numbers that the database makes go on behind the highest; nothing where they do by themselves. */
	continueNumbers(table: string, column: string): readonly string[];
}

/** What a frozen table tells who wants to change it. */
export const FROZEN = "this installation has moved to another place, and changes nothing here any more";
