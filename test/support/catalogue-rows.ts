import { join } from "node:path";
import { sqliteLibrary } from "../../src/platform/db/sqlite/library.ts";

const { DatabaseSync } = sqliteLibrary();

/** Every product row of a catalogue on SQLite, without the timestamps. */
export function productRows(folder: string): unknown[] {
	const columns = "barcode, digits, hechshers, nutrition, ingredients, fields_low, fields_high, variants";
	return rows(folder, `select ${columns} from product order by barcode`);
}

/** How many products hold a value for each metadata key. */
export function fieldCounts(folder: string): unknown[] {
	return rows(folder, "select * from field_count order by 1");
}

function rows(folder: string, sql: string): unknown[] {
	const database = new DatabaseSync(join(folder, "packshot.sqlite"), { readOnly: true });
	try {
		return database.prepare(sql).all();
	} finally {
		database.close();
	}
}
