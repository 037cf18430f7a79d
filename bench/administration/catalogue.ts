import { join } from "node:path";
import { Client } from "pg";
import { packTexts } from "../../src/catalogue/search/pack-texts.ts";
import { ALONE } from "../../src/platform/db/pace.ts";
import { recordsText } from "../../src/platform/db/rows.ts";
import { openSqliteDatabase } from "../../src/platform/db/sqlite/engine.ts";
import { sqliteLibrary } from "../../src/platform/db/sqlite/library.ts";
import { systemClock } from "../../src/platform/time/clock.ts";
import { fillCatalogue } from "../filled-catalogue.ts";
import { type Filling, openFile } from "./filling.ts";

const { DatabaseSync } = sqliteLibrary();

export const PRODUCTS = 1_000_000;
/** First batch number not used by the original products. */
const FIRST_FREE_BATCH = 10;
const BATCH_ROWS = 16_384;

/** Fills a folder's SQLite database with 1,000,000 searchable products. Copies share the search texts of their originals. */
export async function fillSearchable(folder: string, products: number): Promise<void> {
	await fillCatalogue(folder, products);
	const file = join(folder, "packshot.sqlite");
	const { run, close } = openFile(file);
	await run("begin");
	await run(`CREATE TEMP TABLE original AS SELECT row_number() OVER (ORDER BY product.id) - 1 AS place, words, marks
		FROM product JOIN product_text ON product_text.barcode = product.barcode`);
	await run("CREATE UNIQUE INDEX temp.original_by_place ON original (place)");
	await run(`INSERT INTO product_text (barcode, batch, words, marks)
		SELECT copy.barcode, ${FIRST_FREE_BATCH} + copy.place / ${BATCH_ROWS}, original.words, original.marks
		FROM (SELECT barcode, row_number() OVER (ORDER BY id) - 1 AS place FROM product) AS copy
		CROSS JOIN original ON original.place = copy.place % (SELECT count(*) FROM original)
		WHERE copy.place >= (SELECT count(*) FROM original)`);
	await run("UPDATE text_index SET open_batch = (SELECT max(batch) + 1 FROM product_text), in_batch = 0");
	await run("commit");
	await close();
	const db = openSqliteDatabase(file);
	try {
		await packTexts({ db, clock: systemClock }, ALONE);
	} finally {
		await db.close();
	}
}

const COPIED = [
	"product",
	"field_count",
	"service_state",
	"product_text",
	"text_index",
	"text_pack",
	"text_page",
	"text_slice",
];
const ROWS_AT_ONCE = 2000;

/** Copies such a folder's catalogue into a PostgreSQL database that has none. */
export async function copyCatalogue(folder: string, url: string, filling: Filling): Promise<void> {
	const source = new DatabaseSync(join(folder, "packshot.sqlite"), { readOnly: true });
	const target = new Client(url);
	await target.connect();
	try {
		for (const table of COPIED)
			await filling.withoutIndexes(table, async () => {
				await copyRows(source, target, table);
			});
		await target.query("select setval(pg_get_serial_sequence('product', 'id'), max(id)) from product");
	} finally {
		await target.end();
		source.close();
	}
}

async function copyRows(
	source: InstanceType<typeof DatabaseSync>,
	target: Client,
	table: string,
): Promise<void> {
	const columns = (
		source.prepare(`SELECT name FROM pragma_table_info('${table}')`).all() as { name: string }[]
	).map(({ name }) => name);
	const names = columns.join(", ");
	const insert = `insert into ${table} (${names}) overriding system value
		select ${names} from json_populate_recordset(null::${table}, $1) on conflict do nothing`;
	const select = source.prepare(
		`SELECT rowid AS place, ${names} FROM ${table} WHERE rowid > ? ORDER BY rowid LIMIT ?`,
	);
	for (let after = 0; ; ) {
		const rows = select.all(after, ROWS_AT_ONCE) as Record<string, unknown>[];
		if (rows.length === 0) return;
		await target.query(insert, [recordsText(columns, rows)]);
		after = Number(rows.at(-1)?.place);
	}
}
