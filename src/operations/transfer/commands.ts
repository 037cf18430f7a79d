import { CompiledQuery, sql } from "kysely";
import { command } from "../../platform/db/command.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { insertCopied } from "../../platform/db/row-copy.ts";
import { insertRow } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { setServiceState } from "../../platform/service-state.ts";
import { anyOf, type Entry, partsOf, type Values } from "./rows.ts";
import type { TableShape } from "./shapes.ts";
import "./tables.ts";

/** What to do with one table, or with the tables of the transfer itself. */
export type Preparation =
	| { readonly what: "log" | "no log" | "progress" | "no progress" }
	| {
			readonly what: "watch" | "unwatch" | "freeze" | "thaw" | "continue numbers";
			readonly table: TableShape;
	  };

/** Creates or drops the triggers of one table, each in a transaction of its own, so that it never locks two tables. */
export const prepareMove = command<Preparation, undefined>(
	"moving.prepare",
	async (tx, preparation, traits) => {
		for (const text of statementsOf(preparation, traits)) await tx.executeQuery(CompiledQuery.raw(text));
	},
);

/** The table in which changes to the source are recorded. */
const CHANGE_LOG = "move_change";

function statementsOf(preparation: Preparation, { changeCapture, text }: EngineTraits): readonly string[] {
	switch (preparation.what) {
		case "log":
			return [changeCapture.createLog(CHANGE_LOG)];
		case "no log":
			return ["drop table if exists move_change"];
		case "progress":
			return [
				`create table if not exists move_progress
					(pass ${text} not null, table_name ${text} not null, after_key text not null, done integer not null,
					primary key (pass, table_name))`,
			];
		case "no progress":
			return ["drop table if exists move_progress"];
		case "watch":
			return changeCapture.watch(CHANGE_LOG, preparation.table.name, preparation.table.key);
		case "unwatch":
			return changeCapture.unwatch(preparation.table.name);
		case "freeze":
			return changeCapture.freeze(preparation.table.name);
		case "thaw":
			return changeCapture.thaw(preparation.table.name);
		case "continue numbers": {
			const { name, numbered } = preparation.table;
			return numbered === null ? [] : changeCapture.continueNumbers(name, numbered);
		}
	}
}

/** Progress of a pass over a table. */
export interface Progress {
	readonly pass: string;
	readonly table: string;
	/** The last key that was processed; an empty list before the first and after the last. */
	readonly after: Values;
	readonly done: boolean;
}

/** Makes rows of the target equal to the source's. One that conflicts with another row is left out; the comparison of both sides finds it. */
export const putRows = command<
	{
		readonly table: TableShape;
		readonly remove: readonly Values[];
		readonly add: readonly Entry[];
		readonly progress?: Progress;
	},
	undefined
>("moving.put_rows", async (tx, { table, remove, add, progress }, traits) => {
	for (const keys of partsOf(remove, 100))
		await sql`delete from ${sql.table(table.name)} where ${anyOf(table, keys)}`.execute(tx);
	const rows = add.flatMap(({ copies, values }) => Array.from({ length: copies }, () => values));
	await insertCopied(tx, traits, table, rows, "on conflict do nothing");
	if (progress) await saveProgress(tx, progress);
	return undefined;
});

async function saveProgress(tx: Tx, { pass, table, after, done }: Progress): Promise<void> {
	const values = { pass, table_name: table, after_key: JSON.stringify(after), done: done ? 1 : 0 };
	await tx
		.insertInto("move_progress")
		.values(values)
		.onConflict((on) => on.columns(["pass", "table_name"]).doUpdateSet(values))
		.execute();
}

/** Records rows of the source to which the target has yet to be made equal. */
export const logChanges = command<{ readonly table: string; readonly keys: readonly Values[] }, undefined>(
	"moving.log_changes",
	async (tx, { table, keys }) => {
		for (const key of keys) {
			await insertRow(tx, "move_change", { table_name: table, row_key: JSON.stringify(key) });
		}
	},
);

/** Deletes changes that have reached the target. */
export const forgetChanges = command<{ readonly ids: readonly number[] }, undefined>(
	"moving.forget_changes",
	async (tx, { ids }) => {
		for (const some of partsOf(ids, 500))
			await tx.deleteFrom("move_change").where("id", "in", some).execute();
	},
);

/** Writes one side's state of the transfer; `null` removes a value. */
export const setState = command<{ readonly values: Readonly<Record<string, string | null>> }, undefined>(
	"moving.set_state",
	async (tx, { values }) => {
		for (const [name, value] of Object.entries(values)) {
			await setServiceState(tx, name, value);
		}
	},
);

export const transferCommands = [prepareMove, putRows, logChanges, forgetChanges, setState];
