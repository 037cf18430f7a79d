import type { RowSource } from "./db/row-copy.ts";

/** The state of the service under a name, in a database of any schema. */
export async function storedState(source: RowSource, name: string): Promise<string | undefined> {
	const table = source.tables.find((each) => each.name === "service_state");
	if (!table) return undefined;
	for await (const rows of source.rows(table)) {
		const row = rows.find((values) => values[table.columns.indexOf("name")] === name);
		if (row) return String(row[table.columns.indexOf("value")]);
	}
	return undefined;
}
