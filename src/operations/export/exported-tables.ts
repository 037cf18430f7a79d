import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";

/** Rows that leave with their owner. */
export interface ExportedTable {
	readonly table: string;
	/** Its primary key, in whose order it is read. */
	readonly key: readonly string[];
	readonly columns: readonly string[];
	/** Rows of one file to download, and how many of them are read at a time: few, because requests wait meanwhile. */
	readonly rows: { readonly part: number; readonly page: number };
	readonly only: RawBuilder<boolean>;
}

/** Kind, table, primary key, other columns: named one by one, so that no hash, key or seed leaves, nor whatever is added one day. */
const TABLES = `
certificates | certificate | certificate_id | symbol issued_on valid_until checked_on source note
pictures | image | image_id | barcode variant active content_type width height original_sha256 adjustment photo_date uploaded_at ownership uploaded_by source_batch
accounts | account | account_id | name email roles disabled_at created_at email_verified_at keys_allowed proposes_as
members | account_member | account_id person_id | role joined_at
clients | client | client_id | name tier requests_per_minute requests_per_day expires_at revoked_at allowlist locks barcode_prefixes brands departments watermark created_at owner_id low_balance_units
balances | balance | balance_key | balance_id units ledger_seq ledger_hash
balance-members | balance_member | client_id | balance_key daily_cap_units monthly_cap_units
ledger | ledger | balance_key seq | at client_id request_id kind units balance_after detail note barcode hash
prices | price | action effective_at | units announced_at
top-ups | top_up | top_up_id | client_id account_id units note state requested_at first_approved_by first_approved_at decided_at decided_by decision_note
orders | client_order | order_id | client_id created_at expires_at name units size_px lines lines_found request_id
lists | product_list | list_id | account_id name barcodes created_at changed_at
activity | portal_event | id | at account_id action subject client_id detail address request_id`;

const EVERY_ROW = { rows: { part: 500_000, page: 500 }, only: sql<boolean>`1 = 1` };

/** Everything that leaves, by its kind, in the order in which it is offered. */
export const EXPORTED: ReadonlyMap<string, ExportedTable> = new Map<string, ExportedTable>([
	[
		"catalogue",
		{ ...EVERY_ROW, table: "product", key: ["barcode"], columns: [], rows: { part: 100_000, page: 100 } },
	],
	[
		"originals",
		{
			table: "image",
			key: ["barcode", "variant", "image_id"],
			columns: ["barcode", "variant", "image_id", "original_blob", "original_sha256"],
			rows: { part: 1000, page: 100 },
			only: sql<boolean>`active = 1`,
		},
	],
	...TABLES.trim().split("\n").map(tableOf),
]);

function tableOf(line: string): [kind: string, exported: ExportedTable] {
	const [kind = "", table = "", ...columns] = line.split(" | ");
	const [key = [], others = []] = columns.map((names) => names.split(" "));
	return [kind, { ...EVERY_ROW, table, key, columns: [...key, ...others] }];
}

/** A place between rows: the key of the row before it. */
export type Position = readonly (string | number)[];

export type Row = Readonly<Record<string, unknown>>;

/** Rows between two positions, up to a number of them; all columns where none are named. */
async function readRows(
	{ scan }: Pick<Database, "scan">,
	{ table, key, columns, only }: ExportedTable,
	{ after, upTo }: { readonly after: Position | null; readonly upTo: Position | null },
	limit: number,
	skipped = 0,
): Promise<readonly Row[]> {
	const names = (some: readonly string[]) => sql.join(some.map((column) => sql.ref(column)));
	const beyond = (sign: string, position: Position | null) =>
		position === null ? sql`` : sql` and (${names(key)}) ${sql.raw(sign)} (${sql.join([...position])})`;
	const { rows } =
		await sql<Row>`select ${columns.length > 0 ? names(columns) : sql`*`} from ${sql.ref(table)}
		where ${only}${beyond(">", after)}${beyond("<=", upTo)}
		order by ${names(key)} limit ${limit} offset ${skipped}`.execute(scan);
	return rows;
}

function positionOf({ key }: ExportedTable, row: Row): Position {
	return key.map((column) => row[column] as string | number);
}

/** The same, a page at a time. */
export async function* readPages(
	db: Pick<Database, "scan">,
	exported: ExportedTable,
	{ after: first, upTo }: { readonly after: Position | null; readonly upTo: Position | null },
): AsyncGenerator<readonly Row[]> {
	for (let after = first; ; ) {
		const rows = await readRows(db, exported, { after, upTo }, exported.rows.page);
		const last = rows.at(-1);
		if (last === undefined) return;
		yield rows;
		after = positionOf(exported, last);
	}
}

/** Where the files of a table end; null: with whatever is there when the last one is fetched. */
export async function partEnds(
	db: Pick<Database, "scan">,
	exported: ExportedTable,
): Promise<(Position | null)[]> {
	const keys = { ...exported, columns: exported.key };
	const ends: Position[] = [];
	for (;;) {
		const after = ends.at(-1) ?? null;
		const [last] = await readRows(db, keys, { after, upTo: null }, 1, exported.rows.part - 1);
		if (last === undefined) return [...ends, null];
		ends.push(positionOf(exported, last));
	}
}
