import { CompiledQuery } from "kysely";
import type { EngineTraits } from "./db/engine-traits.ts";
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

/** Stores a text under a name, unless the name already has one. */
export async function initServiceState(tx: Tx, name: string, value: string): Promise<void> {
	await tx
		.insertInto("service_state")
		.values({ name, value })
		.onConflict((on) => on.column("name").doNothing())
		.execute();
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
