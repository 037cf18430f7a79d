import { CompiledQuery } from "kysely";
import { command } from "./db/command.ts";
import type { Database } from "./db/database.ts";
import type { EngineTraits } from "./db/engine-traits.ts";
import { findRow } from "./db/rows.ts";
import type { Tx } from "./db/tx.ts";

/** State shared by all processes of the service: texts by name. */
interface ServiceStateTable {
	name: string;
	value: string;
}

declare module "./db/tables.ts" {
	interface Tables {
		service_state: ServiceStateTable;
	}
}

/** Stores a text under a name; `null` removes it. */
export async function setServiceState(tx: Tx, name: string, value: string | null): Promise<void> {
	if (value === null) {
		await tx.deleteFrom("service_state").where("name", "=", name).execute();
		return;
	}
	await tx
		.insertInto("service_state")
		.values({ name, value })
		.onConflict((on) => on.column("name").doUpdateSet({ value }))
		.execute();
}

/** Replaces the text under a name if it is still this one. @returns whether it was. */
export async function moveServiceState(tx: Tx, name: string, from: string, to: string): Promise<boolean> {
	const moved = await tx
		.updateTable("service_state")
		.set({ value: to })
		.where("name", "=", name)
		.where("value", "=", from)
		.returning("name")
		.executeTakeFirst();
	return moved !== undefined;
}

/** The text under a name; `undefined` if there is none. */
export async function readServiceState(tx: Tx, name: string): Promise<string | undefined> {
	return (await findRow(tx, "service_state", { name }, ["value"]))?.value;
}

/** Stores a text under a name, unless the name already has one. */
export const initServiceState = command<ServiceStateTable, undefined>(
	"platform.init_state",
	async (tx, state) => {
		await tx
			.insertInto("service_state")
			.values(state)
			.onConflict((on) => on.column("name").doNothing())
			.execute();
		return undefined;
	},
);

/** The text under a name, made if there is none yet; of several processes that make one at once, the first decides. */
export async function ensureServiceState(db: Database, name: string, make: () => string): Promise<string> {
	const known = await readServiceState(db.read, name);
	if (known !== undefined) return known;
	await db.write(initServiceState, { name, value: make() });
	const stored = await readServiceState(db.read, name);
	if (stored === undefined) throw new Error(`${name} was not stored`);
	return stored;
}

/** Adds to a number stored under a name, which starts from 0. @returns the new number. */
export async function raiseServiceNumber(
	tx: Tx,
	{ bigInteger }: EngineTraits,
	name: string,
	by: number,
): Promise<number> {
	const text = `insert into service_state (name, value) values ('${name}', '${by}') on conflict (name)
		do update set value = cast(cast(service_state.value as ${bigInteger}) + ${by} as text) returning value`;
	const { rows } = await tx.executeQuery<{ value: string }>(CompiledQuery.raw(text));
	return Number(rows[0]?.value);
}
