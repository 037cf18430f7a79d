import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { loadConfig } from "../src/config.ts";
import { openInstallation, openRows } from "../src/installation.ts";
import { migrations } from "../src/migrations/all.ts";
import { movableTables } from "../src/operations/transfer/shapes.ts";
import type { CopiedRow, DeclaredTable } from "../src/platform/db/row-copy.ts";
import { sqliteLibrary } from "../src/platform/db/sqlite/library.ts";
import { tablesOf } from "../src/platform/db/sqlite/row-source.ts";
import { blobColumns } from "../src/rooms.ts";
import { backUp, placeKinds, restoreInto, type TestPlace } from "./support/backups.ts";

const { DatabaseSync } = sqliteLibrary();

/** Whatever copies or deletes the rows of all tables covers every table of the schema. */

const tables = await tablesOf(migrations);
/** Rows that a restore writes anew. */
const OWN = ["service_state"];
/** A restore checks these row by row: src/operations/backup/round-trip.test.ts. */
const LEDGERS = ["ledger", "ledger_day"];
/** A restored installation must not send anything a second time. */
const CHANGED = ["mail", "webhook"];
const copied = tables.filter(({ name }) => !OWN.includes(name));

/** Retention by table: a new table needs a decision. */
const LIVES: Readonly<Record<string, readonly string[]>> = {
	"for ever, or as long as what they are about": [
		...[
			"account",
			"account_member",
			"account_identity",
			"balance",
			"balance_member",
			"basket_item",
			"bought_product",
			"client",
			"delivery",
			"delivered_product",
		],
		...["certificate", "certificate_product", "kosher_alert", "alerted_product"],
		...[
			"field_count",
			"image",
			"image_size",
			"import_batch",
			"import_mapping",
			"label_reading",
			"leak_case",
			"leak_case_file",
			"leak_case_note",
			"case_link",
			"ledger",
		],
		...[
			"ledger_day",
			"order_line",
			"payment",
			"portal_setting",
			"price",
			"product",
			"product_list",
			"former_barcode",
		],
		...["product_text", "proposal", "rate_window", "recovery_code", "search_pack"],
		...["service_state", "sign_in_window", "spent_month", "sum_progress", "task", "text_index", "text_pack"],
		...[
			"picture_rights",
			"text_page",
			"text_slice",
			"top_up",
			"usage_hour",
			"usage_sum",
			"watermark_style",
			"webhook",
			"portal_event",
		],
	],
	"until they expire": [
		...[
			"account_invitation",
			"account_session",
			"spending_alert",
			"client_order",
			"email_link",
			"idempotent_answer",
			"import_refusal",
		],
		...["mail", "open_archive", "password_reset"],
		...["refresh_token", "revoked_token"],
		...["sign_in_failure", "portal_attempt", "quote_window", "sign_up_link", "used_url", "webhook_attempt"],
	],
	"as many days as a setting says": ["audit", "product_change", "product_history", "change_set"],
	"as long as they are of use to a task": [...["case_file_removal", "proposal_picture", "proposal_piece"]],
};

test("every table has a declared retention", () => {
	const said = Object.values(LIVES).flat();
	expect(said.toSorted()).toEqual(tables.map(({ name }) => name).sort());
});

test("every column that names a blob is known to backups", () => {
	const known = Object.entries(blobColumns).flatMap(([table, columns]) =>
		columns.map((column) => `${table}.${column}`),
	);
	const named = tables.flatMap(({ name, columns }) =>
		columns.filter((column) => column.endsWith("_blob")).map((column) => `${name}.${column}`),
	);
	expect(known.sort()).toEqual(named.sort());
});

async function madePlace({ make }: (typeof placeKinds)[number]): Promise<TestPlace> {
	const place = await make();
	onTestFinished(() => place.remove());
	return place;
}

const BLOB = "pictures/one";

function sampleValue({ columns, kinds }: DeclaredTable, place: number) {
	if (columns[place]?.endsWith("_blob")) return BLOB;
	const kind = kinds[place];
	if (kind === "blob") return Buffer.from([1, 2, 3]);
	return kind === "text" ? `text of ${columns[place]}` : 1;
}

/** An installation with a row in every table. */
async function filledPlace(): Promise<TestPlace> {
	const place = await madePlace(placeKinds[0] as (typeof placeKinds)[number]);
	const installation = await openInstallation(loadConfig(place.settings));
	await installation.blobs.put(BLOB, Buffer.from("a picture"));
	const moved = (await movableTables(installation.db)).map(({ name }) => name);
	expect(moved.sort()).toEqual(copied.map(({ name }) => name).sort());
	await installation.close();
	const database = new DatabaseSync(join(place.folder, "packshot.sqlite"));
	for (const table of copied.filter(({ name }) => name !== "balance" && !LEDGERS.includes(name))) {
		database.exec(`delete from ${table.name}`);
		const marks = table.columns.map(() => "?").join();
		const row = table.columns.map((_, column) => sampleValue(table, column));
		database.prepare(`insert into ${table.name} (${table.columns.join()}) values (${marks})`).run(...row);
	}
	database.exec(`insert into balance (balance_key, balance_id, units, ledger_seq, ledger_hash)
		select balance_key, 'bal_1', 0, 0, '' from balance_member`);
	database.close();
	return place;
}

/** Tables that a restore changes are replaced by their number of rows. */
function unchanged(rows: Record<string, CopiedRow[]>): Record<string, CopiedRow[] | number> {
	const counts = CHANGED.map((name) => [name, rows[name]?.length ?? 0] as const);
	return { ...rows, ...Object.fromEntries(counts) };
}

async function rowsOf({ settings }: TestPlace): Promise<Record<string, CopiedRow[]>> {
	const source = await openRows(loadConfig(settings));
	try {
		const found: Record<string, CopiedRow[]> = {};
		for (const { name, columns } of copied) {
			found[name] = [];
			for await (const rows of source.rows({ name, columns })) found[name].push(...rows);
		}
		return found;
	} finally {
		await source.close();
	}
}

test("a backup restores a row of every table, on the other engine too", async () => {
	let place = await filledPlace();
	const before = await rowsOf(place);
	const without = Object.keys(before).filter((name) => before[name]?.length !== 1);
	expect(without.sort()).toEqual(LEDGERS);
	for (const kind of placeKinds.toReversed()) {
		const file = join(place.folder, "backup.tar");
		await backUp(place, file);
		const next = await madePlace(kind);
		await restoreInto(next, file);
		place = next;
		expect(unchanged(await rowsOf(place))).toEqual(unchanged(before));
	}
});
