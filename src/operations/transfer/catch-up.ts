import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import { forgetChanges } from "./commands.ts";
import { type BothDatabases, copyKeys, type Passed } from "./copy-rows.ts";
import { canonical, partsOf, type Values } from "./rows.ts";
import { MoveRefused, type TableShape } from "./shapes.ts";

/** Changes taken from the log together and deleted in one transaction, which takes a few milliseconds. */
const AT_ONCE = 5000;
const KEYS_AT_ONCE = 500;
/** With fewer than this left, further catching up is not worthwhile while the service keeps writing. */
const NEARLY_DONE = 1000;
const FRUITLESS_ROUNDS = 5;

/** Works through the log while the service runs, until little is left or it grows as fast as it shrinks. */
export async function catchUp(
	dbs: BothDatabases,
	tables: readonly TableShape[],
	passed: Passed,
): Promise<void> {
	let left = await backlog(dbs.source);
	for (;;) {
		const rounds = Math.ceil(left / AT_ONCE);
		for (let round = 0; round < rounds; round++) await applyChanges(dbs, tables, passed);
		const now = await backlog(dbs.source);
		if (now < NEARLY_DONE || now > left * 0.8) return;
		left = now;
	}
}

/** Works through the rest of the log once the source no longer changes. @throws MoveRefused when a row cannot be made equal. */
export async function finishLog(
	dbs: BothDatabases,
	tables: readonly TableShape[],
	passed: Passed,
): Promise<void> {
	for (let fruitless = 0; ; ) {
		const { taken, equal, unequal } = await applyChanges(dbs, tables, passed);
		if (taken === 0) return;
		fruitless = equal === 0 ? fruitless + 1 : 0;
		if (fruitless >= FRUITLESS_ROUNDS) throw new MoveRefused(`the target does not accept ${unequal}`);
	}
}

export async function backlog({ scan }: Database): Promise<number> {
	const { rows } = await sql<{ n: number }>`select count(*) as n from move_change`.execute(scan);
	return rows[0]?.n ?? 0;
}

/** Makes the rows named by the oldest changes equal in the target. A change is deleted only after both sides were compared. */
async function applyChanges(
	dbs: BothDatabases,
	tables: readonly TableShape[],
	passed: Passed,
): Promise<{ taken: number; equal: number; unequal: string }> {
	const { scan } = dbs.source;
	const changes = await scan.selectFrom("move_change").selectAll().orderBy("id").limit(AT_ONCE).execute();
	const done: number[] = [];
	let unequal = "";
	for (const table of tables) {
		const own = changes.filter((change) => change.table_name === table.name);
		const keys = new Map(
			own.map((change) => [canonicalKey(change.row_key), JSON.parse(change.row_key) as Values]),
		);
		const equal = new Set<string>();
		for (const part of partsOf([...keys.values()], KEYS_AT_ONCE))
			for (const text of await copyKeys(dbs, table, part)) equal.add(text);
		for (const change of own) {
			if (equal.has(canonicalKey(change.row_key))) done.push(change.id);
			else unequal = `${table.name} ${change.row_key}`;
		}
		passed(own.length);
	}
	if (done.length > 0) await dbs.source.write(forgetChanges, { ids: done });
	return { taken: changes.length, equal: done.length, unequal };
}

/** Engines format JSON arrays with different spacing. */
function canonicalKey(text: string): string {
	return canonical(JSON.parse(text));
}
