import { createHash } from "node:crypto";
import type { Database } from "../../platform/db/database.ts";
import { findRow } from "../../platform/db/rows.ts";
import { logChanges, type Progress, putRows } from "./commands.ts";
import {
	canonical,
	differingKeys,
	digestOf,
	type Entries,
	isSame,
	type Page,
	partsOf,
	readKeys,
	readPage,
	readRange,
	type Values,
} from "./rows.ts";
import { MoveRefused, type TableShape } from "./shapes.ts";

export interface BothDatabases {
	readonly source: Database;
	readonly target: Database;
}

/** Called with the number of rows as they are processed. @throws to abort. */
export type Passed = (rows: number) => void;

/**
 * Makes a table of the target equal to that of the source, page by page in key order, whatever it already holds; resumes where an
 * earlier run stopped. Changes made meanwhile are left to the change log.
 */
export async function copyTable(dbs: BothDatabases, table: TableShape, passed: Passed): Promise<void> {
	await runPass(dbs, "copy", table, passed, async (page, there, progress) => {
		const keys = differingKeys(page.entries, there);
		const add = keys.flatMap((key) => page.entries.get(canonical(key)) ?? []);
		const occupied = keys.filter((key) => there.has(canonical(key)));
		await dbs.target.write(putRows, { table, remove: occupied, add, progress });
	});
}

const LOGGED_AT_ONCE = 500;

/** Compares a table on both sides, range by range; differences go to the change log. */
export async function compareTable(dbs: BothDatabases, table: TableShape, passed: Passed): Promise<void> {
	await runPass(dbs, "compare", table, passed, async (page, there, progress) => {
		if (digestOf(page.entries) !== digestOf(there))
			await logKeys(dbs.source, table, differingKeys(page.entries, there));
		await dbs.target.write(putRows, { table, remove: [], add: [], progress });
	});
}

/** @returns SHA-256 over the digests of all ranges, equal on both sides. @throws MoveRefused at the first range that differs. */
export async function requireEqual(dbs: BothDatabases, table: TableShape, passed: Passed): Promise<string> {
	const whole = createHash("sha256");
	await ranges(dbs, table, undefined, async (page, there) => {
		const digest = digestOf(page.entries);
		if (digest !== digestOf(there))
			throw new MoveRefused(`table ${table.name} differs, although it was equal before`);
		whole.update(digest);
		passed(page.entries.size);
	});
	return whole.digest("hex");
}

async function logKeys(source: Database, table: TableShape, keys: readonly Values[]): Promise<void> {
	for (const part of partsOf(keys, LOGGED_AT_ONCE))
		await source.write(logChanges, { table: table.name, keys: part });
}

type Work = (page: Page, there: Entries, progress: Progress) => Promise<void>;

async function runPass(
	dbs: BothDatabases,
	pass: string,
	table: TableShape,
	passed: Passed,
	work: Work,
): Promise<void> {
	const saved = await findRow(dbs.target.read, "move_progress", { pass, table_name: table.name });
	if (saved?.done) return;
	const after = saved && (JSON.parse(saved.after_key) as Values);
	await ranges(dbs, table, after, async (page, there) => {
		await work(page, there, {
			pass,
			table: table.name,
			after: page.last ?? [],
			done: page.last === undefined,
		});
		passed(page.entries.size);
	});
}

/** The pages of the source with the target's rows in the same key range. The next page is prefetched. */
async function ranges(
	{ source, target }: BothDatabases,
	table: TableShape,
	after: Values | undefined,
	work: (page: Page, there: Entries) => Promise<void>,
): Promise<void> {
	let behind = after;
	let reading: Promise<Page> | undefined = readPage(source, table, behind);
	while (reading) {
		const page: Page = await reading;
		reading = page.last && readPage(source, table, page.last);
		// A failure surfaces when it is awaited.
		reading?.catch(() => undefined);
		await work(page, await readRange(target, table, behind, page.last));
		behind = page.last;
	}
}

/** Makes some rows equal. @returns the keys that are equal now, as canonical texts. */
export async function copyKeys(
	{ source, target }: BothDatabases,
	table: TableShape,
	keys: readonly Values[],
): Promise<Set<string>> {
	const [here, there] = await Promise.all([readKeys(source, table, keys), readKeys(target, table, keys)]);
	const differing = differingKeys(here, there);
	if (differing.length > 0) {
		const add = differing.flatMap((key) => here.get(canonical(key)) ?? []);
		await target.write(putRows, { table, remove: differing, add });
	}
	const now = differing.length > 0 ? await readKeys(target, table, differing) : there;
	const unequal = new Set<string>();
	for (const key of differing) {
		const text = canonical(key);
		if (!isSame(here.get(text), now.get(text))) unequal.add(text);
	}
	return new Set(keys.map(canonical).filter((text) => !unequal.has(text)));
}
